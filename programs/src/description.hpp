#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include <pram/programs/program.hpp>
#include "input/kind.hpp"
#include "results.hpp"

/// What an author says of a program for the table of programs.
namespace pram::programs {

/// A number that a description promises for a run. It is the same for all runs, or a function of the size n (the first
/// of the sizes of the kind), of the input, or of input and result.
template <class Kind, class Result>
class Bound {
 public:
  using Value = typename Kind::Value;

  Bound() = default;
  template <class Function>
  requires(!std::same_as<std::remove_cvref_t<Function>, Bound>)
      Bound(Function of) {  // NOLINT: `.steps = [](...) {...}`
    if constexpr (std::integral<Function>) {
      of_size_ = [of](std::uint64_t) { return static_cast<std::uint64_t>(of); };
    } else if constexpr (std::invocable<Function&, std::uint64_t>) {
      of_size_ = [of](std::uint64_t n) { return std::uint64_t{of(n)}; };
    } else if constexpr (std::invocable<Function&, const Value&>) {
      of_ = [of](const Value& value, const Result&) { return std::uint64_t{of(value)}; };
    } else {
      of_ = [of](const Value& value, const Result& result) { return std::uint64_t{of(value, result)}; };
    }
  }

  /// The number for a run; nothing if nothing is promised.
  std::optional<std::uint64_t> operator()(const Value& value, const Result& result) const {
    if (of_size_) return of_size_(Kind::sizes(value).front().second);
    return of_ ? std::optional(of_(value, result)) : std::nullopt;
  }

  /// The number for any run of size n; nothing if it depends on more.
  std::optional<std::uint64_t> of_size(std::uint64_t n) const {
    return of_size_ ? std::optional(of_size_(n)) : std::nullopt;
  }

 private:
  std::function<std::uint64_t(std::uint64_t n)> of_size_;
  std::function<std::uint64_t(const Value&, const Result&)> of_;
};

/// A number that the description of a BSP program promises for a run on p processes. It is the same for all runs, or a
/// function of the size n and p, of the input and p, or of input, result and p.
template <class Kind, class Result>
class CostBound {
 public:
  using Value = typename Kind::Value;

  CostBound() = default;
  template <class Function>
  requires(!std::same_as<std::remove_cvref_t<Function>, CostBound>)
      CostBound(Function of) {  // NOLINT: `.supersteps = 2`
    if constexpr (std::integral<Function>) {
      of_ = [of](const Value&, const Result&, std::uint64_t) { return static_cast<std::uint64_t>(of); };
    } else if constexpr (std::invocable<Function&, std::uint64_t, std::uint64_t>) {
      of_ = [of](const Value& value, const Result&, std::uint64_t p) {
        return std::uint64_t{of(Kind::sizes(value).front().second, p)};
      };
    } else if constexpr (std::invocable<Function&, const Value&, std::uint64_t>) {
      of_ = [of](const Value& value, const Result&, std::uint64_t p) { return std::uint64_t{of(value, p)}; };
    } else {
      of_ = of;
    }
  }

  /// The number for a run; nothing if nothing is promised.
  std::optional<std::uint64_t> operator()(const Value& value, const Result& result, std::uint64_t processes) const {
    return of_ ? std::optional(of_(value, result, processes)) : std::nullopt;
  }

 private:
  std::function<std::uint64_t(const Value&, const Result&, std::uint64_t)> of_;
};

/// What a BSP program costs on a machine with one process a component: T = w + h g + l in each superstep.
template <class Kind, class Result>
struct Cost {
  using Value = typename Kind::Value;

  CostBound<Kind, Result> supersteps = {};  ///< exactly; else
  CostBound<Kind, Result> supersteps_at_most = {};
  CostBound<Kind, Result> relation = {};  ///< h in words, summed over the supersteps, exactly; else
  CostBound<Kind, Result> relation_at_most = {};
  CostBound<Kind, Result> work = {};  ///< w in local operations, summed over the supersteps, exactly; else
  CostBound<Kind, Result> work_at_most = {};

  CostBounds operator()(const Value& value, const Result& result, std::uint64_t processes) const {
    return {supersteps(value, result, processes), supersteps_at_most(value, result, processes),
            relation(value, result, processes),   relation_at_most(value, result, processes),
            work(value, result, processes),       work_at_most(value, result, processes)};
  }
};

/// Whether a result is right, and facts about it for reports.
struct Verdict {
  Verdict(bool is_right, Facts more = {}) : right(is_right), facts(std::move(more)) {}  // NOLINT: most give a bool

  bool right;
  Facts facts;  ///< reported after the facts of the description
};

/// What decides whether a result is right. It is a function with the parameters of the program without the machine,
/// whose value the result must equal; or a function from input and result to a Verdict, which may be a bool.
template <class Kind, class Result>
class Oracle {
 public:
  using Value = typename Kind::Value;

  Oracle() = default;
  template <class Function>
  requires(!std::same_as<std::remove_cvref_t<Function>, Oracle>)
      Oracle(Function of) {  // NOLINT: `.oracle = [](...) {...}`
    if constexpr (std::is_invocable_r_v<Verdict, Function&, const Value&, const Result&>) {
      judge_ = of;
    } else {
      judge_ = [of](const Value& value, const Result& result) {
        return Verdict(std::apply(of, Kind::arguments(value)) == result);
      };
    }
  }

  Verdict operator()(const Value& value, const Result& result) const { return judge_(value, result); }

 private:
  std::function<Verdict(const Value&, const Result&)> judge_;
};

/// An entry of the table of programs. program() makes a Program of it.
template <class Kind, class Result>
struct Description {
  using Value = typename Kind::Value;

  std::string name;                          ///< as the literature names it
  std::string alias = {};                    ///< a short name where it is obvious
  std::string what = {};                     ///< what it finds, and how
  std::string source = {};                   ///< papers and sections of books
  Model model = Rule::erew;                  ///< the weakest rule that it needs; or Model::bsp
  std::optional<Rule> needs_more_than = {};  ///< a weaker rule, under which it breaks
  std::string time = {};                     ///< "O(log n)"; of a BSP program "2n/p + p + (p - 1) g + 2l"
  Bound<Kind, Result> steps = {};            ///< T, exactly; else
  Bound<Kind, Result> steps_at_most = {};    ///< T
  std::string work = {};                     ///< "O(n)"
  Bound<Kind, Result> work_at_most = {};     ///< W
  Letters letters = {};                      ///< what letters but n in `time` and `work` are at most: {{"h", "n"}}
  Bound<Kind, Result> degree_at_most = {};   ///< κ, requests for one cell in one step
  Cost<Kind, Result> cost = {};              ///< of a BSP program, in place of steps, work and degree
  std::uint32_t components = 0;              ///< the default number of them; 0: that of the machine
  Sizes size = {};                           ///< of the input
  Placement placement = Placement::hashed;   ///< the default placement
  std::string access = {};                   ///< the default access protocol; "": that of the machine
  bool begins_at_source = true;              ///< where the kind of input has a vertex to begin at: the program does
  Oracle<Kind, Result> oracle = {};          ///< decides whether a result is right
  std::string against = {};                  ///< the oracle in words: "sums one by one"
  /// The facts that reports show of a result, beside its cost.
  std::function<Facts(const Value&, const Result&)> facts = [](const Value&, const Result&) { return Facts(); };
  /// Writes the result, one item a line.
  std::function<void(std::ostream&, const Value&, const Result&)> write = [](std::ostream& out, const Value&,
                                                                             const Result& result) {
    if constexpr (requires { write_result(out, result); }) write_result(out, result);
  };
};

}  // namespace pram::programs
