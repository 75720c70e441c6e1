#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <pram/detail/random/hash_family.hpp>
#include <pram/detail/random/seeded_hash.hpp>
#include <pram/error.hpp>
#include "support.hpp"

namespace pram {

namespace {

using detail::draw_hash;
using detail::hash_families;

/// floor(x n / 2^64) without products of 128 bits.
std::uint32_t part_of(std::uint64_t x, std::uint32_t n) {
  const std::uint64_t low = (x & 0xFFFFFFFF) * n;
  const std::uint64_t high = (x >> 32) * n;
  return static_cast<std::uint32_t>((high + (low >> 32)) >> 32);
}

constexpr std::uint64_t mersenne = (std::uint64_t{1} << 61) - 1;

std::uint64_t sum_modulo(std::uint64_t a, std::uint64_t b) {
  a %= mersenne;
  b %= mersenne;
  return a >= mersenne - b ? a - (mersenne - b) : a + b;
}

/// By doubling and adding.
std::uint64_t product_modulo(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  for (a %= mersenne; b > 0; b >>= 1) {
    if ((b & 1) != 0) product = sum_modulo(product, a);
    a = sum_modulo(a, a);
  }
  return product;
}

std::vector<std::uint32_t> chosen(const std::string& family, std::uint64_t seed, const std::vector<std::uint64_t>& keys,
                                  std::uint32_t n) {
  std::vector<std::uint32_t> out(keys.size());
  draw_hash(Spec(family), seed)->choose(keys, n, out.data());
  return out;
}

std::vector<std::uint64_t> random_keys(std::mt19937_64& random) {
  std::vector<std::uint64_t> keys = {0, 1, 255, 256, mersenne - 1, mersenne, mersenne + 1, ~std::uint64_t{0}};
  while (keys.size() < 100) keys.push_back(random() >> (random() % 64));
  return keys;
}

}  // namespace

TEST_CASE("hash functions are what their families say, worked out key by key") {
  std::mt19937_64 random(testing::seed());
  for (int round = 0; round < 20; ++round) {
    const std::uint64_t seed = random();
    const std::vector<std::uint64_t> keys = random_keys(random);
    for (const std::uint32_t n : {1U, 2U, 4096U, 1000U, 1U << 20, ~0U}) {
      CAPTURE(seed);
      CAPTURE(n);
      const auto xxh3 = chosen("xxh3", seed, keys, n);
      const auto shifted = chosen("multiply-shift", seed, keys, n);
      const auto tabulated = chosen("tabulation", seed, keys, n);
      const auto wise = chosen("k-wise:3", seed, keys, n);
      for (std::size_t k = 0; k < keys.size(); ++k) {
        const std::uint64_t x = keys[k];
        CAPTURE(x);
        CHECK(xxh3[k] == part_of(seeded_hash(x, seed), n));
        CHECK(shifted[k] == part_of((seeded_hash(0, seed) | 1) * x, n));
        std::uint64_t word = 0;
        for (std::uint64_t byte = 0; byte < 8; ++byte)
          word ^= seeded_hash(256 * byte + ((x >> (8 * byte)) & 0xFF), seed);
        CHECK(tabulated[k] == part_of(word, n));
        std::uint64_t value = 0;
        std::uint64_t power = 1;
        for (int exponent = 0; exponent < 3; ++exponent) {
          const std::uint64_t coefficient = seeded_hash(static_cast<std::uint64_t>(2 - exponent), seed) & mersenne;
          REQUIRE(coefficient != mersenne);
          value = sum_modulo(value, product_modulo(power, coefficient));
          power = product_modulo(power, x % mersenne);
        }
        CHECK(wise[k] == part_of(value << 3, n));
      }
    }
  }
}

TEST_CASE("a multiply-shift function is the upper bits where n is a power of two") {
  std::mt19937_64 random(testing::seed());
  const std::vector<std::uint64_t> keys = random_keys(random);
  const std::uint64_t seed = random();
  for (unsigned bits = 1; bits <= 20; ++bits) {
    const auto numbers = chosen("multiply-shift", seed, keys, 1U << bits);
    for (std::size_t k = 0; k < keys.size(); ++k)
      CHECK(numbers[k] == ((seeded_hash(0, seed) | 1) * keys[k]) >> (64 - bits));
  }
}

TEST_CASE("pairs of keys fall together as seldom as each family promises") {
  constexpr std::uint32_t n = 64;
  constexpr int draws = 20000;
  const std::vector<std::uint64_t> keys = {3, 3 + (std::uint64_t{1} << 40)};
  for (const std::string family : {"xxh3", "multiply-shift", "k-wise:2", "k-wise:5", "tabulation"}) {
    CAPTURE(family);
    int together = 0;
    std::set<std::uint32_t> met;
    for (int seed = 0; seed < draws; ++seed) {
      const auto numbers = chosen(family, static_cast<std::uint64_t>(seed), keys, n);
      together += numbers[0] == numbers[1] ? 1 : 0;
      met.insert(numbers[0]);
    }
    const double most = family == "multiply-shift" ? 2.0 : 1.0;  // times 1 / n
    CHECK(together <= most * draws / n * 1.3);
    CHECK(met.size() == n);
  }
}

TEST_CASE("hash families that do not exist are refused in a line") {
  const auto refused = [](const char* family, const char* words) {
    CHECK_THROWS_WITH_AS(draw_hash(Spec(family), 1), doctest::Contains(words), ConfigError);
  };
  refused("md5", "one of xxh3, multiply-shift, k-wise, tabulation");
  refused("tabulaton", "did you mean tabulation?");
  for (const char* const family : {"k-wise", "k-wise:0", "k-wise:65", "k-wise:two", "k-wise:2,3", "k-wise:2,fast=yes"})
    refused(family, "k-wise:K with K from 1 to 64");
  for (const char* const family : {"xxh3:1", "multiply-shift:3", "tabulation:8,bits=2"}) {
    CAPTURE(family);
    CHECK_THROWS_AS(draw_hash(Spec(family), 1), ConfigError);
  }
  CHECK(hash_families().size() == 4);
}

}  // namespace pram
