#include <cstdint>
#include <ostream>

#include <pram/report/detail/topology/topology_report.hpp>

namespace pram::report {

// A topology's name has letters, digits and what stands between them: nothing that a quoted text of DOT escapes.
void write_dot(std::ostream& out, const Topology& topology) {
  const bool two_way = topology.two_way();
  out << (two_way ? "graph \"" : "digraph \"") << topology.name() << "\" {\n";
  out << "  node [shape=circle];\n";
  for (std::uint32_t node = 0; node < topology.nodes(); ++node)
    out << "  " << node << (node < topology.terminals() ? ";\n" : " [shape=box];\n");
  for (std::uint32_t node = 0; node < topology.nodes(); ++node) {
    for (std::uint32_t port = 0; port < topology.ports(); ++port) {
      const std::uint32_t other = topology.neighbour(node, port);
      if (other == no_node || (two_way && other < node)) continue;
      out << "  " << node << (two_way ? " -- " : " -> ") << other << ";\n";
    }
  }
  out << "}\n";
}

}  // namespace pram::report
