#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <pram/machines/collectives.hpp>
#include <pram/machines/patterns.hpp>
#include <pram/machines/topology.hpp>
#include <pram/perf/text.hpp>
#include <pram/pram.hpp>
#include <pram/programs/program.hpp>
#include "../output/output.hpp"
#include "commands.hpp"

namespace pram::tool {

namespace {

using Summaries = std::vector<std::pair<std::string, std::string>>;

/// A line each; on a terminal long ones wrap beside the names.
std::string section(const std::string& heading, const Summaries& rows) {
  const bool terminal = ::isatty(STDOUT_FILENO) == 1;
  std::size_t width = 0;
  for (const auto& [name, text] : rows) width = std::max(width, name.size());
  std::string out = heading + '\n';
  for (const auto& [name, text] : rows)
    out += fmt::format("  {:<{}}  {}\n", name, width, terminal ? perf::wrapped(text, width + 4) : text);
  return out;
}

template <class Entries>
Summaries summaries(const Entries& entries) {
  Summaries rows;
  for (const auto& entry : entries) rows.emplace_back(entry.name, entry.summary);
  return rows;
}

}  // namespace

int list() {
  Summaries known_programs;
  for (const auto& program : programs::programs().entries()) {
    known_programs.emplace_back(program.name,
                                program.summary() + (program.alias.empty() ? "" : "; short: " + program.alias));
  }
  Summaries known_rules;
  for (const Rule rule : rules()) known_rules.emplace_back(to_string(rule), summary(rule));
  const Summaries placements = {
      {to_string(Placement::hashed), "every address hashed on its own: the papers' random function; also: uniform"},
      {to_string(Placement::balanced), "each array dealt in equal slices by a keyed permutation"},
      {to_string(Placement::direct), "blocks in order"}};
  // Every topology is a network too.
  Summaries known_networks = summaries(networks().entries());
  std::erase_if(known_networks, [](const auto& row) {
    const auto shapes = topologies().names();
    return std::ranges::find(shapes, row.first) != shapes.end();
  });
  print(section("Programs", known_programs) + section("\nNetworks (--network)", known_networks) +
        section("\nTopologies, networks that carry every message link by link (--network, of route too)",
                summaries(topologies().entries())) +
        section("\nAccess protocols (--access)", summaries(access_protocols().entries())) +
        section("\nRules (--rule)", known_rules) + section("\nPlacements (--placement)", placements) +
        section("\nPatterns (route --pattern)", summaries(patterns().entries())) +
        section("\nAlgorithms of collectives (collective --algorithm)", summaries(collective_algorithms().entries())));
  return 0;
}

}  // namespace pram::tool
