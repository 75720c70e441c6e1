#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <pram/detail/function.hpp>

/// Concurrent access to memory by sorting: RAR and RAW (Nassimi and Sahni 1981), what goes in and what comes out.
namespace pram {

inline constexpr std::uint32_t no_home = 0xFFFFFFFF;

/// What the processor in one place asks of memory.
struct AccessRequest {
  std::uint64_t address = 0;
  std::uint32_t home = no_home;  ///< the node whose memory has the address; no_home: the processor is idle
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

/// The memory: called once a round with all that arrived in the round, by ascending place.
using AccessMemory = Function<void(std::span<AccessArrival>)>;

/// Combines two operands; associative, and given in the order of the requests.
using AccessOperator = std::uint64_t (*)(std::uint64_t, std::uint64_t);

struct AccessReport {
  std::uint32_t rounds = 0;        ///< a home takes so many addresses a round as a node has places
  std::uint32_t most_at_home = 0;  ///< addresses at the busiest home
  /// Places of two requests with one address and different operands, if there are any.
  std::optional<std::pair<std::uint32_t, std::uint32_t>> unequal = std::nullopt;
};

/// What one routine cost since the last RandomAccess::take_charges().
struct RoutineCharge {
  std::string_view name;        ///< of access_routines
  std::uint64_t transfers = 0;  ///< records that crossed a link
  std::uint64_t forward = 0;    ///< time steps of the requests, to memory
  std::uint64_t back = 0;       ///< time steps of the replies
};

/// The routines of an access, in the order of their first use.
inline constexpr std::string_view access_routines[] = {"sort",        "rank",       "scan",
                                                       "concentrate", "distribute", "generalise"};

/// How a network serves the concurrent accesses of a step by sorting. Requests are dealt to nodes in equal shares of q,
/// a power of two: the one in place x is at node x / q.
class RandomAccess {
 public:
  virtual ~RandomAccess() = default;

  /// RAR: a processor gets the reply for its address, an idle one 0.
  virtual AccessReport read(std::span<const AccessRequest> requests, const AccessMemory& memory,
                            std::span<std::uint64_t> values) = 0;
  /// RAW: the first of the requests for an address arrives, or, with an operator, all of them combined.
  virtual AccessReport write(std::span<const AccessRequest> requests, const AccessMemory& memory,
                             AccessOperator combine = nullptr) = 0;
  /// Fetch-and-op: all requests arrive combined, the reply is the word before, and every processor gets what it would
  /// find if they took place one after the other, in order.
  virtual AccessReport fetch(std::span<const AccessRequest> requests, const AccessMemory& memory,
                             AccessOperator combine, std::span<std::uint64_t> values) = 0;

  /// What the accesses since the last call cost, one entry for each of access_routines.
  virtual std::vector<RoutineCharge> take_charges() = 0;
};

}  // namespace pram
