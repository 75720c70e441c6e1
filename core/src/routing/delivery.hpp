#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <pram/access.hpp>
#include <pram/detail/routing/random_access.hpp>
#include <pram/ledger.hpp>
#include <pram/network.hpp>

#include "../processors/worker_team.hpp"
#include "../request/combine.hpp"
#include "../request/line_loads.hpp"

namespace pram::detail {

/// One step on its way: what carries it, and its facts so far.
struct Step {
  std::uint64_t number = 0;
  std::uint64_t processors = 0;  ///< live ones, once they have run
  std::uint64_t slots = 0;       ///< where they stand for requests of processes: how many; else 0
  bool spread = false;           ///< large enough for several host threads
  Stamps stamps;                 ///< of the cells that it touches
  CombiningContext context;
  std::vector<PhaseRecord> phases;
  std::vector<PhaseLoads> loads;       ///< of phases that several lines share, where it is known who loads them
  std::uint32_t largest_requests = 0;  ///< of one component
  bool unequal_writes = false;         ///< seen on the way to memory
};

/// How the requests of a step reach memory and the replies come back. Engine::run_step() has it pass its stations one
/// after the other; deliveries differ in how they carry.
class Delivery {
 public:
  virtual ~Delivery() = default;

  // While the processors run, on the host thread of their worker: for a delivery that knows at once where a request
  // goes. It need not wait until all are made.

  /// The worker's processors are about to run.
  virtual void begin(std::uint32_t, const Step&) {}
  /// The processors of a chunk have made their requests.
  virtual void take(std::uint32_t, Chunk&) {}
  /// All chunks of the worker have.
  virtual void end(std::uint32_t) {}

  // Once all have run.

  /// Merges the requests for one address that leave one component into one record.
  virtual void merge(Step&) {}
  /// Moves the records to the components that own their cells, and has the network charge the way there and back.
  virtual void carry(Step& step) = 0;
  /// Has the memory modules serve the records, as far as that was not done on the way.
  virtual void serve(Step&) {}
  /// Returns the replies to the processors' slots.
  virtual void answer(Step& step) = 0;

  // In the end one of these, wherever the step has got to.

  /// The step has failed: puts back what has been written past the memory modules.
  virtual void undo() noexcept {}
  /// It stands in the ledger.
  virtual void booked() noexcept {}
};

/// One phase, straight to the owner.
std::unique_ptr<Delivery> make_direct_delivery(WorkerTeam& team, Network& network);
/// As many phases as the protocol has, merging at every stop; charged by the components' ports if it is asynchronous.
std::unique_ptr<Delivery> make_phased_delivery(WorkerTeam& team, Network& network, const AccessProtocol& protocol,
                                               std::uint64_t seed);
/// The same, for a network that asks for no messages and a protocol that routes_alone(): without moving records where
/// the step allows it.
std::unique_ptr<Delivery> make_chained_delivery(WorkerTeam& team, Network& network, const AccessProtocol& protocol,
                                                std::uint64_t seed);
/// By the network's own routines of sorting.
std::unique_ptr<Delivery> make_sorted_delivery(WorkerTeam& team, RandomAccess& routines);

}  // namespace pram::detail
