#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <pram/machines/switching.hpp>
#include <pram/registry.hpp>

/// Traffic patterns: batches of messages by name.
namespace pram {

/// A batch that owns its messages, sources ascending.
struct Batch {
  std::vector<std::uint32_t> source;
  std::vector<std::uint32_t> destination;
  std::vector<std::uint32_t> words;  ///< empty: one word each

  std::size_t size() const { return source.size(); }

  /// Valid as long as the batch is. Without keys: none may merge.
  Messages messages() const { return {source, destination, words, {}}; }

  /// Each terminal sends at most one message and receives at most one.
  bool is_permutation(std::uint32_t terminals) const;
};

/// Most messages of a pattern.
inline constexpr std::uint64_t most_messages = std::uint64_t{1} << 27;

/// One row of the table of patterns.
struct PatternEntry {
  std::string name;     ///< what stands before the colon
  std::string summary;  ///< one line for lists
  bool random = false;  ///< depends on the seed
  /// @param terminals  at least 1
  /// @throws ConfigError if its values or the number of terminals do not fit
  std::function<Batch(const Spec&, std::uint32_t terminals, std::uint64_t seed)> make;
};

/// The table of patterns. All of a terminal's messages leave it in the order of the batch.
Registry<PatternEntry>& patterns();

/// Makes a pattern: "transpose", "h-relation:8". The same on every platform.
/// @throws ConfigError for names unknown or malformed, and where the pattern does not fit the number of terminals
Batch make_pattern(const Spec& pattern, std::uint32_t terminals, std::uint64_t seed);

}  // namespace pram
