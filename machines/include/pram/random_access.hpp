#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>

#include <pram/topology.hpp>

/// Concurrent access to memory by sorting: RAR and RAW (Nassimi and Sahni 1981), what goes in and what comes out.
namespace pram {

/// What the processor in one place asks of memory.
struct AccessRequest {
  std::uint64_t address = 0;
  std::uint32_t home = no_node;  ///< the node whose memory has the address; no_node: the processor is idle
  std::uint64_t operand = 0;
  std::uint64_t order = 0;  ///< of requests to one address the lowest order comes first, then the lowest place
};

/// All requests for one address, come to its home as one.
struct AccessArrival {
  std::uint64_t address = 0;
  std::uint32_t home = 0;
  std::uint32_t source = 0;   ///< place of the first request
  std::uint32_t degree = 0;   ///< requests
  std::uint64_t operand = 0;  ///< of the first request, or of all combined
  std::uint64_t reply = 0;    ///< filled in by the memory, where a reply is awaited
};

/// The memory: is called once a round with all that arrived in it, by ascending place.
using AccessMemory = std::function<void(std::span<AccessArrival>)>;

/// Combines two operands; associative, and given in the order of the requests.
using AccessOperator = std::uint64_t (*)(std::uint64_t, std::uint64_t);

struct AccessReport {
  std::uint32_t rounds = 0;        ///< a home takes so many addresses a round as a node has places
  std::uint32_t most_at_home = 0;  ///< addresses at the busiest home
  /// Places of two requests with one address and different operands, if there are any.
  std::optional<std::pair<std::uint32_t, std::uint32_t>> unequal = std::nullopt;
};

}  // namespace pram
