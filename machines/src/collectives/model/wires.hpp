#pragma once

#include <cstdint>
#include <vector>

#include <pram/machines/collectives.hpp>

namespace pram {

/// The wires of a network, one for each ordered pair of neighbours, and who may use how many of them in a step: for
/// algorithms that ask for nothing else of a network.
class Wires {
 public:
  struct Wire {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint32_t back = no_node;  ///< the wire that may not be used in the same step, of a half-duplex link
  };

  /// @param backwards  every wire from its end to its begin
  Wires(const CollectiveModel& model, bool backwards);

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(leaving_.size()); }
  /// Nodes below hold data; the others are switches.
  std::uint32_t terminals() const { return terminals_; }
  std::uint32_t count() const { return static_cast<std::uint32_t>(wires_.size()); }
  const Wire& operator[](std::uint32_t wire) const { return wires_[wire]; }
  const std::vector<std::uint32_t>& leaving(std::uint32_t node) const { return leaving_[node]; }
  const std::vector<std::uint32_t>& entering(std::uint32_t node) const { return entering_[node]; }
  bool one_port() const { return one_port_; }
  /// Whether a node sends at most one message in a step, and receives at most one. Switches use all of their wires.
  bool limited(std::uint32_t node) const { return one_port_ && node < terminals_; }

 private:
  std::uint32_t terminals_;
  bool one_port_;
  std::vector<Wire> wires_;
  std::vector<std::vector<std::uint32_t>> leaving_;
  std::vector<std::vector<std::uint32_t>> entering_;
};

/// Chooses wires for a step so that no rule of ports is broken: as many as can be where nodes have one port, by a
/// matching of senders with receivers that grows along alternating paths (Hopcroft and Karp, 1973, one path at a time).
class StepWires {
 public:
  explicit StepWires(const Wires& wires);

  /// @param wanted  in order of preference; of a half-duplex link the direction that comes first is used
  const std::vector<std::uint32_t>& choose(const std::vector<std::uint32_t>& wanted);

 private:
  bool augment(std::uint32_t sender);
  std::uint32_t sender_of(std::uint32_t wire) const;

  const Wires& wires_;
  std::vector<std::vector<std::uint32_t>> offers_;  // by sender, which is a node, or a wire of a switch
  std::vector<std::uint32_t> matched_;              // by receiver that is a node: the wire
  std::vector<std::uint32_t> given_;                // by sender: the wire
  std::vector<std::uint64_t> seen_;                 // by receiver
  std::vector<std::uint64_t> used_;                 // by wire
  std::uint64_t stamp_ = 0;
  std::uint64_t step_ = 0;
  std::vector<std::uint32_t> chosen_;
};

}  // namespace pram
