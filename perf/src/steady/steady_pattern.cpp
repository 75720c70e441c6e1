#include "steady_pattern.hpp"

#include <cstddef>
#include <memory>
#include <vector>

#include <pram/machines/patterns.hpp>
#include <pram/perf/steady.hpp>
#include <pram/spec.hpp>

namespace pram::perf {

bool is_uniform(const std::string& pattern) { return same_name(Spec(pattern).name, "uniform"); }

std::function<std::uint32_t(std::uint32_t source, std::uint64_t draw)> steady_destinations(const std::string& pattern,
                                                                                           std::uint32_t terminals,
                                                                                           std::uint64_t seed) {
  const Batch batch = make_pattern(Spec(pattern), terminals, seed);
  if (is_uniform(pattern)) {
    return [terminals](std::uint32_t, std::uint64_t draw) {
      return static_cast<std::uint32_t>((draw >> 32) * terminals >> 32);
    };
  }
  struct Destinations {
    std::vector<std::size_t> first;
    std::vector<std::uint32_t> all;
  };
  auto of = std::make_shared<Destinations>();
  of->first.assign(std::size_t{terminals} + 1, 0);
  for (const std::uint32_t source : batch.source) ++of->first[source + std::size_t{1}];
  for (std::size_t k = 0; k < terminals; ++k) of->first[k + 1] += of->first[k];
  of->all = batch.destination;  // sources ascend
  return [of](std::uint32_t source, std::uint64_t draw) {
    const std::size_t first = of->first[source];
    const std::size_t count = of->first[source + std::size_t{1}] - first;
    return count == 0 ? source : of->all[first + ((draw >> 32) * count >> 32)];
  };
}

}  // namespace pram::perf
