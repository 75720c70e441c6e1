#include <pram/perf/bsp_parameters.hpp>

#include <functional>
#include <utility>

#include <pram/perf/probe.hpp>

namespace pram::perf {

std::optional<BspParameters> bsp_parameters(const Spec& network, std::uint32_t components,
                                            std::function<bool(std::uint64_t done, std::uint64_t of)> progress) {
  if (auto own = own_parameters(network, components)) return own;
  ProbeRequest request;
  request.network = network;
  request.components = components;
  request.progress = std::move(progress);
  const Probe fitted = probe(request);
  if (fitted.interrupted) return std::nullopt;
  return BspParameters{fitted.g, fitted.l, true};
}

}  // namespace pram::perf
