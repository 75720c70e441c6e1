#include "known_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <iterator>

#include <pram/detail/missing_part.hpp>
#include <pram/machines/collectives.hpp>
#include <pram/machines/patterns.hpp>
#include <pram/machines/topology.hpp>
#include <pram/pram.hpp>
#include <pram/programs/program.hpp>
#include <pram/registry.hpp>
#include <pram/spec.hpp>

namespace pram::tool {

namespace {

template <class Entries>
NameRows summaries(const Entries& entries) {
  NameRows rows;
  for (const auto& entry : entries) rows.emplace_back(entry.name, entry.summary);
  return rows;
}

NameRows::value_type row_of(const programs::Program& program) {
  return {program.name, program.summary() + (program.alias.empty() ? "" : "; short: " + program.alias)};
}

/// In the order of lists.
/// @throws pram::detail::MissingPart where the tool was linked without some of the programs
std::vector<std::reference_wrapper<const programs::Program>> all_programs() {
  const auto& linked = programs::programs();
  if (linked.entries().size() < programs::program_names().size())
    throw pram::detail::MissingPart("the list of programs");
  std::vector<std::reference_wrapper<const programs::Program>> all;
  for (const programs::ProgramName& name : programs::program_names()) all.emplace_back(linked.find(name.name));
  return all;
}

NameRows program_rows() {
  NameRows rows;
  for (const programs::Program& program : all_programs()) rows.push_back(row_of(program));
  return rows;
}

/// Each name, without what it is.
NameRows program_name_rows() {
  NameRows rows;
  for (const auto& program : programs::program_names()) rows.emplace_back(program.name, "");
  return rows;
}

constexpr const char* concurrent_writes = "CRCW";  // any rule that allows them

/// Adds what is not there yet.
void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

bool writes_concurrently(const programs::Program& program) {
  return !program.model.is_bsp() && program.model != Rule::erew && program.model != Rule::crew;
}

/// A program of a rule and more is of that rule, too.
bool is_of_model(const programs::Program& program, const std::string& model) {
  return same_name(model, to_string(program.model)) ||
         (!program.model.is_bsp() && same_name(model, to_string(Rule(program.model)))) ||
         (same_name(model, concurrent_writes) && writes_concurrently(program));
}

/// @param flag   the option that names one
void check_known(const char* flag, const std::string& name, const std::vector<std::string>& known) {
  if (known_name(name, known) == nullptr) throw ConfigError(flag, name, allowed_names(name, known));
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

NameRows shape_name_rows() {
  NameRows rows;
  for (const std::string& shape : programs::shape_names()) rows.emplace_back(shape, "");
  return rows;
}

/// Each shape with what inputs of it are called, and the programs' kinds of input that have it.
NameRows shape_rows() {
  NameRows rows;
  const auto all = all_programs();
  for (const std::string& shape : programs::shape_names()) {
    std::vector<std::string> what;
    for (const programs::Program& program : all) {
      const auto same = std::ranges::find(program.shapes, shape, &programs::ShapeName::name);
      if (same != program.shapes.end()) add_once(what, same->what);
    }
    rows.emplace_back(shape, fmt::format("{}", fmt::join(what, "; ")));
  }
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
    {"programs", "program", "Programs", program_name_rows, program_rows},
    {"networks", "network", "Networks (--network)", networks_without_topologies, all_networks},
    {"topologies", "topology",
     "Topologies, networks that carry every message link by link (--network, of route too), of each of which links and "
     "nodes fail by failed-links=K,failed-nodes=M,failure-seed=S",
     topology_rows, topology_rows},
    {"protocols", "access", "Access protocols (--access)", protocol_rows, protocol_rows},
    {"rules", "rule", "Rules (--rule)", rule_rows, rule_rows},
    {"placements", "placement", "Placements (--placement)", placement_rows, placement_rows},
    {"patterns", "pattern", "Patterns (route --pattern)", pattern_rows, pattern_rows},
    {"collectives", "algorithms", "Algorithms of collectives (collective --algorithm)", collective_rows,
     collective_rows},
    {"shapes", "shape", "Shapes of generated inputs (--shape)", shape_name_rows, shape_rows},
};

}  // namespace

std::vector<NameList> name_lists() {
  std::vector<NameList> all;
  for (const ListEntry& list : known_lists) all.push_back({list.name, list.heading, list.rows()});
  return all;
}

NameList name_list(const std::string& name) {
  for (const ListEntry& list : known_lists) {
    if (!same_name(name, list.name) && !same_name(name, list.alias)) continue;
    NameList all{list.name, list.heading, list.rows_alone()};
    const auto is_name_alone = [](const auto& row) { return row.second.empty(); };
    if (std::ranges::any_of(all.rows, is_name_alone)) throw pram::detail::MissingPart("pram list " + all.name);
    return all;
  }
  std::vector<std::string> aliases;
  std::ranges::transform(known_lists, std::back_inserter(aliases), &ListEntry::alias);
  throw ConfigError("list", name, allowed_names(name, list_names(), aliases));
}

std::vector<std::string> program_families() {
  std::vector<std::string> families;
  for (const auto& program : programs::program_names()) add_once(families, program.family);
  return families;
}

std::vector<std::string> program_models() {
  const auto all = all_programs();
  std::vector<std::string> models;
  for (const Rule rule : rules()) {
    for (const programs::Program& program : all) {
      if (program.model.is_bsp() || program.model != rule) continue;
      if (writes_concurrently(program)) add_once(models, concurrent_writes);
      add_once(models, to_string(rule));
      add_once(models, to_string(program.model));
    }
  }
  models.push_back(to_string(programs::Model::bsp));
  return models;
}

NameList program_list(const std::optional<std::string>& family, const std::optional<std::string>& model) {
  if (family) check_known("--family", *family, program_families());
  if (model) check_known("--model", *model, program_models());
  NameList list{"programs", "Programs", {}};
  std::vector<std::string> models_of_family;
  for (const programs::Program& program : all_programs()) {
    if (family && !same_name(program.family, *family)) continue;
    add_once(models_of_family, to_string(program.model));
    if (!model || is_of_model(program, *model)) list.rows.push_back(row_of(program));
  }
  if (list.rows.empty())
    throw ConfigError("--model", *model,
                      fmt::format("one of family {}: {}", *family, fmt::join(models_of_family, ", ")));
  return list;
}

std::vector<std::string> list_names() {
  std::vector<std::string> names;
  std::ranges::transform(known_lists, std::back_inserter(names), &ListEntry::name);
  return names;
}

}  // namespace pram::tool
