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

std::vector<std::string> Ledger::models() const {
  std::vector<std::string> satisfied;
  const bool exclusive_write = largest_write_degree_ <= 1 && !read_with_write_;
  if (exclusive_write && largest_read_degree_ <= 1) satisfied.emplace_back("EREW");
  if (exclusive_write) satisfied.emplace_back("CREW");
  if (exclusive_write || (!unequal_writes_ && !combined_writes_)) satisfied.emplace_back("CRCW common");
  satisfied.emplace_back("CRCW");
  return satisfied;
}

}  // namespace pram
