#include <pram/patterns.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <optional>

#include "traffic/random.hpp"

namespace pram {

namespace {

using detail::TrafficRandom;

// One stream a pattern, so that patterns of one seed have nothing to do with each other.
enum Stream : std::uint64_t { permutation_stream = 1, uniform_stream, hot_spot_stream, target_stream, relation_stream };

[[noreturn]] void refuse(const std::string& pattern, const std::string& allowed) {
  throw ConfigError("pattern", pattern, allowed);
}

std::string whole_name(const std::string& name, std::string_view arguments) {
  return arguments.empty() ? name : fmt::format("{}:{}", name, arguments);
}

void refuse_arguments(const std::string& name, std::string_view arguments) {
  if (!arguments.empty()) refuse(whole_name(name, arguments), name + " takes no arguments");
}

void refuse_terminals(const std::string& name, std::uint32_t terminals, const char* needed) {
  refuse(name, fmt::format("{} needs {} terminals, not {}", name, needed, terminals));
}

/// The one number that a pattern takes.
std::uint32_t number(const std::string& name, std::string_view arguments, std::uint64_t most, const char* what,
                     std::optional<std::uint32_t> otherwise) {
  if (arguments.empty() && otherwise) return *otherwise;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(arguments.data(), arguments.data() + arguments.size(), value);
  const bool whole = error == std::errc() && end == arguments.data() + arguments.size();
  if (!whole || value == 0 || value > most)
    refuse(whole_name(name, arguments),
           fmt::format("{}:{}, with {} as a whole number from 1 to {}", name, what, what, most));
  return static_cast<std::uint32_t>(value);
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

Batch bit_reversal(std::uint32_t terminals) {
  if (!std::has_single_bit(terminals)) refuse_terminals("bit-reversal", terminals, "a power of two of");
  const int bits = std::countr_zero(terminals);
  return each_to(terminals, [bits](std::uint32_t i) {
    std::uint32_t reversed = 0;
    for (int bit = 0; bit < bits; ++bit) reversed |= (i >> bit & 1) << (bits - 1 - bit);
    return reversed;
  });
}

Batch transpose(std::uint32_t terminals) {
  const auto side = static_cast<std::uint32_t>(std::lround(std::sqrt(static_cast<double>(terminals))));
  if (std::uint64_t{side} * side != terminals) refuse_terminals("transpose", terminals, "a square number of");
  return each_to(terminals, [side](std::uint32_t i) { return i % side * side + i / side; });
}

Batch shuffle(std::uint32_t terminals) {
  if (terminals > 1 && terminals % 2 != 0) refuse_terminals("shuffle", terminals, "an even number of");
  const std::uint32_t half = terminals / 2;
  return each_to(terminals, [=](std::uint32_t i) { return i < half ? 2 * i : 2 * (i - half) + (terminals > 1); });
}

Batch uniform(std::string_view arguments, std::uint32_t terminals, std::uint64_t seed) {
  const std::uint32_t each = number("uniform", arguments, most_messages / terminals, "M", 1);
  const TrafficRandom random(seed, uniform_stream);
  Batch batch;
  for (std::uint32_t i = 0; i < terminals; ++i) {
    for (std::uint32_t k = 0; k < each; ++k) {
      batch.source.push_back(i);
      batch.destination.push_back(random.below(batch.destination.size(), terminals));
    }
  }
  return batch;
}

Batch hot_spot(std::string_view arguments, std::uint32_t terminals, std::uint64_t seed) {
  if (arguments.empty()) return each_to(terminals, [](std::uint32_t) { return 0U; });
  const std::uint32_t spots = number("hot-spot", arguments, terminals, "K", std::nullopt);
  const TrafficRandom random(seed, hot_spot_stream);
  const std::vector<std::uint32_t> order = TrafficRandom(seed, target_stream).permutation(terminals, 0);
  return each_to(terminals, [&](std::uint32_t i) { return order[random.below(i, spots)]; });
}

Batch relation(std::string_view arguments, std::uint32_t terminals, std::uint64_t seed) {
  const std::uint32_t each = number("h-relation", arguments, most_messages / terminals, "H", std::nullopt);
  const TrafficRandom random(seed, relation_stream);
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

/// A pattern of no arguments and no randomness.
template <class Make>
PatternEntry fixed(const std::string& name, const std::string& summary, Make make) {
  return {name, summary, false, [name, make](std::string_view arguments, std::uint32_t terminals, std::uint64_t) {
            refuse_arguments(name, arguments);
            return make(terminals);
          }};
}

Registry<PatternEntry> make_table() {
  Registry<PatternEntry> table("pattern");
  table.add({"permutation", "each sends one message and receives one: a random permutation", true,
             [](std::string_view arguments, std::uint32_t terminals, std::uint64_t seed) {
               refuse_arguments("permutation", arguments);
               const auto to = TrafficRandom(seed, permutation_stream).permutation(terminals, 0);
               return each_to(terminals, [&to](std::uint32_t i) { return to[i]; });
             }});
  table.add(fixed("bit-reversal", "to the number with its bits reversed; a power of two of terminals", bit_reversal));
  table.add(fixed("transpose", "of a square matrix, row by row (of the bits' halves); a square number of terminals",
                  transpose));
  table.add(fixed("shuffle", "the perfect shuffle (bits rotated by one); an even number of terminals", shuffle));
  table.add(fixed("tornado", "to the terminal just under half of all of them further on", [](std::uint32_t terminals) {
    const std::uint64_t shift = (terminals + 1ULL) / 2 - 1;
    return each_to(terminals, [=](std::uint32_t i) { return static_cast<std::uint32_t>((i + shift) % terminals); });
  }));
  table.add(fixed(
      "complement", "to the number counted from the other end (bits complemented)",
      [](std::uint32_t terminals) { return each_to(terminals, [=](std::uint32_t i) { return terminals - 1 - i; }); }));
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
    if (sends[source[k]] || receives[destination[k]]) return false;
    sends[source[k]] = receives[destination[k]] = true;
  }
  return true;
}

Registry<PatternEntry>& patterns() {
  static Registry<PatternEntry> table = make_table();
  return table;
}

Batch make_pattern(std::string_view name, std::uint32_t terminals, std::uint64_t seed) {
  if (terminals == 0) throw ConfigError("terminals", "0", "at least 1");
  const auto [word, arguments] = split_name(name);
  if (name.ends_with(':')) patterns().find(name);
  return patterns().find(word).make(arguments, terminals, seed);
}

}  // namespace pram
