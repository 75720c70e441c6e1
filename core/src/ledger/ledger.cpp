#include <pram/ledger.hpp>

#include <algorithm>
#include <tuple>

namespace pram {

std::vector<CellTotal> Ledger::cells() const {
  constexpr std::size_t shown = 64;
  std::vector<CellTotal> hottest = cells_;
  std::ranges::sort(hottest, [](const CellTotal& a, const CellTotal& b) {
    return std::tie(b.largest_degree, a.array, a.index) < std::tie(a.largest_degree, b.array, b.index);
  });
  if (hottest.size() > shown) hottest.resize(shown);
  return hottest;
}

std::vector<MixedLines> Ledger::mixed_lines() const {
  std::vector<MixedLines> sorted = mixed_lines_;
  std::ranges::sort(sorted, [](const MixedLines& a, const MixedLines& b) {
    return std::tie(b.steps, a.step) < std::tie(a.steps, b.step);
  });
  return sorted;
}

std::vector<std::string> Ledger::models() const {
  std::vector<std::string> satisfied;
  const bool exclusive_write = breaches_.concurrent_writes + breaches_.read_with_write == 0;
  if (exclusive_write && breaches_.concurrent_reads == 0) satisfied.emplace_back("EREW");
  if (exclusive_write) satisfied.emplace_back("CREW");
  if (exclusive_write || breaches_.unequal_writes + breaches_.combined_writes == 0)
    satisfied.emplace_back("CRCW common");
  satisfied.emplace_back("CRCW");
  return satisfied;
}

}  // namespace pram
