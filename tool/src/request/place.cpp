#include "place.hpp"

#include <pram/access.hpp>
#include <pram/machine.hpp>
#include <pram/network.hpp>
#include "../options/machine.hpp"
#include "name_list.hpp"

namespace pram::tool {

Place place_of(const Options& options, const programs::Program& program) {
  const MachineOptions usual;
  return {networks().as_listed(options.text(option::network, usual.network)),
          access_protocols().as_listed(
              options.text(option::access, program.access.empty() ? usual.access.text() : program.access))};
}

std::vector<Place> compared_places(const Options& options) {
  std::vector<Place> places;
  for (const Spec& network : compared_networks(options)) {
    for (const Spec& access : compared_protocols(options)) places.push_back({network, access});
  }
  return places;
}

}  // namespace pram::tool
