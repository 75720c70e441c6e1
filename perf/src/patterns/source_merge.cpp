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

/// The first of two counting sorts: deals the requests to parts, by the high bits of the address. Requests of one
/// address keep their order in both.
void SourceMerge::part_requests(const RequestPattern& pattern) {
  const std::size_t requests = pattern.requests();
  if (parted_.size() < requests) parted_.resize(requests);
  lengthen(component_, requests);
  lengthen(end_, pattern.addresses);
  const auto bits = static_cast<unsigned>(std::bit_width(std::max(pattern.addresses, 1U) - 1));
  const unsigned shift = bits > most_parts_bits ? bits - most_parts_bits : 0;
  const std::size_t count = std::size_t{1} << (bits - shift);
  const std::uint32_t* const address = pattern.address.data();
  const std::uint32_t* const source = pattern.source.data();
  std::uint64_t* const parted = parted_.data();
  std::vector<std::uint32_t> place(count);  // the next of each part; where it ends at last
  std::uint32_t* const next = place.data();
  for (std::size_t k = 0; k < requests; ++k) ++next[address[k] >> shift];
  std::exclusive_scan(place.begin(), place.end(), place.begin(), 0U);
  for (std::size_t k = 0; k < requests; ++k)
    parted[next[address[k] >> shift]++] = (std::uint64_t{address[k]} << 32) | source[k];
  parts_.resize(count);
  for (std::size_t part = 0; part < count; ++part) {
    const auto low = static_cast<std::uint32_t>(std::min<std::size_t>(part << shift, pattern.addresses));
    const auto high = static_cast<std::uint32_t>(std::min<std::size_t>((part + 1) << shift, pattern.addresses));
    parts_[part] = {low, high, part == 0 ? 0 : place[part - 1], place[part]};
  }
}

/// The second: by the low bits of the address, within what fits a cache. A part has addresses and places of its own.
void SourceMerge::sort_part(const Part& part) {
  const std::uint64_t* const parted = parted_.data();
  std::uint32_t* const next = end_.data();  // the next place of each address; where its requests end at last
  std::uint32_t* const component = component_.data();
  std::fill(next + part.low, next + part.high, 0U);
  for (std::uint32_t k = part.first; k < part.last; ++k) ++next[parted[k] >> 32];
  std::uint32_t sum = part.first;
  for (std::uint32_t a = part.low; a < part.high; ++a) sum += std::exchange(next[a], sum);
  for (std::uint32_t k = part.first; k < part.last; ++k)
    component[next[parted[k] >> 32]++] = static_cast<std::uint32_t>(parted[k]);
}

/// Adds what a sorted part has.
void SourceMerge::count_part(const Part& part, Merged& merged) const {
  std::uint32_t first = part.first;
  for (std::uint32_t a = part.low; a < part.high; ++a) {
    const std::uint32_t last = end_[a];
    if (first == last) continue;
    ++merged.addresses;
    ++merged.records;
    for (std::uint32_t k = first + 1; k < last; ++k) merged.records += component_[k] != component_[k - 1] ? 1 : 0;
    first = last;
  }
}

/// Merges a sorted part's requests.
/// @param merged  what the parts before it have; what this one has is added
void SourceMerge::merge_part(const RequestPattern& pattern, std::uint64_t seed, const Part& part, Merged& merged) {
  std::uint32_t* const address = records_.address.data();
  std::uint32_t* const component = records_.component.data();
  std::uint32_t* const weight = records_.weight.data();
  std::uint32_t* const home = records_.home.data();
  const std::uint32_t* const from = component_.data();
  const std::uint32_t* const end = end_.data();
  std::uint32_t addresses = merged.addresses;
  std::uint32_t count = merged.records;
  std::uint32_t first = part.first;
  for (std::uint32_t a = part.low; a < part.high; ++a) {
    const std::uint32_t last = end[a];
    if (first == last) continue;
    merged.largest_degree = std::max(merged.largest_degree, last - first);
    home[addresses] = pattern.owner.empty() ? seeded_choice(a, seed, pattern.components) : pattern.owner[a];
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
  merged.addresses = addresses;
  merged.records = count;
}

/// Gives the addresses that are asked for the homes that the pattern's hash draws.
void SourceMerge::hash_homes(const RequestPattern& pattern) {
  std::vector<std::uint64_t> key;
  key.reserve(records_.addresses);
  for (const Part& part : parts_) {
    std::uint32_t first = part.first;
    for (std::uint32_t a = part.low; a < part.high; ++a) {
      if (end_[a] != first) key.push_back(pattern.key.empty() ? a : pattern.key[a]);
      first = end_[a];
    }
  }
  pattern.hash->choose(key, pattern.components, records_.home.data());
}

const PatternRecords& SourceMerge::operator()(const RequestPattern& pattern, std::uint64_t seed, unsigned threads) {
  part_requests(pattern);
  for (auto* const list : {&records_.address, &records_.component, &records_.weight})
    lengthen(*list, pattern.requests());
  lengthen(records_.home, pattern.addresses);
  Merged merged;
  if (threads > 1) {
    std::vector<Merged> before(parts_.size());
    const auto sort_one = [&](std::size_t part) {
      sort_part(parts_[part]);
      count_part(parts_[part], before[part]);
    };
    tbb::parallel_for(std::size_t{0}, parts_.size(), ForkJoin(sort_one));
    for (Merged& one : before) {
      merged.addresses += std::exchange(one.addresses, merged.addresses);
      merged.records += std::exchange(one.records, merged.records);
    }
    const auto merge_one = [&](std::size_t part) { merge_part(pattern, seed, parts_[part], before[part]); };
    tbb::parallel_for(std::size_t{0}, parts_.size(), ForkJoin(merge_one));
    for (const Merged& one : before) merged.largest_degree = std::max(merged.largest_degree, one.largest_degree);
  } else {
    for (const Part& part : parts_) {  // which is merged while it lies in the cache
      sort_part(part);
      merge_part(pattern, seed, part, merged);
    }
  }
  records_.components = pattern.components;
  records_.requests = pattern.requests();
  records_.largest_requests = longest_run(pattern.source);
  records_.largest_degree = merged.largest_degree;
  records_.addresses = merged.addresses;
  records_.count = merged.records;
  if (pattern.hash != nullptr) hash_homes(pattern);
  return records_;
}

}  // namespace pram::perf
