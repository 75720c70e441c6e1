#include "allotment.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "counting.hpp"

namespace pram::detail {

namespace {

std::uint64_t shares(const Bin& bin, std::uint64_t load) { return (bin.records + load - 1) / load; }

/// True if a bin's components are filled one after the other, the last one in part. Otherwise they are filled evenly.
bool fills(const Bin& bin, std::uint64_t load) { return bin.components == shares(bin, load); }

class Packing {
 public:
  Packing(std::span<Bin> bins, std::uint32_t components) : bins_(bins), components_(components), order_(bins.size()) {
    std::iota(order_.begin(), order_.end(), 0U);
    std::ranges::stable_sort(order_, std::ranges::greater(), [bins](std::uint32_t k) { return bins[k].records; });
  }

  /// Tries a load. The bins keep what was allotted before it failed.
  bool fits(std::uint64_t load) {
    room_.clear();
    std::uint64_t next = 0;
    for (const std::uint32_t k : order_) {
      Bin& bin = bins_[k];
      bin.components = 0;
      if (bin.records == 0) continue;
      if (bin.records > load) {
        const std::uint64_t wanted = shares(bin, load);
        if (wanted > components_) return false;
        bin.first = static_cast<std::uint32_t>(next);
        bin.components = counting_size(static_cast<std::uint32_t>(wanted));
        next += bin.components;
        if (next > components_) return false;
        if (fills(bin, load)) room_.push_back({static_cast<std::uint32_t>(next) - 1, wanted * load - bin.records});
        continue;
      }
      auto place = std::ranges::find_if(room_, [&](const Room& room) { return room.left >= bin.records; });
      if (place == room_.end()) {
        if (next == components_) return false;
        place = room_.insert(room_.end(), {static_cast<std::uint32_t>(next++), load});
      }
      place->left -= bin.records;
      bin.first = place->component;
      bin.components = 1;
    }
    return true;
  }

 private:
  struct Room {
    std::uint32_t component;
    std::uint64_t left;
  };

  std::span<Bin> bins_;
  std::uint32_t components_;
  std::vector<std::uint32_t> order_;
  std::vector<Room> room_;
};

}  // namespace

std::uint64_t allot(std::span<Bin> bins, std::uint32_t components, std::uint64_t least) {
  Packing packing(bins, components);
  std::uint64_t records = 0;
  for (const Bin& bin : bins) records += bin.records;
  std::uint64_t low = std::max<std::uint64_t>({least, (records + components - 1) / components, 1});
  std::uint64_t high = low;
  for (std::uint64_t stride = 1 + low / 8; !packing.fits(high); stride *= 2) {
    low = high + 1;
    high += stride;
  }
  while (low < high) {
    const std::uint64_t middle = (low + high) / 2;
    if (packing.fits(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  packing.fits(high);
  return high;
}

std::uint32_t component_of(const Bin& bin, std::uint64_t load, std::uint64_t place) {
  const std::uint64_t share = fills(bin, load) ? place / load : place * bin.components / bin.records;
  return bin.first + static_cast<std::uint32_t>(std::min<std::uint64_t>(share, bin.components - 1));
}

}  // namespace pram::detail
