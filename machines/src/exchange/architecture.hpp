#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <pram/exchange.hpp>

namespace pram {

/// What an exchange model's network is, read from its name, so that algorithms can ask whether they fit.
struct Architecture {
  enum class Kind { bus, shared_memory, switched, ring, torus, grid, hypercube, other };

  Kind kind = Kind::other;
  /// Of ring, torus, grid (a path is a grid of one dimension) and hypercube (twos), slowest digit first.
  std::vector<std::uint32_t> sizes;

  std::uint32_t dimensions() const { return static_cast<std::uint32_t>(sizes.size()); }
  bool links() const { return kind > Kind::switched; }
};

/// @param network  ExchangeModel::network; options after the sizes are skipped
Architecture architecture_of(std::string_view network);

/// Asks no more than that the network is of a kind.
inline auto only(Architecture::Kind kind) {
  return [kind](const ExchangeModel&, const Architecture& architecture, const ExchangeTask&) {
    return architecture.kind == kind;
  };
}

inline bool half_duplex(const ExchangeModel& model) { return model.duplex == CarrierOptions::Duplex::half; }
inline bool all_ports(const ExchangeModel& model) { return model.ports == CarrierOptions::Ports::all; }

}  // namespace pram
