#include <pram/machines/patterns.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include <pram/detail/random/seeded_hash.hpp>
#include "only_number.hpp"

namespace pram {

namespace {

using detail::SeededRandom;

// Every pattern has a stream of its own, so that patterns of one seed are independent.
enum Stream : std::uint64_t { permutation_stream = 1, uniform_stream, hot_spot_stream, target_stream, relation_stream };

[[noreturn]] void refuse_terminals(const Spec& pattern, std::uint32_t terminals, const char* needed) {
  pattern.refuse("pattern", fmt::format("{} needs {} terminals, not {}", pattern.name, needed, terminals));
}

/// The one number that a pattern takes.
std::uint32_t number(const Spec& pattern, std::uint64_t most, const char* what,
                     std::optional<std::uint32_t> otherwise) {
  const bool given = !pattern.values.empty() || !pattern.options.empty();
  if (!given && otherwise) return *otherwise;
  const auto value = machines::only_number(pattern, most);
  if (!value || !pattern.options.empty()) {
    pattern.refuse("pattern",
                   fmt::format("{}:{}, with {} as a whole number from 1 to {}", pattern.name, what, what, most));
  }
  return static_cast<std::uint32_t>(*value);
}

/// One message from each terminal.
template <class Target>
Batch each_to(std::uint32_t terminals, Target target) {
  Batch batch;
  batch.source.resize(terminals);
  batch.destination.resize(terminals);
  for (std::uint32_t i = 0; i < terminals; ++i) {
    batch.source[i] = i;
    batch.destination[i] = target(i);
  }
  return batch;
}

Batch bit_reversal(const Spec& pattern, std::uint32_t terminals) {
  if (!std::has_single_bit(terminals)) refuse_terminals(pattern, terminals, "a power of two of");
  const int bits = std::countr_zero(terminals);
  return each_to(terminals, [bits](std::uint32_t i) {
    std::uint32_t reversed = 0;
    for (int bit = 0; bit < bits; ++bit) reversed |= (i >> bit & 1) << (bits - 1 - bit);
    return reversed;
  });
}

Batch transpose(const Spec& pattern, std::uint32_t terminals) {
  const auto side = static_cast<std::uint32_t>(std::lround(std::sqrt(static_cast<double>(terminals))));
  if (std::uint64_t{side} * side != terminals) refuse_terminals(pattern, terminals, "a square number of");
  return each_to(terminals, [side](std::uint32_t i) { return i % side * side + i / side; });
}

Batch shuffle(const Spec& pattern, std::uint32_t terminals) {
  if (terminals > 1 && terminals % 2 != 0) refuse_terminals(pattern, terminals, "an even number of");
  const std::uint32_t half = terminals / 2;
  return each_to(terminals, [=](std::uint32_t i) { return i < half ? 2 * i : 2 * (i - half) + (terminals > 1); });
}

Batch uniform(const Spec& pattern, std::uint32_t terminals, std::uint64_t seed) {
  const std::uint32_t each = number(pattern, most_messages / terminals, "M", 1);
  const SeededRandom random(seed, uniform_stream);
  Batch batch;
  for (std::uint32_t i = 0; i < terminals; ++i) {
    for (std::uint32_t k = 0; k < each; ++k) {
      batch.source.push_back(i);
      batch.destination.push_back(random.below(batch.destination.size(), terminals));
    }
  }
  return batch;
}

Batch hot_spot(const Spec& pattern, std::uint32_t terminals, std::uint64_t seed) {
  if (pattern.values.empty() && pattern.options.empty()) return each_to(terminals, [](std::uint32_t) { return 0U; });
  const std::uint32_t spots = number(pattern, terminals, "K", std::nullopt);
  const SeededRandom random(seed, hot_spot_stream);
  const std::vector<std::uint32_t> order = SeededRandom(seed, target_stream).permutation(terminals, 0);
  return each_to(terminals, [&](std::uint32_t i) { return order[random.below(i, spots)]; });
}

Batch relation(const Spec& pattern, std::uint32_t terminals, std::uint64_t seed) {
  const std::uint32_t each = number(pattern, most_messages / terminals, "H", std::nullopt);
  const SeededRandom random(seed, relation_stream);
  Batch batch;
  batch.source.resize(std::size_t{each} * terminals);
  batch.destination.resize(std::size_t{each} * terminals);
  for (std::uint32_t k = 0; k < each; ++k) {
    const std::vector<std::uint32_t> to = random.permutation(terminals, std::uint64_t{k} * (terminals + 1ULL));
    for (std::uint32_t i = 0; i < terminals; ++i) {
      const std::size_t place = std::size_t{i} * each + k;
      batch.source[place] = i;
      batch.destination[place] = to[i];
    }
  }
  return batch;
}

Batch shift(const Spec& pattern, std::uint32_t terminals) {
  const std::uint64_t by = number(pattern, std::uint64_t{1} << 20, "K", std::nullopt);
  return each_to(terminals, [=](std::uint32_t i) { return static_cast<std::uint32_t>((i + by) % terminals); });
}

/// A pattern without arguments and without randomness.
template <class Make>
PatternEntry fixed(const std::string& name, const std::string& summary, Make make) {
  return {name, summary, false, [make](const Spec& pattern, std::uint32_t terminals, std::uint64_t) {
            pattern.refuse_arguments("pattern");
            return make(pattern, terminals);
          }};
}

Registry<PatternEntry> make_table() {
  Registry<PatternEntry> table("pattern");
  table.add({"permutation", "each sends one message and receives one: a random permutation", true,
             [](const Spec& pattern, std::uint32_t terminals, std::uint64_t seed) {
               pattern.refuse_arguments("pattern");
               const auto to = SeededRandom(seed, permutation_stream).permutation(terminals, 0);
               return each_to(terminals, [&to](std::uint32_t i) { return to[i]; });
             }});
  table.add(fixed("bit-reversal", "to the number with its bits reversed; a power of two of terminals", bit_reversal));
  table.add(fixed("transpose", "of a square matrix, row by row (of the bits' halves); a square number of terminals",
                  transpose));
  table.add(fixed("shuffle", "the perfect shuffle (bits rotated by one); an even number of terminals", shuffle));
  table.add(fixed(
      "tornado", "to the terminal just under half of all of them further on", [](const Spec&, std::uint32_t terminals) {
        const std::uint64_t shift = (terminals + 1ULL) / 2 - 1;
        return each_to(terminals, [=](std::uint32_t i) { return static_cast<std::uint32_t>((i + shift) % terminals); });
      }));
  table.add({"shift", "shift:K: to the terminal K further on (from group to group of a dragonfly, say)", false,
             [](const Spec& pattern, std::uint32_t terminals, std::uint64_t) { return shift(pattern, terminals); }});
  table.add(fixed("complement", "to the number counted from the other end (bits complemented)",
                  [](const Spec&, std::uint32_t terminals) {
                    return each_to(terminals, [=](std::uint32_t i) { return terminals - 1 - i; });
                  }));
  table.add({"uniform", "each sends one message to a random terminal; uniform:M sends M each", true, uniform});
  table.add({"hot-spot", "all send to terminal 0; hot-spot:K to one of K random terminals", true, hot_spot});
  table.add(
      {"h-relation", "h-relation:H: each sends H messages and receives H, H random permutations", true, relation});
  return table;
}

}  // namespace

bool Batch::is_permutation(std::uint32_t terminals) const {
  std::vector<bool> sends(terminals);
  std::vector<bool> receives(terminals);
  for (std::size_t k = 0; k < size(); ++k) {
    if (source[k] >= terminals || destination[k] >= terminals) return false;
    if (sends[source[k]] || receives[destination[k]]) return false;
    sends[source[k]] = receives[destination[k]] = true;
  }
  return true;
}

Registry<PatternEntry>& patterns() {
  static Registry<PatternEntry> table = make_table();
  return table;
}

Batch make_pattern(const Spec& pattern, std::uint32_t terminals, std::uint64_t seed) {
  if (terminals == 0) throw ConfigError("terminals", "0", "at least 1");
  return patterns().make(pattern, terminals, seed);
}

}  // namespace pram
