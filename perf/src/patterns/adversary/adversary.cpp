#include <pram/perf/patterns/adversary.hpp>

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <pram/detail/random/hash_family.hpp>
#include <pram/detail/random/seeded_hash.hpp>
#include <pram/error.hpp>
#include <pram/network/poll.hpp>
#include <pram/registry.hpp>

namespace pram::perf {

namespace {

using Keys = std::vector<std::uint64_t>;
using pram::detail::HashFunction;

constexpr std::uint64_t drawn_apart = 0xADD5;  // keeps functions apart from other draws by a pattern's seed

std::shared_ptr<const HashFunction> drawn_function(const Spec& family, std::uint64_t seed) {
  return pram::detail::draw_hash(family, seeded_hash(drawn_apart, seed));
}

bool multiplies(const Spec& family) { return same_name(family.name, "multiply-shift"); }

/// The multiplier of multiply-shift, read off three keys: 2^k has the bits of a from 63 - k down in front.
std::uint64_t multiplier_of(const HashFunction& function) {
  constexpr unsigned shown = 31;
  constexpr unsigned bits = 64;
  std::uint64_t multiplier = 0;
  for (unsigned shift = 0; shift < bits; shift += shown) {
    const std::uint64_t key = std::uint64_t{1} << shift;
    std::uint32_t front = 0;
    function.choose({&key, 1}, std::uint32_t{1} << shown, &front);
    multiplier |= (std::uint64_t{front} << (bits - shown)) >> shift;
  }
  return multiplier;
}

/// The inverse of an odd number modulo 2^64, by Newton's method: each round doubles the bits that are right.
std::uint64_t inverse_of(std::uint64_t odd) {
  std::uint64_t inverse = odd;  // right in three bits
  for (unsigned right = 3; right < 64; right *= 2) inverse *= 2 - odd * inverse;
  return inverse;
}

/// The first keys from 0 on that have the home of key 0.
Keys keys_found(const HashFunction& function, std::uint32_t components, std::uint64_t count) {
  constexpr std::size_t block = 1024;
  Keys tried(block);
  std::array<std::uint32_t, block> home{};
  Keys keys;
  keys.reserve(count);
  std::uint32_t wanted = 0;
  for (std::uint64_t first = 0; keys.size() < count; first += block) {
    poll();
    for (std::size_t k = 0; k < block; ++k) tried[k] = first + k;
    function.choose(tried, components, home.data());
    if (first == 0) wanted = home[0];
    for (std::size_t k = 0; k < block && keys.size() < count; ++k) {
      if (home[k] == wanted) keys.push_back(tried[k]);
    }
  }
  return keys;
}

/// Keys that all have one home.
Keys keys_against(const HashFunction& function, const Spec& family, std::uint32_t components, std::uint64_t count) {
  if (!multiplies(family)) return keys_found(function, components, count);
  // The products a x are 0, 1, 2, …, below 2^27, of which component 0 has all below 2^64 / p >= 2^44.
  const std::uint64_t inverse = inverse_of(multiplier_of(function));
  Keys keys(count);
  for (std::uint64_t i = 0; i < count; ++i) keys[i] = inverse * i;
  return keys;
}

}  // namespace

Adversary adversary_from(const std::string& name) {
  if (same_name(name, "function")) return Adversary::function;
  if (same_name(name, "family")) return Adversary::family;
  throw ConfigError("adversary", name, allowed_names(name, {"function", "family"}));
}

PatternSource hashed_pattern(PatternSource pattern, const Spec& family) {
  drawn_function(family, 0);  // refuses what is not known
  return {fmt::format("{}, homes by {}", pattern.name, family.text),
          [family, make = std::move(pattern.make)](std::uint64_t seed) {
            RequestPattern made = make(seed);
            made.hash = drawn_function(family, seed);
            return made;
          }};
}

PatternSource adversary_pattern(const PatternSize& size, const Spec& family, Adversary adversary) {
  PatternSource distinct = degree_pattern(size, 1);
  const PatternSource hashed = hashed_pattern(std::move(distinct), family);
  if (adversary == Adversary::family)
    return {fmt::format("consecutive addresses against {}", family.text), hashed.make};
  return {fmt::format("addresses of one home under {}", family.text), [family, make = hashed.make](std::uint64_t seed) {
            RequestPattern made = make(seed);
            made.key = keys_against(*made.hash, family, made.components, made.addresses);
            return made;
          }};
}

}  // namespace pram::perf
