#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include <pram/programs/detail/input/untyped_kind.hpp>
#include <pram/programs/detail/row/untyped_function.hpp>
#include <pram/programs/input/sizes.hpp>
#include <pram/programs/program.hpp>

/// A row of the table of programs without the types of its input and its result: plain data, of one layout whatever the
/// program is. So all that is done with rows is compiled once, in program.cpp. Description says what the members mean,
/// and program() makes a row of one.
///
/// In what follows `value` is an input that the row's kind has made, `result` is what `run` has made of it, and n is
/// the first of the kind's sizes. Any function but `destroy` may throw. Jobs of one row may run at once, so a function
/// changes nothing but what it makes.
namespace pram::programs {

/// A number that a row promises for a run; without a function it promises nothing.
struct UntypedBound {
  using Function = UntypedFunction<std::uint64_t, std::uint64_t, const void*, const void*>;

  Function of = {};            ///< of n, value and result
  bool of_size_alone = false;  ///< `of` looks at n alone, and takes null pointers for value and result

  /// The same number for all runs.
  static UntypedBound constant(std::uint64_t number);

  /// The number for a run; nothing if nothing is promised.
  std::optional<std::uint64_t> operator()(std::uint64_t n, const void* value, const void* result) const;
  /// The number for any run of size n; nothing if it depends on more.
  std::optional<std::uint64_t> of_size(std::uint64_t n) const;
};

/// A number that the row of a BSP program promises for a run on p processes.
struct UntypedCostBound {
  using Function = UntypedFunction<std::uint64_t, std::uint64_t, const void*, const void*, std::uint64_t>;

  Function of = {};  ///< of n, value, result and p

  /// The same number for all runs.
  static UntypedCostBound constant(std::uint64_t number);

  /// The number for a run; nothing if nothing is promised.
  std::optional<std::uint64_t> operator()(std::uint64_t n, const void* value, const void* result,
                                          std::uint64_t processes) const;
};

/// What the row of a BSP program promises; see Cost.
struct UntypedCost {
  UntypedCostBound supersteps = {};
  UntypedCostBound supersteps_at_most = {};
  UntypedCostBound relation = {};
  UntypedCostBound relation_at_most = {};
  UntypedCostBound work = {};
  UntypedCostBound work_at_most = {};

  CostBounds operator()(std::uint64_t n, const void* value, const void* result, std::uint64_t processes) const;
};

/// Whether a result is right, and facts about it for reports.
struct Verdict {
  Verdict(bool is_right, Facts more = {}) : right(is_right), facts(std::move(more)) {}  // NOLINT: most give a bool

  bool right;
  Facts facts;  ///< reported after the facts of the description
};

using UntypedOracle = UntypedFunction<Verdict, const void*, const void*>;              ///< of value and result
using UntypedFacts = UntypedFunction<Facts, const void*, const void*>;                 ///< of value and result
using UntypedWriter = UntypedFunction<void, std::ostream&, const void*, const void*>;  ///< of value and result
using UntypedRun = UntypedFunction<const void*, Machine&, const void*>;                ///< of machine and value

/// What letters but n in claims are at most: {{"h", "n"}}.
class LetterClaims {
 public:
  struct Letter {
    std::string_view letter;
    std::string_view at_most;
  };

  static constexpr std::size_t most = 4;

  LetterClaims() = default;
  /// @throws std::length_error if there are more than `most`
  LetterClaims(std::initializer_list<Letter> letters);

  /// The same with words of its own.
  Letters letters() const;

 private:
  std::array<Letter, most> letters_ = {};
  std::size_t count_ = 0;
};

/// The functions of a row, which outlive every Program that is made of the row, with its jobs and outcomes.
struct UntypedFunctions {
  const UntypedKind* kind = nullptr;  ///< makes a job's value, and destroys it with the job and its outcomes
  /// Called by Job::run() first: runs the program on the machine, and makes a result.
  UntypedRun run = {};
  /// Destroys a result; called when the outcome of the run and its copies are gone.
  void (*destroy)(const void* result) = nullptr;
  UntypedOracle oracle = {};  ///< called by Job::run() behind `run`: whether the result is right
  UntypedFacts facts = {};    ///< called by Job::run() behind `oracle`; without a function there are none
  /// Called by Job::run() behind `facts`; those of size alone by Program::promised_of_size(), too.
  UntypedBound steps = {};
  UntypedBound steps_at_most = {};
  UntypedBound work_at_most = {};
  UntypedBound degree_at_most = {};
  UntypedCost cost = {};
  UntypedWriter write = {};  ///< called by Outcome::write(), as often as that is
};

/// A row. make_program() copies the words, which need not outlive the call.
struct UntypedRow {
  std::string_view name;
  std::string_view alias = {};
  std::string_view what = {};
  std::string_view columns = {};
  std::string_view source = {};
  Model model = Rule::erew;
  std::optional<Rule> needs_more_than = {};
  std::string_view time = {};
  std::string_view work = {};
  LetterClaims letters = {};
  std::uint32_t components = 0;
  Sizes size = {};
  Placement placement = Placement::hashed;
  std::string_view access = {};
  std::string_view pointers = {};
  std::span<const ProgramOption> options = {};
  bool begins_at_source = true;
  std::string_view against = {};
  UntypedFunctions functions = {};
};

static_assert(std::is_trivially_copyable_v<UntypedRow>);

/// The program of a row.
Program make_program(const UntypedRow& row);

}  // namespace pram::programs
