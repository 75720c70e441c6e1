#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <pram/detail/bsp/requests.hpp>

#include "../processors/worker_team.hpp"
#include "../ranks/rank_group.hpp"

namespace pram::bsp::detail {

/// What the processes of one run ask of arrays in shared memory. At a sync the requests become the slots of a team,
/// which the machine serves as it serves the requests of processors: a slot for all requests of one process for one
/// cell that are of one kind, reads or updates by one operator. The replies of the slots then go to the requests.
class SharedRequests {
 public:
  /// @param team  of the processes
  SharedRequests(const pram::detail::WorkerTeam& team, const pram::detail::BlockDistribution& distribution)
      : distribution_(distribution), boxes_(team.count()) {
    for (std::uint32_t w = 0; w < team.count(); ++w)
      first_process_.push_back(distribution.first_of(team.first_component(w)));
  }

  SharedOutbox& outbox(std::uint32_t worker) { return boxes_[worker]; }

  /// Ends a superstep: until the next, only the requests of processes that go on are looked at. A process's requests
  /// are done at its next sync, of whichever group.
  /// @param waiting  slots of processes, per worker
  /// @returns the number of these requests
  /// @throws LimitError: more than a superstep may have, check_count()
  std::uint64_t close(const std::vector<std::vector<std::uint32_t>>& waiting);

  /// Slots of a team have numbers of 32 bits.
  /// @throws LimitError: so many requests are more than a superstep may have
  static void check_count(std::uint64_t requests);

  /// Readies the requests for a team that is going to take them over.
  void begin(const pram::detail::WorkerTeam& team) { sums_.assign(team.count(), {}); }
  /// Makes a worker's slots of the requests of processes on its components.
  /// @param take  called with each chunk as soon as its slots are there
  void take_over(const pram::detail::WorkerTeam& team, std::uint32_t w,
                 const std::function<void(pram::detail::Chunk&)>& take);
  /// Gives the requests that await one the reply of their slot.
  void return_replies(const pram::detail::WorkerTeam& team, std::uint32_t w);
  /// Forgets all requests but those of processes that wait.
  void clear();

  /// The most requests of one process, and how many slots they became, once all are taken over.
  struct Sums {
    std::uint64_t largest_requests = 0;
    std::uint64_t largest_reads = 0;
    std::uint64_t largest_writes = 0;
    std::uint64_t slots = 0;

    void merge(const Sums& other);
  };
  Sums sums() const;
  /// The same of all ranks; null: there is one.
  Sums sums(pram::detail::RankGroup* ranks) const;
  /// Requests for which no sync has come.
  std::uint64_t waiting() const;

  /// All processes have ended.
  /// @throws Error if something was asked for that no sync follows
  void end(const pram::detail::CallSites& sites, std::uint64_t superstep) const;

 private:
  /// Calls visit(process, requests) for each process on the components of a worker of the team that has some.
  template <class Visit>
  void visit_processes(const pram::detail::WorkerTeam& team, std::uint32_t w, const Visit& visit);

  pram::detail::BlockDistribution distribution_;
  std::vector<SharedOutbox> boxes_;
  std::vector<std::uint64_t> first_process_;  ///< per worker of the processes
  std::vector<Sums> sums_;                    ///< per worker of the team
};

}  // namespace pram::bsp::detail
