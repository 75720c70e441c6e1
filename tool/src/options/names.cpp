#include "names.hpp"

#include <pram/machines/patterns.hpp>
#include <pram/machines/topology.hpp>
#include <pram/pram.hpp>
#include <pram/programs/input/graph.hpp>
#include <pram/programs/program.hpp>

namespace pram::tool {

Names program_words() {
  Names words;
  for (const programs::ProgramName& program : programs::program_names()) {
    words.push_back(program.name);
    if (!program.alias.empty()) words.push_back(program.alias);
  }
  return words;
}

Names network_names() { return networks().names(); }
Names topology_names() { return topologies().names(); }
Names protocol_names() { return access_protocols().names(); }
Names shape_names() { return programs::shape_names(); }
Names pattern_names() { return patterns().names(); }
Names graph_format_names() { return programs::graph_formats(); }

Names rule_names() {
  Names names;
  for (const Rule rule : rules()) names.push_back(to_string(rule));
  return names;
}

Names placement_names() {
  return {to_string(Placement::hashed), to_string(Placement::balanced), to_string(Placement::direct)};
}

Names search_names() {
  Names names;
  for (const programs::ProgramName& program : programs::program_names()) {
    if (program.takes_source) names.emplace_back(program.name);
  }
  return names;
}

}  // namespace pram::tool
