#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string_view>
#include <type_traits>
#include <vector>

#include <pram/programs/detail/results.hpp>
#include <pram/programs/detail/row/untyped_row.hpp>
#include <pram/programs/input/kind.hpp>
#include <pram/programs/program.hpp>

/// What an author says of a program for the table of programs. Each member knows the types of input and result, takes a
/// function of them, and keeps it without them. So a function captures two words of plain data at most.
namespace pram::programs {

/// A number that a description promises for a run: the same for all runs, or a function of the size n (the first of the
/// sizes of the kind), of the input, or of input and result.
template <class Kind, class Result>
class Bound : public UntypedBound {
 public:
  using Value = typename Kind::Value;

  Bound() = default;
  template <class Function>
  requires(!std::same_as<std::remove_cvref_t<Function>, Bound>) Bound(Function promise)
      : UntypedBound(untyped(promise)) {}  // NOLINT: `.steps = [](...) {...}`

 private:
  template <class Function>
  static UntypedBound untyped(const Function& promise) {
    if constexpr (std::integral<Function>) {
      return constant(static_cast<std::uint64_t>(promise));
    } else if constexpr (std::invocable<const Function&, std::uint64_t>) {
      return {{promise,
               [](const void* captured, std::uint64_t n, const void*, const void*) -> std::uint64_t {
                 return captured_function<Function>(captured)(n);
               }},
              true};
    } else if constexpr (std::invocable<const Function&, const Value&>) {
      return {{promise, [](const void* captured, std::uint64_t, const void* value, const void*) -> std::uint64_t {
                 return captured_function<Function>(captured)(*static_cast<const Value*>(value));
               }}};
    } else {
      return {
          {promise, [](const void* captured, std::uint64_t, const void* value, const void* result) -> std::uint64_t {
             return captured_function<Function>(captured)(*static_cast<const Value*>(value),
                                                          *static_cast<const Result*>(result));
           }}};
    }
  }
};

/// A number that the description of a BSP program promises for a run on p processes: the same for all runs, or a
/// function of the size n and p, of the input and p, or of input, result and p.
template <class Kind, class Result>
class CostBound : public UntypedCostBound {
 public:
  using Value = typename Kind::Value;

  CostBound() = default;
  template <class Function>
  requires(!std::same_as<std::remove_cvref_t<Function>, CostBound>) CostBound(Function promise)
      : UntypedCostBound(untyped(promise)) {}  // NOLINT: `.supersteps = 2`

 private:
  template <class Function>
  static UntypedCostBound untyped(const Function& promise) {
    if constexpr (std::integral<Function>) {
      return constant(static_cast<std::uint64_t>(promise));
    } else {
      return {{promise,
               [](const void* captured, [[maybe_unused]] std::uint64_t n, [[maybe_unused]] const void* value,
                  [[maybe_unused]] const void* result, std::uint64_t p) -> std::uint64_t {
                 const Function& of = captured_function<Function>(captured);
                 if constexpr (std::invocable<const Function&, std::uint64_t, std::uint64_t>) {
                   return of(n, p);
                 } else if constexpr (std::invocable<const Function&, const Value&, std::uint64_t>) {
                   return of(*static_cast<const Value*>(value), p);
                 } else {
                   return of(*static_cast<const Value*>(value), *static_cast<const Result*>(result), p);
                 }
               }}};
    }
  }
};

/// What a BSP program costs on a machine with one process a component: T = w + h g + l in each superstep.
template <class Kind, class Result>
struct Cost {
  CostBound<Kind, Result> supersteps = {};  ///< exactly; else
  CostBound<Kind, Result> supersteps_at_most = {};
  CostBound<Kind, Result> relation = {};  ///< h in words, summed over the supersteps, exactly; else
  CostBound<Kind, Result> relation_at_most = {};
  CostBound<Kind, Result> work = {};  ///< w in local operations, summed over the supersteps, exactly; else
  CostBound<Kind, Result> work_at_most = {};

  UntypedCost untyped() const {
    return {supersteps, supersteps_at_most, relation, relation_at_most, work, work_at_most};
  }
};

/// What decides whether a result is right: a function with the parameters of the program without the machine, whose
/// value the result must equal; or a function from input and result to a Verdict, which may be a bool.
template <class Kind, class Result>
class Oracle : public UntypedOracle {
 public:
  using Value = typename Kind::Value;

  Oracle() = default;
  template <class Function>
  requires(!std::same_as<std::remove_cvref_t<Function>, Oracle>)
      Oracle(Function oracle)  // NOLINT: `.oracle = [](...) {...}`
      : UntypedOracle(oracle, [](const void* captured, const void* value, const void* result) -> Verdict {
          const Function& of = captured_function<Function>(captured);
          const Value& input = *static_cast<const Value*>(value);
          const Result& found = *static_cast<const Result*>(result);
          if constexpr (std::is_invocable_r_v<Verdict, const Function&, const Value&, const Result&>) {
            return of(input, found);
          } else {
            return call_with_input<Kind>(of, input) == found;
          }
        }) {}
};

/// The facts that reports show of a result, beside its cost: a function of input and result.
template <class Kind, class Result>
class FactsOfResult : public UntypedFacts {
 public:
  using Value = typename Kind::Value;

  FactsOfResult() = default;
  template <class Function>
  requires(!std::same_as<std::remove_cvref_t<Function>, FactsOfResult>)
      FactsOfResult(Function facts)  // NOLINT: `.facts = [](...) {...}`
      : UntypedFacts(facts, [](const void* captured, const void* value, const void* result) -> Facts {
          return captured_function<Function>(captured)(*static_cast<const Value*>(value),
                                                       *static_cast<const Result*>(result));
        }) {}
};

/// What writes a result, one item a line: a function of a stream, input and result; by default write_result().
template <class Kind, class Result>
class Writer : public UntypedWriter {
 public:
  using Value = typename Kind::Value;

  Writer()
      : Writer([](std::ostream& out, const Value&, const Result& result) {
          if constexpr (requires { write_result(out, result); }) write_result(out, result);
        }) {
    columns_ = columns_of_type<Result>();
  }
  template <class Function>
  requires(!std::same_as<std::remove_cvref_t<Function>, Writer>)
      Writer(Function write)  // NOLINT: `.write = [](...) {...}`
      : UntypedWriter(write, [](const void* captured, std::ostream& out, const void* value, const void* result) {
          captured_function<Function>(captured)(out, *static_cast<const Value*>(value),
                                                *static_cast<const Result*>(result));
        }) {}

  /// What a line has, as far as the type of the result says it.
  std::string_view columns() const { return columns_; }

 private:
  std::string_view columns_;
};

/// An entry of the table of programs. program() makes a Program of it, and copies the words.
template <class Kind, class Result>
struct Description {
  using Value = typename Kind::Value;

  std::string_view name;                     ///< as the literature names it
  std::string_view alias = {};               ///< a short name where it is obvious
  std::string_view what = {};                ///< what it finds, and how
  std::string_view columns = {};             ///< of a line of --output, with commas between: "vertex, its level"
  std::string_view source = {};              ///< papers and sections of books
  Model model = Rule::erew;                  ///< the weakest rule that it needs; or Model::bsp
  std::optional<Rule> needs_more_than = {};  ///< a weaker rule, under which it breaks
  std::string_view time = {};                ///< "O(log n)"; of a BSP program "2n/p + p + (p - 1) g + 2l"
  Bound<Kind, Result> steps = {};            ///< T, exactly; else
  Bound<Kind, Result> steps_at_most = {};    ///< T
  std::string_view work = {};                ///< "O(n)"
  Bound<Kind, Result> work_at_most = {};     ///< W
  LetterClaims letters = {};                 ///< what letters but n in `time` and `work` are at most: {{"h", "n"}}
  Bound<Kind, Result> degree_at_most = {};   ///< κ, requests for one cell in one step
  Cost<Kind, Result> cost = {};              ///< of a BSP program, in place of steps, work and degree
  std::uint32_t components = 0;              ///< the default number of them; 0: that of the machine
  Sizes size = {};                           ///< of the input
  Placement placement = Placement::hashed;   ///< the default placement
  std::string_view access = {};              ///< the default access protocol; "": that of the machine
  std::string_view pointers = {};            ///< arrays with indices of their own cells: "next", "next parent"
  std::vector<ProgramOption> options = {};   ///< of its own, where Kind is a WithOptions or has take_options()
  bool begins_at_source = true;              ///< where the kind of input has a vertex to begin at: the program does
  Oracle<Kind, Result> oracle = {};          ///< decides whether a result is right
  std::string_view against = {};             ///< the oracle in words: "sums one by one"
  FactsOfResult<Kind, Result> facts = {};    ///< what reports show of a result; none by default
  Writer<Kind, Result> write = {};           ///< writes the result; a line for each number by default
};

}  // namespace pram::programs
