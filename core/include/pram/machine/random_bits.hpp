#pragma once

#include <concepts>
#include <cstdint>
#include <limits>

/// Random words for processors: the same on every run, network, access protocol and number of host threads.
namespace pram {

namespace detail {

/// The next random word of the processor that runs now. @throws Error outside a pardo
std::uint64_t random_word();

/// Uniform in [0, bound), bound > 0: further words are drawn where one would favour some numbers (Lemire 2019).
std::uint64_t random_below(std::uint64_t bound);

/// @throws std::invalid_argument: there is no number below such a bound
[[noreturn]] void refuse_bound(std::int64_t bound);

}  // namespace detail

/// A processor's random words as the distributions of the standard library take them (a
/// std::uniform_random_bit_generator):
///
///     auto bits = self.random_bits();
///     const double x = std::uniform_real_distribution<>(0, 1)(bits);
///
/// The generator has no state of its own: the words are those of Processor::random(). Standard libraries differ in what
/// their distributions make of them.
class RandomBits {
 public:
  using result_type = std::uint64_t;

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  result_type operator()() const { return detail::random_word(); }
};

}  // namespace pram
