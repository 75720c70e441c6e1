#include "region_bands.hpp"

#include <algorithm>

namespace pram::report {

namespace {

/// The steps from the first that has a record to the last.
std::uint64_t steps_with_record(const Ledger& ledger) {
  const std::vector<StepRecord>& steps = ledger.step_records();
  const std::vector<SuperstepRecord>& supersteps = ledger.superstep_records();
  std::uint64_t first = ~std::uint64_t{0};
  std::uint64_t last = 0;
  const auto hold = [&](std::uint64_t one, std::uint64_t other) {
    first = std::min(first, one);
    last = std::max(last, other);
  };
  if (!steps.empty()) hold(steps.front().step, steps.back().step);
  if (!supersteps.empty()) hold(supersteps.front().superstep, supersteps.back().superstep);
  return first <= last ? last - first + 1 : 0;
}

std::vector<RegionBand> joined(const std::vector<RegionBand>& bands, std::uint64_t close) {
  std::vector<RegionBand> all;
  for (const RegionBand& band : bands) {
    RegionBand* const before = all.empty() ? nullptr : &all.back();
    const bool near = before != nullptr && band.first - before->last <= close + 1;
    const bool narrow = close > 0 && (band.last - band.first < close || before == nullptr || before->name.empty() ||
                                      before->last - before->first < close);
    if (near && (before->name == band.name || narrow)) {
      if (before->name != band.name) before->name.clear();
      before->last = band.last;
    } else {
      all.push_back(band);
    }
  }
  return all;
}

}  // namespace

std::vector<std::vector<RegionBand>> region_bands(const Ledger& ledger, std::size_t most) {
  std::vector<std::vector<RegionBand>> rows;
  for (const RegionTotal& region : ledger.regions()) {
    if (region.depth >= most_region_rows || region.stretches.empty()) continue;
    if (rows.size() <= region.depth) rows.resize(region.depth + 1);
    for (const RegionTotal::Stretch& one : region.stretches)
      rows[region.depth].push_back({region.name, one.first, one.last});
  }
  const std::uint64_t close = steps_with_record(ledger) / std::max<std::size_t>(most, 1);
  for (std::vector<RegionBand>& row : rows) {
    std::ranges::sort(row, {}, &RegionBand::first);
    row = joined(row, close);
  }
  return rows;
}

}  // namespace pram::report
