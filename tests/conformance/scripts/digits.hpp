#pragma once

#include <cstdint>

/// How scripts are made of random words.
namespace pram::conformance {

inline std::uint64_t mix(std::uint64_t x) {  // splitmix64
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

/// Takes small numbers from a word, lowest first; a word of 0 gives zeros.
class Digits {
 public:
  explicit Digits(std::uint64_t word) : rest_(word) {}
  std::uint32_t below(std::uint32_t n) {
    const auto digit = static_cast<std::uint32_t>(rest_ % n);
    rest_ /= n;
    return digit;
  }
  bool one_in(std::uint32_t n) { return below(n) == n - 1; }

 private:
  std::uint64_t rest_;
};

}  // namespace pram::conformance
