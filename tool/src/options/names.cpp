#include "names.hpp"

#include <pram/machines/patterns.hpp>
#include <pram/machines/topology.hpp>
#include <pram/pram.hpp>
#include <pram/programs/input/graph.hpp>
#include <pram/programs/program.hpp>

namespace pram::tool {

Names network_names() { return networks().names(); }
Names topology_names() { return topologies().names(); }
Names protocol_names() { return access_protocols().names(); }
Names shape_names() { return programs::shape_names(); }
Names pattern_names() { return patterns().names(); }
Names graph_format_names() { return programs::graph_formats(); }

Names search_names() {
  Names names;
  for (const programs::ProgramName& program : programs::program_names()) {
    if (program.takes_source) names.emplace_back(program.name);
  }
  return names;
}

}  // namespace pram::tool
