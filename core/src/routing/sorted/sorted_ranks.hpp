#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/detail/memory_account.hpp>
#include <pram/detail/routing/random_access.hpp>

#include "../../processors/worker_team.hpp"
#include "../source.hpp"

namespace pram::detail {

/// The records of all ranks in a step that is sorted. Every rank has the network's routines sort all of them alike, and
/// each serves those for its own cells.
class RecordsOfRanks {
 public:
  /// @param team  its workers have this rank's records in `held`
  void gather(const WorkerTeam& team, const std::vector<const SourceRecords<UpdateRecord>*>& held);

  /// Of all ranks, in the order in which one process has them.
  CountedVector<UpdateRecord>& records() { return records_; }
  CountedVector<std::uint32_t>& components() { return component_; }
  /// Is a record for one of this rank's cells?
  bool is_own(std::uint32_t record) const { return rank_of_[record] == rank_; }
  /// The place among all of this rank's k-th record.
  std::uint32_t place(std::uint32_t k) const { return place_[k]; }

  /// Gives all ranks the replies to arrivals, each of which one rank has served.
  /// @param served  per arrival: the record that stands for it
  void share_replies(const WorkerTeam& team, std::span<AccessArrival> arrivals,
                     std::span<const std::uint32_t> served) const;

 private:
  std::uint32_t rank_ = 0;
  CountedVector<UpdateRecord> records_;
  CountedVector<std::uint32_t> component_;
  CountedVector<std::uint16_t> rank_of_;
  CountedVector<std::uint32_t> place_;
};

}  // namespace pram::detail
