#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <pram/access.hpp>
#include <pram/detail/routing/random_access.hpp>
#include <pram/ledger.hpp>
#include <pram/network.hpp>
#include <pram/served_by.hpp>

#include "../ledger/profile/component_loads.hpp"
#include "../processors/worker_team.hpp"
#include "../request/combine.hpp"
#include "../request/line_loads.hpp"
#include "../request/message_log.hpp"

namespace pram::detail {

class LineMemory;

/// A step in progress: its number, its random stream, and the facts that are known so far.
struct Step {
  std::uint64_t number = 0;
  std::uint64_t processors = 0;  ///< live ones, once they have run
  std::uint64_t slots = 0;       ///< those of requests of BSP processes; 0 in a step of processors
  bool spread = false;           ///< large enough for several host threads
  Stamps stamps;                 ///< of the cells that it touches
  CombiningContext context;
  std::vector<PhaseRecord> phases;
  std::vector<PhaseLoads> loads;           ///< of phases that several lines share, where it is known who loads them
  std::uint32_t largest_requests = 0;      ///< of one component
  bool unequal_writes = false;             ///< seen on the way to memory
  ServedBy served_by = ServedBy::nothing;  ///< as carry() finds
  ComponentLoads* components = nullptr;    ///< for a profile: every delivery counts its phases there
  MessageLog* messages = nullptr;          ///< where one worker notes its messages, for an observer; null: nobody asks
};

/// Carries the requests of a step to memory and the replies back. Stations::pass() calls its functions in the order of
/// the stations. Each class of deliveries carries in its own manner.
class Delivery {
 public:
  virtual ~Delivery() = default;

  // Called while the processors run, on the host thread of their worker. A delivery that knows where requests go can
  // begin before all of them are made.

  /// The worker's processors are about to run.
  virtual void begin(std::uint32_t, const Step&) {}
  /// The processors of a chunk have made their requests.
  virtual void take(std::uint32_t, Chunk&) {}

  // Called once all processors have run.

  /// Merges the requests for one address that leave one component into one record.
  virtual void merge(Step&) {}
  /// Moves the records to the components that own their cells, and has the network charge both directions.
  virtual void carry(Step& step) = 0;
  /// Has the memory modules serve the records, as far as that was not done on the way.
  virtual void serve(Step&) {}
  /// Returns the replies to the processors' slots.
  virtual void answer(Step& step) = 0;

  // One of the two ends the step, however far it has come.

  /// The step has failed: puts back what has been written past the memory modules.
  virtual void undo() noexcept {}
  /// The step stands in the ledger.
  virtual void commit() noexcept {}
};

/// Carries requests in one phase, straight to the owner.
std::unique_ptr<Delivery> make_direct_delivery(WorkerTeam& team, Network& network, bool in_place);
/// Carries requests in as many phases as the protocol has, merging at every stop. If the protocol is asynchronous, the
/// components' ports determine the charge.
/// @param lines  what the machine remembers of lines, for a protocol that does; null: nothing. Outlives the delivery
std::unique_ptr<Delivery> make_phased_delivery(WorkerTeam& team, Network& network, const AccessProtocol& protocol,
                                               std::uint64_t seed, LineMemory* lines = nullptr);
/// Does what the phased delivery does, but moves no records where the step allows it. The network must ask for no
/// messages, and the protocol must be one that routes_alone().
std::unique_ptr<Delivery> make_chained_delivery(WorkerTeam& team, Network& network, const PlannedProtocol& protocol,
                                                std::uint64_t seed);
/// Carries requests by the network's own routines: of sorting, or of streams that are sorted.
/// @param charged  routines that each step is charged for
std::unique_ptr<Delivery> make_sorted_delivery(WorkerTeam& team, RandomAccess& routines, std::size_t charged);

/// Whether the program is linked with chains. The tool that is built first is not: there the phased delivery carries
/// all steps, at the same charges.
bool has_chained_delivery();

}  // namespace pram::detail
