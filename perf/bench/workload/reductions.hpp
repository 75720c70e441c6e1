#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

/// Values added up by key: by one combining step, and by hand.
namespace pram::bench {

/// The key of a pair, one of `distinct` keys. If there are as many keys as pairs, ten million, every pair has its own.
std::uint64_t key_of(std::uint64_t pair, std::uint64_t distinct, std::uint64_t pairs);

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Keys with the value 1.
Pairs make_pairs(std::uint64_t pairs, std::uint64_t distinct);

/// Parts by the keys' high bits, then a private table a part: no locks, no atomics, two passes over the pairs.
class RadixReduction {
 public:
  RadixReduction(const Pairs& input, std::uint64_t distinct) : input_(input), scratch_(input.size()), sums_(distinct) {}

  void run(unsigned threads);
  /// @throws std::logic_error unless the sums add up
  void check() const;

 private:
  void reduce(unsigned threads);

  const Pairs& input_;
  Pairs scratch_;
  std::vector<std::uint64_t> sums_;
};

/// The same by a data-parallel step of a processor a pair.
class ReducingStep {
 public:
  ReducingStep(const Pairs& input, std::uint64_t distinct, const std::string& access, unsigned threads);

  void run();
  /// @throws std::logic_error unless the sums of all steps add up
  void check() const;
  double charge_a_step() const {
    return static_cast<double>(machine_.ledger().charge()) / static_cast<double>(machine_.ledger().steps());
  }

 private:
  const Pairs& input_;
  Machine machine_;
  Array<std::uint64_t> sums_;
  Processors all_;
  std::uint64_t steps_ = 0;
};

}  // namespace pram::bench
