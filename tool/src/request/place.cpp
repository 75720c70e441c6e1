#include "place.hpp"

#include <pram/access.hpp>
#include <pram/detail/own_access.hpp>
#include <pram/machine.hpp>
#include <pram/network.hpp>
#include "../options/machine.hpp"
#include "name_list.hpp"

namespace pram::tool {

std::string access_of(const Options& options, const programs::Program& program, const Spec& network) {
  const std::string own = pram::detail::own_access(network);
  const std::string usual = program.access.empty() ? MachineOptions().access.text() : program.access;
  std::string access = options.text(option::access, own.empty() ? usual : own);
  // Said here, since the machine takes "combining" for no choice.
  pram::detail::check_own_access(network, access);
  return access;
}

Place place_of(const Options& options, const programs::Program& program) {
  const Spec network = networks().as_listed(options.text(option::network, MachineOptions().network));
  return {network, access_protocols().as_listed(access_of(options, program, network))};
}

std::vector<Place> compared_places(const Options& options) {
  std::vector<Place> places;
  for (const Spec& network : compared_networks(options)) {
    for (const Spec& access : compared_protocols(options)) places.push_back({network, access});
  }
  return places;
}

}  // namespace pram::tool
