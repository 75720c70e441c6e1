#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace pram::bsp {

/// How a collective travels. All but the first four are those of `pram collective`, and have their names. Each process
/// sends one message at most and gets one at most in a superstep, but where something else is said.
enum class Algorithm : std::uint8_t {
  best,       ///< whichever of the next three costs least by its formula; of equals the one with the fewest supersteps
  one_phase,  ///< straight: "one-phase", or "direct"
  two_phase,  ///< through p blocks, one on each process (Bisseling 2020, Section 2.4; van de Geijn 1994): "two-phase",
              ///< or "scatter-all-gather"
  tree,       ///< each process that has the values serves k - 1 others; k is the power of two of least cost
  automatic,  ///< "auto": whichever of all costs least by its formula, of those that fit the operator and p
  binomial,   ///< the tree of k = 2 (Thakur, Rabenseifner and Gropp 2005)
  doubling,   ///< exchanges with processes 1, 2, 4, … away: "doubling", or "recursive-doubling"
  bine,       ///< a binomial tree of near processes (De Sensi and others, SC 2025)
  ring,       ///< around the circle of all processes (Patarasuk and Yuan 2009), or in packets along it
  chain,      ///< in packets from process to process in their order
  rabenseifner,  ///< halves exchanged, combined, and gathered back (Rabenseifner 2004)
  swing,         ///< the same with processes 1, 1, 3, 5, 11, … away (De Sensi and others, NSDI 2024)
  circulant,     ///< on circulant graphs, in the fewest supersteps for any p (Träff, arXiv 2407.18004 and 2410.14234)
  two_sweeps,    ///< up a binomial tree, and down: "two-sweeps" (Brent and Kung 1982)
  bruck,         ///< by the binary digits of the distance (Bruck and others 1997)
};

/// The name by which a program asks for it: "two-phase", "auto", "rabenseifner", …
std::string to_string(Algorithm algorithm);

/// What collectives and their formulas take for an algorithm: `Algorithm::circulant`, "circulant", or, as
/// `pram list collectives` names it, "all-reduce-circulant", which another collective than all_reduce refuses.
class AlgorithmChoice {
 public:
  constexpr AlgorithmChoice(Algorithm algorithm) : algorithm_(algorithm) {}  // NOLINT(google-explicit-constructor)
  /// @throws ConfigError with the known names
  template <std::convertible_to<std::string_view> Name>
  AlgorithmChoice(const Name& name) : AlgorithmChoice(named(name)) {}  // NOLINT(google-explicit-constructor)

  constexpr Algorithm algorithm() const { return algorithm_; }
  /// The name of the collective that stood in front; empty: none did.
  std::string_view collective() const;

 private:
  static AlgorithmChoice named(std::string_view name);

  Algorithm algorithm_;
  std::uint8_t collective_ = 0;  // its place among the names, from 1
};

/// A function of two values that commutes, so that a collective may combine values in another order than that of their
/// processes: see commutative().
template <class Function>
struct Commutative {
  static constexpr bool commutes = true;
  Function function;

  template <class T>
  constexpr T operator()(const T& a, const T& b) const {
    return function(a, b);
  }
};

/// Says of an operator that it commutes: `co_await all_reduce(self, values, commutative(nearest), {.algorithm =
/// "swing"})`. Of pram::Sum{} and its like, of a program's own CombiningOperator, and of std::plus and its like on
/// numbers this is known. A type says it of itself by `static constexpr bool commutes`.
template <class Function>
constexpr Commutative<Function> commutative(Function function) {
  return {std::move(function)};
}

}  // namespace pram::bsp
