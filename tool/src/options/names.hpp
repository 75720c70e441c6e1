#pragma once

#include <string>
#include <vector>

/// Names that help lists beside options.
namespace pram::tool {

using Names = std::vector<std::string>;

Names program_words();  ///< names and short names
Names network_names();  ///< topologies are networks, too
Names topology_names();
Names protocol_names();
Names shape_names();   ///< of all programs' inputs, each once
Names search_names();  ///< of the programs that begin at a vertex
Names graph_format_names();
Names pattern_names();
Names rule_names();
Names placement_names();

}  // namespace pram::tool
