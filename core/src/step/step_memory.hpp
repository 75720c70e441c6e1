#pragma once

#include <cstdint>

#include <pram/network.hpp>

namespace pram::detail {

/// What decides how many bytes a step takes beside cells, frames and slots.
struct StepMemory {
  bool sorted = false;
  bool chained = false;      ///< may steps be carried by chains?
  std::uint32_t phases = 1;  ///< of the protocol
  std::uint32_t components = 1;
  unsigned workers = 1;
  const Network* network = nullptr;

  /// Bytes of a step of so many reads of different cells: the largest buffers of routing/, as they grow.
  std::uint64_t bytes(std::uint64_t requests) const;
};

}  // namespace pram::detail
