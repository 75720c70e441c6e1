#include "architectures.hpp"

#include <fmt/format.h>

#include <bit>

namespace pram::perf {

namespace {

std::uint32_t log2_of(std::uint32_t nodes) { return static_cast<std::uint32_t>(std::bit_width(nodes)) - 1; }

std::string network_of(const std::string& name, std::uint32_t nodes, std::uint32_t modules) {
  if (name == "shared memory") return fmt::format("shared-memory:{},modules={}", nodes, modules);
  if (name == "grid") return fmt::format("torus:{0}x{0}", 1U << log2_of(nodes) / 2);
  if (name == "hypercube") return fmt::format("hypercube:{}", log2_of(nodes));
  return fmt::format("{}:{}", name, nodes);
}

std::uint32_t farthest(const std::string& name, std::uint32_t nodes) {
  if (name == "ring") return nodes / 2;
  if (name == "grid") {
    const std::uint32_t side = 1U << log2_of(nodes) / 2;
    return side / 2 * side + side / 2;
  }
  return nodes - 1;
}

}  // namespace

const std::vector<std::string>& architectures() {
  static const std::vector<std::string> names = {"bus", "shared memory", "ring", "grid", "hypercube", "switch"};
  return names;
}

ComparedNetwork architecture(const std::string& name, std::uint32_t nodes, std::uint32_t modules) {
  return {name, collective_model(network_of(name, nodes, modules)), farthest(name, nodes)};
}

}  // namespace pram::perf
