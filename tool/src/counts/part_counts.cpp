#include "part_counts.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>

#include <pram/registry.hpp>
#include <pram/spec.hpp>
#include "../options/collective.hpp"
#include "../options/distributions.hpp"

namespace pram::tool {

namespace {

/// The numbers of a list; none if it is no list of numbers.
std::optional<std::vector<std::uint64_t>> listed_counts(const std::string& text) {
  std::vector<std::uint64_t> counts;
  for (const std::string_view item : split(text, ',')) {
    const auto value = whole_number(item);
    if (!value || *value > collective_option::most_collective_words) return std::nullopt;
    counts.push_back(*value);
  }
  return counts;
}

}  // namespace

bool lists_counts(const Options& options) {
  return options.has(collective_option::counts) && listed_counts(options[collective_option::counts]).has_value();
}

std::vector<std::uint64_t> part_counts(const Options& options, std::uint32_t nodes) {
  const std::string given = options[collective_option::counts];
  const auto listed = listed_counts(given);
  if (!listed) {
    for (const Distribution& distribution : distributions()) {
      if (same_name(distribution.name, given)) return distribution.counts(options[collective_option::words], nodes);
    }
    options.refuse(
        collective_option::counts,
        fmt::format("numbers of words up to {} between commas, one for each of {} nodes, or {}",
                    collective_option::most_collective_words, nodes, allowed_names(given, distribution_names())));
  }
  if (listed->size() != nodes) {
    options.refuse(collective_option::counts,
                   fmt::format("a number for each of the {} nodes: these are {}", nodes, listed->size()));
  }
  std::uint64_t words = 0;
  for (const std::uint64_t count : *listed) words += count;
  if (words == 0 || words > collective_option::most_collective_words) {
    options.refuse(collective_option::counts,
                   fmt::format("numbers that add up to 1 to {}", collective_option::most_collective_words));
  }
  if (options.has(collective_option::words) && options[collective_option::words] != words)
    options.refuse(collective_option::words, fmt::format("{}, the sum of --counts, or nothing", words));
  return *listed;
}

}  // namespace pram::tool
