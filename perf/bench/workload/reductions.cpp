#include "reductions.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace pram::bench {

std::uint64_t key_of(std::uint64_t pair, std::uint64_t distinct, std::uint64_t pairs) {
  const std::uint64_t mixed = pair * 0x9E3779B97F4A7C15U;
  // All distinct: a prime modulo a number of pairs that it does not divide is a permutation.
  return distinct == pairs ? pair * 7'368'787 % pairs : (mixed >> 24) % distinct;
}

Pairs make_pairs(std::uint64_t pairs, std::uint64_t distinct) {
  Pairs all(pairs);
  for (std::uint64_t k = 0; k < pairs; ++k) all[k] = {static_cast<std::uint32_t>(key_of(k, distinct, pairs)), 1};
  return all;
}

void RadixReduction::run(unsigned threads) {
  std::ranges::fill(sums_, 0);
  tbb::task_arena(static_cast<int>(threads)).execute([&] { reduce(threads); });
}

void RadixReduction::reduce(unsigned threads) {
  constexpr std::uint64_t most_parts = 512;
  const std::uint64_t pairs = input_.size();
  unsigned shift = 0;
  while (((sums_.size() - 1) >> shift) >= most_parts) ++shift;
  const std::uint64_t parts = ((sums_.size() - 1) >> shift) + 1;
  const std::uint64_t blocks = threads * 4ULL;
  const std::uint64_t block = (pairs + blocks - 1) / blocks;
  std::vector<std::vector<std::uint64_t>> place(blocks, std::vector<std::uint64_t>(parts + 1));
  tbb::parallel_for(std::uint64_t{0}, blocks, [&](std::uint64_t b) {
    for (std::uint64_t k = b * block; k < std::min(pairs, (b + 1) * block); ++k) ++place[b][input_[k].first >> shift];
  });
  std::vector<std::uint64_t> first(parts + 1);
  std::uint64_t total = 0;
  for (std::uint64_t part = 0; part < parts; ++part) {
    first[part] = total;
    for (std::uint64_t b = 0; b < blocks; ++b) total += std::exchange(place[b][part], total);
  }
  first[parts] = total;
  tbb::parallel_for(std::uint64_t{0}, blocks, [&](std::uint64_t b) {
    for (std::uint64_t k = b * block; k < std::min(pairs, (b + 1) * block); ++k)
      scratch_[place[b][input_[k].first >> shift]++] = input_[k];
  });
  tbb::parallel_for(std::uint64_t{0}, parts, [&](std::uint64_t part) {
    for (std::uint64_t k = first[part]; k < first[part + 1]; ++k) sums_[scratch_[k].first] += scratch_[k].second;
  });
}

void RadixReduction::check() const {
  if (std::accumulate(sums_.begin(), sums_.end(), std::uint64_t{0}) != input_.size())
    throw std::logic_error("the sums do not add up");
}

ReducingStep::ReducingStep(const Pairs& input, std::uint64_t distinct, const std::string& access, unsigned threads)
    : input_(input),
      machine_({.network = "router", .access = access, .threads = threads}),
      sums_(machine_.array<std::uint64_t>(distinct, 0, "sums")),
      all_(machine_.processors(input.size())) {}

void ReducingStep::run() {
  all_.combine(
      sums_, [this](std::uint64_t k) { return input_[k].first; }, Sum{},
      [this](std::uint64_t k) { return input_[k].second; });
  ++steps_;
}

void ReducingStep::check() const {
  std::uint64_t all = 0;
  for (const std::uint64_t sum : sums_.host()) all += sum;
  if (all != input_.size() * steps_) throw std::logic_error("the sums do not add up");
}

}  // namespace pram::bench
