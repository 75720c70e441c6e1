#pragma once

#include <cstdint>
#include <vector>

#include <pram/detail/random/seeded_hash.hpp>
#include <pram/machines/switching.hpp>

namespace pram::test {

/// Messages with the room for their lists.
struct Batch {
  std::vector<std::uint32_t> source;
  std::vector<std::uint32_t> destination;
  std::vector<std::uint32_t> words;

  void add(std::uint32_t from, std::uint32_t to, std::uint32_t length = 1) {
    source.push_back(from);
    destination.push_back(to);
    words.push_back(length);
  }
  Messages messages() const { return {source, destination, words, {}}; }
};

/// `each` messages from every terminal to random ones, of 1 to `longest` words.
inline Batch random_batch(std::uint32_t terminals, std::uint32_t each, std::uint32_t longest, std::uint64_t seed) {
  Batch batch;
  for (std::uint32_t k = 0; k < terminals * each; ++k)
    batch.add(k % terminals, seeded_choice(k, seed, terminals), 1 + seeded_choice(k, seed + 1, longest));
  return batch;
}

}  // namespace pram::test
