#pragma once

#include <cstdint>

#include <pram/detail/word/word.hpp>
#include <pram/network.hpp>

namespace pram::detail {

// What a processor takes beside its frame, whatever it does: its index and its value.
inline constexpr std::uint64_t slot_bytes = sizeof(std::uint32_t) + sizeof(Word);

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
