#include "distributions.hpp"

namespace pram::tool {

namespace {

/// Words in proportion to i + 1. The first i nodes have N i (i + 1) / (k (k + 1)) of them, rounded down.
std::vector<std::uint64_t> linear(std::uint64_t words, std::uint32_t nodes) {
  __extension__ using Wide = unsigned __int128;
  const Wide weights = Wide{nodes} * (std::uint64_t{nodes} + 1);
  std::vector<std::uint64_t> counts;
  std::uint64_t before = 0;
  for (std::uint64_t i = 1; i <= nodes; ++i) {
    const auto up_to = static_cast<std::uint64_t>(Wide{words} * i * (i + 1) / weights);
    counts.push_back(up_to - before);
    before = up_to;
  }
  return counts;
}

std::vector<std::uint64_t> halves(std::uint64_t words, std::uint32_t nodes) {
  std::vector<std::uint64_t> counts(nodes, 0);
  for (std::uint32_t i = 0; i + 1 < nodes; ++i) {
    counts[i] = words - words / 2;
    words /= 2;
  }
  counts.back() = words;
  return counts;
}

std::vector<std::uint64_t> one(std::uint64_t words, std::uint32_t nodes) {
  std::vector<std::uint64_t> counts(nodes, 0);
  counts.front() = words;
  return counts;
}

}  // namespace

const std::vector<Distribution>& distributions() {
  static const std::vector<Distribution> all = {
      {"linear", "node i has words in proportion to i + 1", linear},
      {"halves", "node 0 has half of all words, and each next node half of the rest", halves},
      {"one", "node 0 has all words", one}};
  return all;
}

std::vector<std::string> distribution_names() {
  std::vector<std::string> names;
  for (const Distribution& distribution : distributions()) names.emplace_back(distribution.name);
  return names;
}

}  // namespace pram::tool
