#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <string>

#include "bundled_topology.hpp"

namespace pram {

/// A network of log2 k stages between k terminals. Each stage has k / 2 switches with two inputs and two outputs. There
/// is exactly one path between two terminals; every stage settles one bit of the destination.
///
/// Nodes: the terminals, then the switches stage by stage. A terminal's port 0 is its wire into stage 0. A switch's
/// ports 0 and 1 are its upper and lower output. Wires have one direction. The wires out of the last stage lead to the
/// terminals again.
class Multistage final : public BundledTopology {
 public:
  enum class Wiring : std::uint8_t {
    omega,          ///< a perfect shuffle before every stage (Lawrie 1975); highest bit first
    inverse_omega,  ///< an inverse shuffle behind every stage; lowest bit first
    butterfly       ///< stage s has the wires that differ in bit s (indirect binary n-cube, Pease 1977)
  };

  /// @param terminals  a power of two, 2 to 2^16
  Multistage(Wiring wiring, std::uint32_t terminals)
      : terminals_(terminals), stages_(static_cast<std::uint32_t>(std::countr_zero(terminals))), wiring_(wiring) {
    assert(std::has_single_bit(terminals) && terminals >= 2 && terminals <= 1u << 16);
  }

  std::string name() const override;
  TopologyShape shape() const override { return {TopologyShape::Kind::stages, {}, stages_}; }
  std::uint32_t nodes() const override { return terminals_ + stages_ * (terminals_ / 2); }
  std::uint32_t terminals() const override { return terminals_; }
  std::uint32_t ports() const override { return 2; }
  bool two_way() const override { return false; }
  std::uint32_t stages() const { return stages_; }

  /// The stage of a switch.
  std::uint32_t stage_of(std::uint32_t node) const {
    assert(node >= terminals_);
    return (node - terminals_) >> (stages_ - 1);
  }

  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const override {
    assert(node < nodes() && port < 2);
    if (node < terminals_) return port == 0 ? switch_of(0, wiring_ == Wiring::omega ? shuffled(node) : node) : no_node;
    const std::uint32_t stage = stage_of(node);
    const std::uint32_t line = output((node - terminals_) & (terminals_ / 2 - 1), stage, port);
    return stage + 1 < stages_ ? switch_of(stage + 1, line) : wiring_ == Wiring::omega ? unshuffled(line) : line;
  }

  Leg next_leg(std::uint32_t node, std::uint32_t destination) const override {
    assert(node < nodes() && destination < terminals_ && node != destination);
    if (node < terminals_) return {0, 1};
    return {destination >> digit_of(stage_of(node)) & 1, 1};
  }

  /// The binary digit of a destination by which the switches of a stage choose their outputs, from the lowest.
  std::uint32_t digit_of(std::uint32_t stage) const { return wiring_ == Wiring::omega ? stages_ - 1 - stage : stage; }

  /// @param from  a terminal, or a switch on a path to `to`
  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const override {
    if (from >= terminals_) return stages_ - stage_of(from);
    return from == to ? 0 : stages_ + 1;
  }

  TopologyProperties properties() const override;

 private:
  std::uint32_t shuffled(std::uint32_t line) const { return (line << 1 & (terminals_ - 1)) | line >> (stages_ - 1); }
  std::uint32_t unshuffled(std::uint32_t line) const { return line >> 1 | (line & 1) << (stages_ - 1); }

  /// The switch that a line enters after the shuffle before it.
  std::uint32_t switch_of(std::uint32_t stage, std::uint32_t line) const {
    const std::uint32_t low = (1u << stage) - 1;
    const std::uint32_t place = wiring_ == Wiring::butterfly ? (line >> 1 & ~low) | (line & low) : line >> 1;
    return terminals_ + (stage << (stages_ - 1)) + place;
  }

  /// The line on which a switch's output arrives at the next stage.
  std::uint32_t output(std::uint32_t place, std::uint32_t stage, std::uint32_t port) const {
    if (wiring_ == Wiring::omega) return shuffled(place << 1 | port);
    if (wiring_ == Wiring::inverse_omega) return unshuffled(place << 1 | port);
    const std::uint32_t low = (1u << stage) - 1;
    return (place & ~low) << 1 | port << stage | (place & low);
  }

  std::uint32_t terminals_;
  std::uint32_t stages_;
  Wiring wiring_;
};

}  // namespace pram
