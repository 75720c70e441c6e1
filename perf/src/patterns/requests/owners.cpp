#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <pram/detail/random/seeded_hash.hpp>
#include <pram/error.hpp>
#include <pram/perf/patterns/pattern_engine.hpp>
#include <pram/perf/patterns/request_pattern.hpp>
#include <pram/registry.hpp>
#include "zipf.hpp"

namespace pram::perf {

namespace {

// Keeps the draws of owners apart from those of requests, which have the pattern's seed itself.
constexpr std::uint64_t owner_stream = 0x6F776E657273;

void shuffle(std::vector<std::uint32_t>& list, std::mt19937_64& random) {
  for (auto left = static_cast<std::uint32_t>(list.size()); left > 1; --left)
    std::swap(list[left - 1], list[draw_below(random, left)]);
}

std::vector<std::uint32_t> shuffled(std::uint32_t count, std::mt19937_64& random) {
  std::vector<std::uint32_t> list(count);
  std::iota(list.begin(), list.end(), 0U);
  shuffle(list, random);
  return list;
}

/// The addresses that are asked for, in random order.
std::vector<std::uint32_t> asked_addresses(const RequestPattern& pattern, std::mt19937_64& random) {
  std::vector<bool> asked(pattern.addresses);
  for (const std::uint32_t address : pattern.address) asked[address] = true;
  std::vector<std::uint32_t> list;
  for (std::uint32_t address = 0; address < pattern.addresses; ++address) {
    if (asked[address]) list.push_back(address);
  }
  shuffle(list, random);
  return list;
}

void own_in_turn(RequestPattern& pattern) {
  for (std::uint32_t address = 0; address < pattern.addresses; ++address) {
    const std::uint64_t number = pattern.key.empty() ? address : pattern.key[address];
    pattern.owner[address] = static_cast<std::uint32_t>(number % pattern.components);
  }
}

void check_room(std::uint64_t addresses, std::uint32_t components, std::uint64_t share, const std::string& owners) {
  const std::uint64_t least = (addresses + components - 1) / components;
  if (share < least) {
    throw ConfigError("owners", owners,
                      fmt::format("at least {}, as {} components own the {} addresses that are asked for", least,
                                  components, addresses));
  }
}

/// Deals the addresses that are asked for to components in random order, `share` to each in a row.
/// @param share   none: to all of them, one after the other and again
/// @param owners  as it was given
void own_by_shares(RequestPattern& pattern, const std::optional<std::uint64_t>& share, const std::string& owners,
                   std::mt19937_64& random) {
  const std::vector<std::uint32_t> addresses = asked_addresses(pattern, random);
  if (share) check_room(addresses.size(), pattern.components, *share, owners);
  const std::vector<std::uint32_t> components = shuffled(pattern.components, random);
  for (std::size_t k = 0; k < addresses.size(); ++k)
    pattern.owner[addresses[k]] = components[share ? k / *share : k % components.size()];
}

}  // namespace

PatternSource owned_pattern(PatternSource source, const std::string& owners) {
  const std::optional<std::uint64_t> share = whole_number(owners);
  const bool cyclic = same_name(owners, "cyclic");
  if (same_name(owners, "hashed")) return source;
  if (share ? *share == 0 : !cyclic && !same_name(owners, "balanced")) {
    throw ConfigError("owners", owners,
                      share ? "at least 1 address for an owner"
                            : "a whole number, or " + allowed_names(owners, {"hashed", "balanced", "cyclic"}));
  }
  std::string name = share    ? fmt::format("{}, {} to an owner", source.name, *share)
                     : cyclic ? source.name + ", cyclic owners"
                              : source.name + ", balanced owners";
  return {std::move(name), [make = std::move(source.make), share, cyclic, owners](std::uint64_t seed) {
            RequestPattern pattern = make(seed);
            pattern.owner.assign(pattern.addresses, 0);
            std::mt19937_64 random(seeded_hash(owner_stream, seed));
            cyclic ? own_in_turn(pattern) : own_by_shares(pattern, share, owners, random);
            return pattern;
          }};
}

std::uint32_t largest_owned(const PatternRecords& records) {
  std::vector<std::uint32_t> owned(records.components);
  for (std::uint32_t address = 0; address < records.addresses; ++address) ++owned[records.home[address]];
  return owned.empty() ? 0 : *std::ranges::max_element(owned);
}

}  // namespace pram::perf
