#include <pram/report/bsp_parameters.hpp>

#include <pram/network.hpp>

namespace pram::report {

std::optional<BspParameters> own_parameters(const Network& network) {
  const std::optional<Port> port = network.port();
  if (!port) return std::nullopt;
  return BspParameters{static_cast<double>(port->gap), static_cast<double>(port->latency)};
}

std::optional<BspParameters> own_parameters(const Spec& network, std::uint32_t components) {
  return own_parameters(*networks().make(network, components));
}

}  // namespace pram::report
