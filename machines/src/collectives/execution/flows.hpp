#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "executor.hpp"

namespace pram {

/// Packets that follow each other over links: packet p crosses a link in step start + rate · p.
struct Flow {
  struct Link {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint64_t start = 0;
  };
  std::vector<Link> links;
  std::vector<std::vector<Piece>> packets;
  std::uint64_t rate = 1;
  CollectiveExecutor::Sender sender =
      CollectiveExecutor::Sender::keeps;  ///< forgets, where no node needs what it passed on
};

/// Runs flows in common steps until all packets have crossed all of their links.
void run_flows(CollectiveExecutor& executor, std::span<const Flow> flows);

/// The links of a path of nodes, crossed in one step each.
std::vector<Flow::Link> along(std::span<const std::uint32_t> path);

/// Makes a packet of each piece.
std::vector<std::vector<Piece>> packets_of(std::span<const Piece> pieces);

}  // namespace pram
