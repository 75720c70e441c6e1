#pragma once

#include <cstdint>

#include "../hash.hpp"

namespace pram::detail {

/// The random words of one worker's processors. A word is a hash of seed, pardo, step, processor and the number of
/// words that the processor has drawn before in the step. A processor runs once in a step, so that one counter serves
/// all. The pardo is part of the hash because the code after a processor's last request runs under the number of the
/// step with which the next pardo begins.
class Draws {
 public:
  void begin_pardo(std::uint64_t seed, std::uint64_t pardo) {
    pardo_key_ = hash64(pardo, seed ^ apart);
    step_ = none;
  }

  /// Words are drawn anew from here on, under the same step, too.
  void begin_step() { step_ = none; }

  std::uint64_t next(std::uint64_t processor, std::uint64_t step) {
    if (step != step_) {
      step_ = step;
      step_key_ = hash64(step, pardo_key_);
      processor_ = none;
    }
    if (processor != processor_) {
      processor_ = processor;
      drawn_ = 0;
    }
    return hash64(processor, drawn_++, step_key_);
  }

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  static constexpr std::uint64_t apart = 0xD1CE5EEDF0425A1BU;  // keeps draws apart from placement, routes and winners

  std::uint64_t pardo_key_ = 0;
  std::uint64_t step_key_ = 0;
  std::uint64_t step_ = none;
  std::uint64_t processor_ = none;
  std::uint64_t drawn_ = 0;
};

}  // namespace pram::detail
