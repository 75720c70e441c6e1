#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include <pram/perf/pattern_engine.hpp>
#include <pram/seeded_hash.hpp>

namespace pram::perf {

namespace {

// Streams that a core writes side by side without losing their pages.
constexpr unsigned most_parts_bits = 9;

/// The components of the requests, address by address; those of one address in their given order. Two counting sorts,
/// by the high bits of the address and then, within what fits a cache, by the low ones.
class ByAddress {
 public:
  explicit ByAddress(const RequestPattern& pattern)
      : component_(pattern.requests()), end_(pattern.addresses), requests_(pattern.requests()) {
    const auto bits = static_cast<unsigned>(std::bit_width(std::max(pattern.addresses, 1U) - 1));
    const unsigned shift = bits > most_parts_bits ? bits - most_parts_bits : 0;
    const std::uint32_t parts = ((std::max(pattern.addresses, 1U) - 1) >> shift) + 1;
    std::vector<std::uint32_t> place(parts + std::size_t{1});
    const std::uint32_t* const address = pattern.address.data();
    const std::uint32_t* const source = pattern.source.data();
    for (std::size_t k = 0; k < requests_; ++k) ++place[address[k] >> shift];
    to_first_places(place);
    std::vector<std::uint64_t> parted(requests_);
    for (std::size_t k = 0; k < requests_; ++k)
      parted[place[address[k] >> shift]++] = (std::uint64_t{address[k]} << 32) | source[k];
    std::uint32_t first = 0;
    for (std::uint32_t part = 0; part < parts; ++part) {
      const std::uint32_t last = place[part];
      const std::uint64_t low = std::uint64_t{part} << shift;
      const std::uint64_t high = std::min<std::uint64_t>(low + (std::uint64_t{1} << shift), end_.size());
      std::uint32_t* const next = end_.data();  // the next place of each address; where its requests end at last
      for (std::uint32_t k = first; k < last; ++k) ++next[parted[k] >> 32];
      std::uint32_t sum = first;
      for (std::uint64_t a = low; a < high; ++a) {
        const std::uint32_t count = next[a];
        next[a] = sum;
        sum += count;
      }
      for (std::uint32_t k = first; k < last; ++k)
        component_[next[parted[k] >> 32]++] = static_cast<std::uint32_t>(parted[k]);
      first = last;
    }
  }

  const std::vector<std::uint32_t>& component() const { return component_; }
  const std::vector<std::uint32_t>& end() const { return end_; }

 private:
  static void to_first_places(std::vector<std::uint32_t>& counts) {
    std::uint32_t sum = 0;
    for (std::uint32_t& count : counts) {
      const std::uint32_t here = count;
      count = sum;
      sum += here;
    }
  }

  std::vector<std::uint32_t> component_;
  std::vector<std::uint32_t> end_;
  std::size_t requests_;
};

std::uint32_t longest_run(const std::vector<std::uint32_t>& values) {
  std::uint32_t longest = 0;
  std::uint32_t run = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    run = k > 0 && values[k] == values[k - 1] ? run + 1 : 1;
    longest = std::max(longest, run);
  }
  return longest;
}

}  // namespace

SourceRecords merge_at_sources(const RequestPattern& pattern, std::uint64_t seed) {
  SourceRecords records;
  records.components = pattern.components;
  records.requests = pattern.requests();
  records.largest_requests = longest_run(pattern.source);
  const ByAddress sorted(pattern);
  for (auto* const list : {&records.address, &records.component, &records.home, &records.weight})
    list->resize(records.requests);
  std::uint32_t* const address = records.address.data();
  std::uint32_t* const component = records.component.data();
  std::uint32_t* const home = records.home.data();
  std::uint32_t* const weight = records.weight.data();
  const std::uint32_t* const from = sorted.component().data();
  std::uint32_t count = 0;
  std::uint32_t first = 0;
  for (std::uint32_t a = 0; a < pattern.addresses; ++a) {
    const std::uint32_t last = sorted.end()[a];
    if (first == last) continue;
    ++records.addresses;
    records.largest_degree = std::max(records.largest_degree, last - first);
    const std::uint32_t home_of_all = seeded_choice(a, seed, pattern.components);
    // Components ascend within an address, so equal ones are neighbours.
    std::uint32_t before = pattern.components;
    for (std::uint32_t k = first; k < last; ++k) {
      if (from[k] == before) {
        ++weight[count - 1];
        continue;
      }
      before = from[k];
      address[count] = a;
      component[count] = before;
      home[count] = home_of_all;
      weight[count++] = 1;
    }
    first = last;
  }
  for (auto* const list : {&records.address, &records.component, &records.home, &records.weight}) list->resize(count);
  return records;
}

}  // namespace pram::perf
