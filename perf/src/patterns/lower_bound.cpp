#include <algorithm>
#include <bit>
#include <vector>

#include <pram/perf/patterns/pattern_engine.hpp>

namespace pram::perf {

std::uint32_t least_charge(const PatternRecords& records) {
  std::vector<std::uint32_t> leaving(records.components);
  std::vector<std::uint32_t> awaited(records.components);
  std::uint32_t bound = 0;
  for (std::uint32_t first = 0, last = 0; first < records.count; first = last) {
    const std::uint32_t address = records.address[first];
    const std::uint32_t home = records.home[address];
    bool abroad = false;
    for (last = first; last < records.count && records.address[last] == address; ++last) {
      if (records.component[last] == home) continue;
      abroad = true;
      bound = std::max(bound, ++leaving[records.component[last]]);
    }
    if (abroad) bound = std::max(bound, ++awaited[home]);
    bound = std::max(bound, static_cast<std::uint32_t>(std::bit_width(last - first - 1)));
  }
  return bound;
}

}  // namespace pram::perf
