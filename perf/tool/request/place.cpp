#include "place.hpp"

#include <pram/machine.hpp>
#include "name_list.hpp"

namespace pram::tool {

std::vector<Place> places_of(const CommandLine& line, const programs::Program& program) {
  const Options& options = line.options;
  const MachineOptions usual;
  if (line.command != Command::compare) {
    return {{options.text("--network", usual.network),
             options.text("--access", program.access.empty() ? usual.access.text() : program.access)}};
  }
  std::vector<Place> places;
  for (const Spec& network : compared_networks(options)) {
    for (const Spec& access : compared_protocols(options)) places.push_back({network, access});
  }
  return places;
}

}  // namespace pram::tool
