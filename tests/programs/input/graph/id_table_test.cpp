#include "input/graph/id_table.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include <pram/programs/input/graph.hpp>
#include "../files.hpp"
#include "support.hpp"

namespace pram::testing {

namespace {

using programs::IdHash;
using programs::IdTable;
using programs::MemoryRoom;

/// XXH3 of an id alone, without a key: what a table must not hash by.
struct KnownHash {
  std::uint64_t operator()(std::uint64_t id) const { return XXH3_64bits_withSeed(&id, sizeof id, 0); }
};

/// The one id of this hash: XXH3 of 8 bytes is a chain of steps that are undone one by one.
std::uint64_t id_of_known_hash(std::uint64_t hash) {
  constexpr std::uint64_t prime = 0x9FB21C651E98DF25U;
  constexpr std::uint64_t bytes = sizeof(std::uint64_t);
  std::uint64_t inverse = prime;  // right in 3 bits; each step doubles them
  for (int step = 0; step < 5; ++step) inverse *= 2 - prime * inverse;
  hash ^= hash >> 28 ^ hash >> 56;
  hash *= inverse;
  hash ^= (hash >> 35) + bytes;
  hash *= inverse;
  // A sum of three rotations over GF(2), whose 64th power is the identity.
  for (int power = 0; power < 63; ++power) hash ^= std::rotl(hash, 49) ^ std::rotl(hash, 24);
  constexpr std::uint64_t flipped = 0x1CAD21F72C81017CU ^ 0xDB979083E96DD4DEU;  // bytes 8 to 23 of XXH3's own secret
  return std::rotl(hash ^ flipped, 32);
}

/// Ids that all collide in a table of up to 2^20 slots that hashes without a key.
std::vector<std::uint64_t> crafted_ids(std::uint64_t n) {
  std::vector<std::uint64_t> ids;
  for (std::uint64_t k = 1; k <= n; ++k) ids.push_back(id_of_known_hash(k << 20 | 5));
  return ids;
}

template <class Hash>
std::uint64_t probes_of(const std::vector<std::uint64_t>& ids, Hash hash = {}) {
  MemoryRoom room("", 0);
  IdTable<Hash> table(room, hash);
  for (std::size_t k = 0; k < ids.size(); ++k) CHECK(table.number_of(ids[k]) == k);
  CHECK(table.ids == ids);
  return table.probes();
}

}  // namespace

TEST_CASE("ids made to collide under a known hash do not collide under a key") {
  const std::uint64_t n = 4000;
  const std::vector<std::uint64_t> ids = crafted_ids(n);
  for (std::uint64_t k = 0; k < n; ++k) CHECK(KnownHash{}(ids[k]) == ((k + 1) << 20 | 5));
  // Without a key all of them stand one behind the other.
  CHECK(probes_of<KnownHash>(ids) == n * (n + 1) / 2);
  // Half full, 1.5 are looked at on the average (Knuth, Volume 3, Section 6.4).
  for (int run = 0; run < 20; ++run) CHECK(probes_of<IdHash>(ids) < 3 * n);
  // Keys that somebody may guess are keys all the same.
  for (const std::uint64_t key : {0ULL, 1ULL, ~0ULL}) CHECK(probes_of(ids, IdHash(key, 1)) < 3 * n);
  // Ids as inputs have them: one by one, and in strides.
  for (const unsigned stride : {0U, 10U, 20U, 40U, 52U}) {
    CAPTURE(stride);
    std::vector<std::uint64_t> regular;
    for (std::uint64_t k = 0; k < n; ++k) regular.push_back(k << stride);
    CHECK(probes_of<IdHash>(regular) < 3 * n);
  }
}

TEST_CASE("numbers of ids do not depend on the key") {
  std::mt19937_64 random(seed());
  std::vector<std::uint64_t> ids;
  for (int k = 0; k < 20000; ++k) ids.push_back(random() % 7000 * 0x100000001);
  std::unordered_map<std::uint64_t, std::uint32_t> expected;
  MemoryRoom room("", 0);
  IdTable<IdHash> one(room);
  IdTable<IdHash> other(room);
  IdTable<IdHash> known(room, IdHash(0, 0));
  for (const std::uint64_t id : ids) {
    const std::uint32_t number = expected.try_emplace(id, static_cast<std::uint32_t>(expected.size())).first->second;
    CHECK(one.number_of(id) == number);
    CHECK(other.number_of(id) == number);
    CHECK(known.number_of(id) == number);
  }
  CHECK(one.ids == other.ids);
  CHECK(one.ids.size() == expected.size());
  CHECK(IdHash()(1) != IdHash()(1));
}

TEST_CASE("a list of edges whose ids were made to collide is read as any other") {
  const std::vector<std::uint64_t> ids = crafted_ids(50000);
  std::string text;
  for (std::size_t k = 0; k < ids.size(); k += 2)
    text += std::to_string(ids[k]) + ' ' + std::to_string(ids[k + 1]) + '\n';
  const TemporaryFolder folder;
  const programs::Graph graph = programs::read_graph(folder.file(text));
  CHECK(graph.ids == ids);
  CHECK(graph.edges.size() == 25000);
  CHECK(graph.edges.back() == programs::Edge{49998, 49999});
}

}  // namespace pram::testing
