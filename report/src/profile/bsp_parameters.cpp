#include <pram/report/bsp_parameters.hpp>

#include <pram/network.hpp>

namespace pram::report {

std::optional<BspParameters> own_parameters(const Spec& network, std::uint32_t components) {
  const std::optional<Port> port = networks().make(network, components)->port();
  if (!port) return std::nullopt;
  return BspParameters{static_cast<double>(port->gap), static_cast<double>(port->latency)};
}

}  // namespace pram::report
