#include "known_names.hpp"

#include <algorithm>
#include <iterator>

#include <pram/machines/collectives.hpp>
#include <pram/machines/patterns.hpp>
#include <pram/machines/topology.hpp>
#include <pram/pram.hpp>
#include <pram/programs/program.hpp>

namespace pram::tool {

namespace {

template <class Entries>
NameRows summaries(const Entries& entries) {
  NameRows rows;
  for (const auto& entry : entries) rows.emplace_back(entry.name, entry.summary);
  return rows;
}

NameRows program_rows() {
  NameRows rows;
  for (const auto& program : programs::programs().entries())
    rows.emplace_back(program.name, program.summary() + (program.alias.empty() ? "" : "; short: " + program.alias));
  return rows;
}

NameRows all_networks() { return summaries(networks().entries()); }

NameRows networks_without_topologies() {
  NameRows rows = all_networks();
  const std::vector<std::string> shapes = topologies().names();
  std::erase_if(rows, [&](const auto& row) { return std::ranges::find(shapes, row.first) != shapes.end(); });
  return rows;
}

NameRows topology_rows() { return summaries(topologies().entries()); }

NameRows protocol_rows() { return summaries(access_protocols().entries()); }

NameRows rule_rows() {
  NameRows rows;
  for (const Rule rule : rules()) rows.emplace_back(to_string(rule), summary(rule));
  return rows;
}

NameRows placement_rows() {
  return {{to_string(Placement::hashed), "every address hashed on its own: the papers' random function; also: uniform"},
          {to_string(Placement::balanced), "each array dealt in equal slices by a keyed permutation"},
          {to_string(Placement::direct), "blocks in order"}};
}

NameRows pattern_rows() { return summaries(patterns().entries()); }

NameRows collective_rows() { return summaries(collective_algorithms().entries()); }

struct ListEntry {
  const char* name;
  const char* alias;
  const char* heading;
  NameRows (*rows)();
  NameRows (*rows_alone)();  // where the list is asked for by itself
};

constexpr ListEntry known_lists[] = {
    {"programs", "program", "Programs", program_rows, program_rows},
    {"networks", "network", "Networks (--network)", networks_without_topologies, all_networks},
    {"topologies", "topology", "Topologies, networks that carry every message link by link (--network, of route too)",
     topology_rows, topology_rows},
    {"protocols", "access", "Access protocols (--access)", protocol_rows, protocol_rows},
    {"rules", "rule", "Rules (--rule)", rule_rows, rule_rows},
    {"placements", "placement", "Placements (--placement)", placement_rows, placement_rows},
    {"patterns", "pattern", "Patterns (route --pattern)", pattern_rows, pattern_rows},
    {"collectives", "algorithms", "Algorithms of collectives (collective --algorithm)", collective_rows,
     collective_rows},
};

}  // namespace

std::vector<NameList> name_lists() {
  std::vector<NameList> all;
  for (const ListEntry& list : known_lists) all.push_back({list.name, list.heading, list.rows()});
  return all;
}

NameList name_list(const std::string& name) {
  for (const ListEntry& list : known_lists) {
    if (name == list.name || name == list.alias) return {list.name, list.heading, list.rows_alone()};
  }
  throw ConfigError("list", name, allowed_names(name, list_names()));
}

std::vector<std::string> list_names() {
  std::vector<std::string> names;
  std::ranges::transform(known_lists, std::back_inserter(names), &ListEntry::name);
  return names;
}

}  // namespace pram::tool
