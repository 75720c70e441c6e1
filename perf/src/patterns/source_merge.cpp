#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <pram/detail/fork_join.hpp>
#include <pram/detail/random/seeded_hash.hpp>
#include <pram/perf/patterns/pattern_engine.hpp>

namespace pram::perf {

namespace {

// A core writes 2^8 streams side by side without missing in its cache of page addresses.
constexpr unsigned most_parts_bits = 8;

void lengthen(std::vector<std::uint32_t>& list, std::size_t length) {
  if (list.size() < length) list.resize(length);
}

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

/// Two counting sorts, by the high bits of the address and then, within what fits a cache, by the low ones. Requests of
/// one address keep their order.
void SourceMerge::sort_by_address(const RequestPattern& pattern, unsigned threads) {
  const std::size_t requests = pattern.requests();
  if (parted_.size() < requests) parted_.resize(requests);
  lengthen(component_, requests);
  end_.assign(pattern.addresses, 0);
  const auto bits = static_cast<unsigned>(std::bit_width(std::max(pattern.addresses, 1U) - 1));
  const unsigned shift = bits > most_parts_bits ? bits - most_parts_bits : 0;
  std::vector<std::uint32_t> place(std::size_t{1} << (bits - shift));
  const std::uint32_t* const address = pattern.address.data();
  const std::uint32_t* const source = pattern.source.data();
  std::uint64_t* const parted = parted_.data();
  std::uint32_t* const part_next = place.data();
  for (std::size_t k = 0; k < requests; ++k) ++part_next[address[k] >> shift];
  std::exclusive_scan(place.begin(), place.end(), place.begin(), 0U);
  for (std::size_t k = 0; k < requests; ++k)
    parted[part_next[address[k] >> shift]++] = (std::uint64_t{address[k]} << 32) | source[k];
  std::uint32_t* const next = end_.data();  // the next place of each address; where its requests end at last
  std::uint32_t* const component = component_.data();
  // A part has addresses and places of its own.
  const auto sort_part = [&](std::size_t part) {
    const std::uint32_t first = part == 0 ? 0 : place[part - 1];
    const std::uint32_t last = place[part];
    for (std::uint32_t k = first; k < last; ++k) ++next[parted[k] >> 32];
    std::uint32_t sum = first;
    const std::uint64_t high = std::min<std::uint64_t>((part + 1) << shift, end_.size());
    for (std::uint64_t a = part << shift; a < high; ++a) sum += std::exchange(next[a], sum);
    for (std::uint32_t k = first; k < last; ++k)
      component[next[parted[k] >> 32]++] = static_cast<std::uint32_t>(parted[k]);
  };
  if (threads > 1) {
    tbb::parallel_for(std::size_t{0}, place.size(), ForkJoin(sort_part));
  } else {
    for (std::size_t part = 0; part < place.size(); ++part) sort_part(part);
  }
}

const PatternRecords& SourceMerge::operator()(const RequestPattern& pattern, std::uint64_t seed, unsigned threads) {
  sort_by_address(pattern, threads);
  records_.components = pattern.components;
  records_.requests = pattern.requests();
  records_.largest_requests = longest_run(pattern.source);
  records_.largest_degree = 0;
  for (auto* const list : {&records_.address, &records_.component, &records_.weight})
    lengthen(*list, records_.requests);
  lengthen(records_.home, pattern.addresses);
  std::uint32_t* const address = records_.address.data();
  std::uint32_t* const component = records_.component.data();
  std::uint32_t* const weight = records_.weight.data();
  const std::uint32_t* const from = component_.data();
  std::uint32_t addresses = 0;
  std::uint32_t count = 0;
  std::uint32_t first = 0;
  for (std::uint32_t a = 0; a < pattern.addresses; ++a) {
    const std::uint32_t last = end_[a];
    if (first == last) continue;
    records_.largest_degree = std::max(records_.largest_degree, last - first);
    records_.home[addresses] = seeded_choice(a, seed, pattern.components);
    // Components ascend within an address, so equal ones are neighbours.
    std::uint32_t before = pattern.components;
    for (std::uint32_t k = first; k < last; ++k) {
      const std::uint32_t fresh = from[k] != before ? 1 : 0;
      before = from[k];
      count += fresh;
      address[count - 1] = addresses;
      component[count - 1] = before;
      weight[count - 1] = fresh != 0 ? 1 : weight[count - 1] + 1;
    }
    ++addresses;
    first = last;
  }
  records_.addresses = addresses;
  records_.count = count;
  return records_;
}

}  // namespace pram::perf
