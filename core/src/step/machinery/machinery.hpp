#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <pram/access.hpp>
#include <pram/detail/routing/random_access.hpp>
#include <pram/detail/test_hooks.hpp>
#include <pram/machine.hpp>
#include <pram/network.hpp>

#include "../../collectives/array_collectives.hpp"
#include "../../data_parallel/delivery/data_parallel_delivery.hpp"
#include "../../data_parallel/delivery/named_delivery.hpp"
#include "../../host/host_threads.hpp"
#include "../../memory/shared_memory.hpp"
#include "../../processors/worker_team.hpp"
#include "../../request/call_sites.hpp"
#include "../../request/line_memory.hpp"
#include "../../routing/delivery.hpp"
#include "../../routing/ranked/ranked_delivery.hpp"

namespace pram::detail {

/// Host threads and deliveries for a number of workers, made once, and used by every pardo with so many workers.
struct TeamWithDelivery {
  WorkerTeam team;
  std::unique_ptr<Delivery> at_once;               ///< direct or sorted delivery
  std::unique_ptr<Delivery> phased;                ///< of a protocol of phases, or where arrays have plans of their own
  std::unique_ptr<Delivery> chained;               ///< the same where messages need not be moved
  std::unique_ptr<DataParallelDelivery> in_place;  ///< of data-parallel steps that direct access would serve
  Delivery* delivery = nullptr;                    ///< of the first three, in the pardo under way

  /// Whether requests go straight to the owners of their cells.
  bool goes_straight = false;

  std::unique_ptr<RankedDelivery> ranked = nullptr;  ///< of several ranks: takes the place of the others
  std::unique_ptr<NamedDelivery> named = nullptr;    ///< the same of data-parallel steps that one would serve in place
};

/// The ranks of a program, if there are several, and the call sites that all know.
struct MachineRanks {
  RankGroup* group = nullptr;
  RankedSites* sites = nullptr;
};

/// The parts that carry requests and data, with their state between steps: network, access protocol, collectives and
/// teams. A failure in a step may leave that state inconsistent; then the parts are made anew.
class Machinery {
 public:
  /// @param options  must outlive this object; network and protocol are read here only
  /// @throws ConfigError
  Machinery(const MachineOptions& options, std::shared_ptr<MemoryAccount> account, std::shared_ptr<SharedMemory> memory,
            CallSites& sites, HostThreads& host, const std::atomic<bool>& stop, MachineRanks ranks);

  /// Makes the parts anew if a failure has left them inconsistent.
  /// @throws what factories throw; then the next call tries again
  void restore();

  /// Whether the parts are usable: after a failure not until restore().
  bool made() const { return parts_ != nullptr; }

  Network& network() const { return *parts_->network; }
  const AccessProtocol& protocol() const { return *parts_->protocol; }
  RandomAccess* routines() const { return parts_->routines.get(); }  ///< null: the protocol routes
  /// The routines that a step is charged for, as its phases; of a protocol that routes none.
  std::span<const std::string_view> routine_names() const { return parts_->routine_names; }
  ArrayCollectives& collectives() const { return parts_->collectives; }

  Serving serving() const { return serving_; }
  /// Whether steps may be carried by chains (routing/chained).
  bool chains() const;

  /// The team of so many workers, and its delivery chosen for the arrays that there are.
  /// @param moves  whether records must move, since an observer learns of their messages
  /// @throws ConfigError
  TeamWithDelivery& team_of(std::uint32_t workers, bool moves) {
    if (ranks_.group == nullptr) return team_in(parts_->teams, workers, moves);
    return ranked_team_in(parts_->ranked_teams, parts_->teams, workers, moves);
  }
  /// The same for the requests of BSP processes, which have a team of their own.
  TeamWithDelivery& request_team_of(std::uint32_t workers, bool moves) {
    if (ranks_.group == nullptr) return team_in(parts_->request_teams, workers, moves);
    return ranked_team_in(parts_->ranked_request_teams, parts_->request_teams, workers, moves);
  }
  /// Forgets what the teams of BSP processes know of the program's lines, as other processes will make requests.
  void forget_requests();

  /// Calls a function. If it throws, network and deliveries are unusable until restore().
  template <class Travel>
  void in_transit(const Travel& travel) {
    half_done_ = true;
    travel();
    half_done_ = false;
  }

  /// Gives back what is kept for the next pardo; none may run. @returns false if nothing was kept
  bool drop_buffers();

 private:
  struct Parts {
    std::shared_ptr<Network> network;
    std::shared_ptr<AccessProtocol> protocol;
    std::unique_ptr<RandomAccess> routines;
    std::vector<std::string_view> routine_names;
    ArrayCollectives collectives;
    std::map<std::uint32_t, TeamWithDelivery> teams;          ///< by their workers
    std::map<std::uint32_t, TeamWithDelivery> request_teams;  ///< the same
    // The same: of the processors of one of several ranks, and of the requests of its processes.
    std::map<std::uint32_t, TeamWithDelivery> ranked_teams;
    std::map<std::uint32_t, TeamWithDelivery> ranked_request_teams;
  };

  std::unique_ptr<Parts> make_parts() const;
  TeamWithDelivery& team_in(std::map<std::uint32_t, TeamWithDelivery>& teams, std::uint32_t workers, bool moves) const;
  TeamWithDelivery make_team(std::uint32_t workers) const;
  /// A team of this rank's processors, whose requests are served by other teams: on every rank one that has its cells.
  TeamWithDelivery& ranked_team_in(std::map<std::uint32_t, TeamWithDelivery>& asking,
                                   std::map<std::uint32_t, TeamWithDelivery>& serving, std::uint32_t workers,
                                   bool moves) const;
  void choose_delivery(TeamWithDelivery& with_delivery, bool moves) const;

  const MachineOptions& options_;
  Choice<Network> network_asked_;  // to make the parts again
  Choice<AccessProtocol> access_asked_;
  std::shared_ptr<MemoryAccount> account_;
  std::shared_ptr<SharedMemory> memory_;
  CallSites& sites_;
  HostThreads& host_;
  const std::atomic<bool>& stop_;
  const MachineRanks ranks_;
  const Serving serving_;
  std::unique_ptr<LineMemory> lines_ = std::make_unique<LineMemory>();  // of the access protocol, for all teams
  std::unique_ptr<Parts> parts_;
  bool half_done_ = false;
};

}  // namespace pram::detail
