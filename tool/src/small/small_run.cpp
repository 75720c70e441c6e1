#include "small_run.hpp"

#include <algorithm>

#include <pram/network.hpp>
#include "../options/machine.hpp"
#include "../request/machine_request.hpp"
#include "../request/place.hpp"

namespace pram::tool {

namespace {

constexpr std::uint32_t usual_components = 16;

}  // namespace

MachineOptions small_machine(const Options& options, const programs::Program& program) {
  const Spec network(options.text(option::network, "router"));
  MachineOptions machine = machine_options(options, program, {network});
  if (!options.has(option::few_components) && components_of(network) == 0 && program.components == 0)
    machine.components = usual_components;
  machine.network = options.text(option::network, machine.network);
  machine.access = access_of(options, program, machine.network.spec());
  return machine;
}

programs::InputRequest small_input(const Options& options, const programs::Program& program, std::uint64_t usual_size) {
  programs::InputRequest request = input_request(options, program);
  if (!request.size && request.file.empty())
    request.size = std::clamp(usual_size, program.least_size, program.most_size);
  return request;
}

}  // namespace pram::tool
