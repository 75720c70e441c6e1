#include "sweeps.hpp"

#include <fmt/format.h>

#include "../options/input.hpp"

namespace pram::tool {

namespace {

constexpr std::uint64_t most_seeds = 1'000'000;

}  // namespace

bool is_sweep(const Options& options) {
  return options.has(option::seeds) || options.text(option::size).find("..") != std::string::npos;
}

void refuse_sweep(const Options& options, const std::string& allowed) {
  if (options.has(option::seeds)) options.refuse(option::seeds, allowed);
  if (is_sweep(options)) options.refuse(option::size, allowed);
}

Range seeds_of(const Options& options) {
  if (!options.has(option::seeds)) {
    const std::uint64_t seed = options[option::seed];
    return {seed, seed};
  }
  if (options.has(option::seed)) options.refuse(option::seed, "either --seed or --seeds");
  const Range range = range_of(options, option::seeds, 0, "A, A + 1, … up to B, as 1..20");
  if (range.last - range.first >= most_seeds)
    options.refuse(option::seeds, fmt::format("at most {} seeds", most_seeds));
  return range;
}

}  // namespace pram::tool
