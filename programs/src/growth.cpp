#include <pram/programs/row/growth.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace pram::programs {

namespace {

/// Each logarithm counts as 1 at least, so that products with it are no less.
double logarithm(double n) { return std::max(1.0, std::log2(n)); }

/// How often the logarithm is taken until nothing above 1 is left.
double iterated_logarithm(double n) {
  int times = 0;
  for (; n > 1; n = std::log2(n)) ++times;
  return std::max(1, times);
}

constexpr Growth log_n = {0, 1, 0, 0};
constexpr Growth log_log_n = {0, 0, 1, 0};

Growth log_of(const Growth& growth) {
  if (growth.half_powers > 0) return log_n;
  return growth.logs > 0 ? log_log_n : Growth();
}

Growth power(const Growth& growth, int exponent) {
  return {growth.half_powers * exponent, growth.logs * exponent, growth.log_logs * exponent,
          growth.log_stars * exponent};
}

/// Reads the text of a claim from left to right.
class ClaimReader {
 public:
  ClaimReader(std::string_view claim, const Letters& letters) : rest_(claim), letters_(letters) {}

  std::optional<Growth> read() {
    const bool order = take("O(");
    const std::optional<Growth> growth = sum();
    skip_blanks();
    if (order && !take(")")) return std::nullopt;
    skip_blanks();
    const bool prose = order && !rest_.empty() && std::isalpha(static_cast<unsigned char>(rest_.front())) != 0;
    if (!rest_.empty() && !rest_.starts_with(",") && !prose) return std::nullopt;
    return failed_ ? std::nullopt : growth;
  }

 private:
  void skip_blanks() {
    while (rest_.starts_with(" ")) rest_.remove_prefix(1);
  }

  bool take(std::string_view token) {
    skip_blanks();
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  double number() {
    double value = 1;
    const auto [end, code] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    if (code != std::errc()) failed_ = true;
    return value;
  }

  int whole_number() {
    const double value = number();
    if (value != std::floor(value)) failed_ = true;
    return static_cast<int>(value);
  }

  bool at_digit() const { return !rest_.empty() && std::isdigit(static_cast<unsigned char>(rest_.front())) != 0; }

  Growth sum() {
    Growth largest = product();
    while (take("+")) largest = std::max(largest, product());
    return largest;
  }

  Growth product() {
    Growth all = raised_factor(false);
    for (;;) {
      skip_blanks();
      if (take("/")) {
        all = all / raised_factor(true);
      } else if (rest_.empty() || rest_.starts_with(")") || rest_.starts_with("+") || rest_.starts_with(",")) {
        return all;
      } else {
        all = all * raised_factor(false);
      }
      if (failed_) return all;
    }
  }

  /// A factor with its exponent, if it has one.
  Growth raised_factor(bool divides) {
    const Growth base = factor(divides);
    if (!take("^")) return base;
    if (base != Growth{base.half_powers}) return power(base, whole_number());
    return {static_cast<int>(std::lround(number() * base.half_powers)), 0, 0, 0};
  }

  Growth factor(bool divides) {
    skip_blanks();
    if (at_digit()) {
      number();
      return {};
    }
    if (take("(")) {
      const Growth inside = sum();
      if (!take(")")) failed_ = true;
      return inside;
    }
    if (take("√")) {
      const Growth inside = factor(divides);
      if (inside.half_powers % 2 != 0 || inside != Growth{inside.half_powers}) failed_ = true;
      return {inside.half_powers / 2, 0, 0, 0};
    }
    std::size_t length = 0;
    while (length < rest_.size() && std::isalpha(static_cast<unsigned char>(rest_[length])) != 0) ++length;
    const std::string word(rest_.substr(0, length));
    rest_.remove_prefix(length);
    if (word.empty()) failed_ = true;
    return word == "log" ? logarithm_of(divides) : letter(word, divides);
  }

  /// What stands behind "log".
  Growth logarithm_of(bool divides) {
    if (rest_.starts_with("*")) {
      rest_.remove_prefix(1);
      return factor(divides).half_powers > 0 ? Growth{0, 0, 0, 1} : Growth();
    }
    const int exponent = take("^") ? whole_number() : 1;
    return power(log_of(factor(divides)), exponent);
  }

  Growth letter(const std::string& name, bool divides) {
    const auto known = std::ranges::find(letters_, name, &Letters::value_type::first);
    if (known != letters_.end()) {
      const std::optional<Growth> growth = growth_of(known->second);
      failed_ |= !growth;
      return growth.value_or(Growth());
    }
    if (name != "n" && divides) failed_ = true;
    return {2, 0, 0, 0};
  }

  std::string_view rest_;
  const Letters& letters_;
  bool failed_ = false;
};

}  // namespace

double Growth::at(double n) const {
  double value = std::pow(n, 0.5 * half_powers);
  if (logs != 0) value *= std::pow(logarithm(n), logs);
  if (log_logs != 0) value *= std::pow(logarithm(logarithm(n)), log_logs);
  if (log_stars != 0) value *= std::pow(iterated_logarithm(n), log_stars);
  return value;
}

std::string to_string(const Growth& growth, std::string_view logarithm, std::string_view size) {
  std::string above;
  std::string below;
  const auto add = [&](int exponent, const std::string& base, bool logarithmic) {
    std::string& side = exponent > 0 ? above : below;
    const int times = std::abs(exponent);
    if (times == 0) return;
    const std::string raised = times == 1 ? "" : fmt::format("^{}", times);
    if (!side.empty()) side += ' ';
    side += logarithmic ? fmt::format("{}{} {}", base, raised, size) : base + raised;
  };
  if (growth.half_powers == 1) {
    above = fmt::format("√{}", size);
  } else if (growth.half_powers % 2 != 0) {
    above = fmt::format("{}^{}.5", size, growth.half_powers / 2);
  } else {
    add(growth.half_powers / 2, std::string(size), false);
  }
  add(growth.logs, std::string(logarithm), true);
  add(growth.log_logs, fmt::format("{0} {0}", logarithm), true);
  add(growth.log_stars, "log*", true);
  if (above.empty()) above = "1";
  return below.empty() ? above : above + " / " + below;
}

std::optional<Growth> growth_of(std::string_view claim, const Letters& letters) {
  return claim.empty() ? std::nullopt : ClaimReader(claim, letters).read();
}

bool is_of_random_choices(std::string_view claim) {
  return claim.find("with high probability") != std::string_view::npos ||
         claim.find("expected") != std::string_view::npos;
}

}  // namespace pram::programs
