#include <pram/perf/patterns/request_pattern.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <random>
#include <unordered_map>
#include <utility>

#include <pram/error.hpp>
#include <pram/registry.hpp>
#include "mix.hpp"
#include "zipf.hpp"

namespace pram::perf {

namespace {

void check_size(const PatternSize& size) {
  if (size.components == 0) throw ConfigError("components", "0", "at least 1");
  if (size.requests == 0 || size.requests > most_requests)
    throw ConfigError("requests", std::to_string(size.requests), fmt::format("from 1 to {}", most_requests));
}

/// The component of every request in the order in which the addresses are listed.
std::vector<std::uint32_t> sources_of(const PatternSize& size, std::mt19937_64& random) {
  const std::uint32_t p = size.components;
  std::vector<std::uint32_t> source(size.requests);
  std::vector<std::uint32_t> order(p);
  std::iota(order.begin(), order.end(), 0U);
  for (std::uint64_t first = 0; first < size.requests; first += p) {
    const std::uint64_t count = std::min<std::uint64_t>(p, size.requests - first);
    for (std::uint32_t k = 0; size.requesters == Requesters::random && k < count; ++k)
      std::swap(order[k], order[k + draw_below(random, p - k)]);
    std::copy_n(order.begin(), count, source.begin() + static_cast<std::ptrdiff_t>(first));
  }
  return source;
}

/// Brings the requests together component by component; those of one component keep their order.
RequestPattern by_component(std::uint32_t components, std::uint32_t addresses, const std::vector<std::uint32_t>& source,
                            const std::vector<std::uint32_t>& address) {
  RequestPattern pattern{components, addresses, std::vector<std::uint32_t>(source.size()),
                         std::vector<std::uint32_t>(source.size())};
  std::vector<std::uint64_t> place(components + std::size_t{1});
  for (const std::uint32_t from : source) ++place[from + std::size_t{1}];
  std::partial_sum(place.begin(), place.end(), place.begin());
  for (std::size_t k = 0; k < source.size(); ++k) {
    const std::uint64_t to = place[source[k]]++;
    pattern.source[to] = source[k];
    pattern.address[to] = address[k];
  }
  return pattern;
}

/// @param list  list(random, address) writes the address of every request
template <class List>
PatternSource pattern_of(const PatternSize& size, std::string name, std::uint32_t addresses, List list) {
  if (size.requesters == Requesters::consecutive) name += " by consecutive requesters";
  return {std::move(name), [size, addresses, list = std::move(list)](std::uint64_t seed) {
            std::mt19937_64 random(seed);
            std::vector<std::uint32_t> address(size.requests);
            list(random, address);
            return by_component(size.components, addresses, sources_of(size, random), address);
          }};
}

}  // namespace

Requesters requesters_from(const std::string& name) {
  if (same_name(name, "random")) return Requesters::random;
  if (same_name(name, "consecutive")) return Requesters::consecutive;
  throw ConfigError("requesters", name, allowed_names(name, {"random", "consecutive"}));
}

PatternSource degree_pattern(const PatternSize& size, std::uint64_t degree) {
  check_size(size);
  if (degree == 0 || size.requests % degree != 0) {
    throw ConfigError("degree", std::to_string(degree),
                      fmt::format("a number that divides the {} requests", size.requests));
  }
  return pattern_of(size, fmt::format("degree {}", degree), static_cast<std::uint32_t>(size.requests / degree),
                    [degree](std::mt19937_64&, std::vector<std::uint32_t>& address) {
                      for (std::size_t k = 0; k < address.size(); ++k)
                        address[k] = static_cast<std::uint32_t>(k / degree);
                    });
}

PatternSource mixed_pattern(const PatternSize& size, const std::string& mix) {
  check_size(size);
  const std::vector<std::uint32_t> groups = groups_of_mix(mix, size.requests);
  return pattern_of(size, "mix " + mix, static_cast<std::uint32_t>(groups.size()),
                    [groups](std::mt19937_64&, std::vector<std::uint32_t>& address) {
                      auto next = address.begin();
                      for (std::size_t group = 0; group < groups.size(); ++group)
                        next = std::fill_n(next, groups[group], static_cast<std::uint32_t>(group));
                    });
}

PatternSource zipf_pattern(const PatternSize& size, double exponent) {
  check_size(size);
  if (!(exponent >= 0 && exponent <= 20))
    throw ConfigError("zipf", fmt::format("{}", exponent), "an exponent from 0 to 20");
  const auto addresses = static_cast<std::uint32_t>(size.requests);
  return pattern_of(size, fmt::format("zipf {}", exponent), addresses,
                    [zipf = Zipf(exponent, addresses)](std::mt19937_64& random, std::vector<std::uint32_t>& address) {
                      for (std::uint32_t& drawn : address) drawn = zipf(random) - 1;
                    });
}

PatternSource hotspot_pattern(const PatternSize& size, std::uint64_t addresses) {
  check_size(size);
  if (addresses == 0 || addresses > size.requests) {
    throw ConfigError("hotspot", std::to_string(addresses),
                      fmt::format("from 1 address to as many as requests, {}", size.requests));
  }
  const auto n = static_cast<std::uint32_t>(addresses);
  return pattern_of(size, fmt::format("hotspot {}", n), n,
                    [n](std::mt19937_64& random, std::vector<std::uint32_t>& address) {
                      for (std::uint32_t& drawn : address) drawn = draw_below(random, n);
                    });
}

PatternSource given_pattern(std::uint32_t components, std::string name, const std::vector<std::uint64_t>& addresses) {
  const PatternSize size{components, addresses.size(), Requesters::consecutive};
  check_size(size);
  std::unordered_map<std::uint64_t, std::uint32_t> number;
  std::vector<std::uint32_t> address;
  address.reserve(addresses.size());
  std::vector<std::uint64_t> key;
  for (const std::uint64_t given : addresses) {
    const auto [place, fresh] = number.emplace(given, static_cast<std::uint32_t>(number.size()));
    if (fresh) key.push_back(given);
    address.push_back(place->second);
  }
  std::mt19937_64 unused;
  auto made = std::make_shared<RequestPattern>(
      by_component(components, static_cast<std::uint32_t>(number.size()), sources_of(size, unused), address));
  made->key = std::move(key);
  return {std::move(name), [made](std::uint64_t) { return *made; }};
}

}  // namespace pram::perf
