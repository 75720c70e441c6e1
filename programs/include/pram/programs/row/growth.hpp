#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// How fast a cost grows with the size of the input.
namespace pram::programs {

/// A class of functions: those that grow as n^(half_powers / 2) (log n)^logs (log log n)^log_logs (log* n)^log_stars.
/// Classes are ordered by growth.
struct Growth {
  int half_powers = 0;
  int logs = 0;
  int log_logs = 0;
  int log_stars = 0;

  friend constexpr auto operator<=>(const Growth&, const Growth&) = default;

  friend constexpr Growth operator*(const Growth& a, const Growth& b) {
    return {a.half_powers + b.half_powers, a.logs + b.logs, a.log_logs + b.log_logs, a.log_stars + b.log_stars};
  }
  friend constexpr Growth operator/(const Growth& a, const Growth& b) {
    return {a.half_powers - b.half_powers, a.logs - b.logs, a.log_logs - b.log_logs, a.log_stars - b.log_stars};
  }

  /// The function at n, all logarithms to base 2. No logarithm counts as less than 1.
  double at(double n) const;
};

/// A class in words: "1", "log n", "n^1.5", "√n", "n log^2 n".
/// @param logarithm  how it is written: "log", or "log2" where the base matters
/// @param size       what n is called
std::string to_string(const Growth& growth, std::string_view logarithm = "log", std::string_view size = "n");

/// What letters other than n stand for in a claim, as classes in n: {{"p", "log n"}}.
using Letters = std::vector<std::pair<std::string, std::string>>;

/// The class of a claim: "O((n + m) log n)", "n", "O(n) with high probability". What stands behind a comma or behind
/// the closing bracket of O(…) is prose.
/// @param letters  a letter that is not among them stands for no more than n
/// @returns nothing for a claim that is no sum of products of n, letters and their logarithms, or that divides by a
///          letter that is not among them
std::optional<Growth> growth_of(std::string_view claim, const Letters& letters = {});

/// Whether a claim holds for the expected cost, or with high probability.
bool is_of_random_choices(std::string_view claim);

}  // namespace pram::programs
