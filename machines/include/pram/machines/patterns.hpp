#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <pram/machines/switching.hpp>
#include <pram/registry.hpp>

/// Traffic patterns: batches of messages by name.
namespace pram {

/// A batch of messages that owns its memory. `source` ascends. All terminals are numbered from 0.
struct Batch {
  std::vector<std::uint32_t> source;
  std::vector<std::uint32_t> destination;
  std::vector<std::uint32_t> words;  ///< empty: one word each

  std::size_t size() const { return source.size(); }

  /// The batch for a switching technique, valid as long as the batch lives. Messages have no keys, so none may merge.
  Messages messages() const { return {source, destination, words, {}}; }

  /// Whether each of the terminals sends at most one message and receives at most one. True for an empty batch, false
  /// if a source or destination is not one of the terminals.
  bool is_permutation(std::uint32_t terminals) const;
};

/// The most messages that a pattern may have.
inline constexpr std::uint64_t most_messages = std::uint64_t{1} << 27;

/// One row of the table of patterns.
struct PatternEntry {
  std::string name;     ///< the part of a spec before the colon
  std::string summary;  ///< one line for lists
  bool random = false;  ///< the messages depend on the seed
  /// Makes the batch.
  /// @param terminals  at least 1
  /// @throws ConfigError if the spec's values or the number of terminals do not fit the pattern
  std::function<Batch(const Spec&, std::uint32_t terminals, std::uint64_t seed)> make;
};

/// The table of patterns. A terminal's messages leave it in the order of the batch.
Registry<PatternEntry>& patterns();

/// Makes a pattern by name: "transpose", "h-relation:8". The batch is the same on every platform.
/// @param seed  of the random patterns; the others do not use it
/// @throws ConfigError for an unknown or malformed name, for no terminals, and if the pattern does not fit their number
Batch make_pattern(const Spec& pattern, std::uint32_t terminals, std::uint64_t seed);

}  // namespace pram
