#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <pram/ledger.hpp>

#include "../../processors/worker_team.hpp"
#include "../../ranks/bytes.hpp"
#include "../../ranks/rank_group.hpp"
#include "../group/process_group.hpp"
#include "../run/members.hpp"
#include "../run/run_context.hpp"
#include "common_numbers.hpp"

namespace pram::bsp::detail {

/// What the ranks of a program tell each other about the processes of one run. Every rank has all groups; to its groups
/// each other rank is a worker, whose mailboxes say which of its processes stand at a sync.
class RankedProcesses {
 public:
  using Groups = std::vector<std::unique_ptr<ProcessGroup>>;

  static constexpr std::uint64_t no_process = ~std::uint64_t{0};

  /// @param groups  first that of all processes; all outlive this
  RankedProcesses(pram::detail::RankGroup& ranks, RunContext& run, const ProcessLayout& layout, const Groups& groups);

  pram::detail::RankGroup& ranks() { return ranks_; }
  bool is_own(std::uint32_t rank) const { return rank == ranks_.rank(); }

  /// How processes stand once each is at a sync, or has ended: those of a rank, or of all.
  struct Standing {
    std::uint64_t live = 0;
    std::uint64_t failed = no_process;  ///< the lowest process that has failed
    std::uint64_t records = 0;          ///< puts, gets and messages that wait for a sync
    std::uint64_t crossing = 0;         ///< of these: for other ranks
    std::uint64_t shared = 0;           ///< requests for arrays in shared memory
    bool stopped = false;               ///< the processes are to stop where they are
    bool never_awaited = false;         ///< a process has made a sync that it did not await
    bool other_request = false;         ///< a process awaits something else than a sync
    bool worked = false;                ///< a process has counted operations
  };
  /// All processes have run. Tells all ranks how they stand, and what they have named since the last sync: lines,
  /// queues, coarrays.
  void agree(const pram::detail::WorkerTeam& team, const Standing& mine);
  /// Of all ranks.
  const Standing& standing() const { return standing_; }
  /// @throws Error if a process of one rank takes for another type what a lower process has named
  void check_names() const;
  /// Of a group's processes, on all ranks: how many have ended. Counted where some of a rank have.
  std::uint64_t ended(std::uint32_t group) const { return ended_in_[group]; }

  /// Tells all ranks which process waits for which group, for a sentence about them.
  void tell_waits(const pram::detail::WorkerTeam& team);
  /// Whether a process has ended, as tell_waits() has told.
  bool has_ended(std::uint32_t process) const { return ended_[process]; }

  /// Tells all ranks what the processes of a group ask of a split.
  void tell_splits(ProcessGroup& group);

  /// What all ranks have found while they served a superstep.
  struct Served {
    const Breach* breach = nullptr;
    std::uint64_t largest_operations = 0;
    bool unread = false;  ///< there are messages that nobody has read
  };
  /// @returns of all ranks
  /// @throws Error: the first breach
  Served agree_served(const Served& mine);
  /// Adds up what ranks have counted by name.
  void unite(std::vector<UnreadMessages>& unread);

  /// The ranks in a group of a rank's processes: the first, and behind the last.
  std::pair<std::uint32_t, std::uint32_t> members_of(const GroupMembers& members, std::uint32_t rank) const;
  /// The place in a group of the worker that another rank is, if it has some.
  std::optional<std::uint32_t> place_of(const GroupMembers& members, std::uint32_t rank) const;
  /// The places of this rank's own workers: the first, and behind the last.
  std::pair<std::uint32_t, std::uint32_t> own_places(const GroupMembers& members) const {
    return places_of(members, ranks_.rank());
  }

  const CommonNumbers& lines() const { return lines_; }
  ProcessGroup* group(std::uint32_t number) const { return groups_[number].get(); }
  /// Of a value in a queue.
  std::uint64_t value_bytes(std::uint32_t queue) const { return run_.queue_type(queue).bytes; }
  std::uint32_t common_queue(std::uint32_t queue) const;
  std::uint32_t own_queue(std::uint32_t common) const;

 private:
  struct NamedCoarray {
    std::string name;
    ElementType type;
  };

  std::uint32_t first_worker_of(std::uint32_t rank) const;
  std::pair<std::uint32_t, std::uint32_t> places_of(const GroupMembers& members, std::uint32_t rank) const;

  void write_queues(pram::detail::BytesWriter& to) const;
  void write_coarrays(pram::detail::BytesWriter& to) const;
  void write_lines(pram::detail::BytesWriter& to) const;
  void write_groups(pram::detail::BytesWriter& to, bool some_have_ended, const pram::detail::WorkerTeam& team) const;
  void read_standing(pram::detail::BytesReader& from);
  void read_queues(pram::detail::BytesReader& from, bool own);
  void read_coarrays(pram::detail::BytesReader& from);
  void read_lines(pram::detail::BytesReader& from);
  void read_groups(pram::detail::BytesReader& from, std::uint32_t rank);
  void enter_coarrays();
  void note_other_type(std::uint64_t process, std::string sentence);

  pram::detail::RankGroup& ranks_;
  RunContext& run_;
  const ProcessLayout& layout_;
  const Groups& groups_;

  CommonNumbers lines_;
  CommonNumbers queues_;
  std::map<std::string, ElementType> queue_types_;   ///< by name, as the lowest process has them
  std::set<std::string> texts_;                      ///< of other ranks, whose addresses are kept
  std::vector<std::uint32_t> coarrays_told_;         ///< per group
  std::vector<std::vector<NamedCoarray>> coarrays_;  ///< per group: those that are new at this sync
  Standing standing_;
  std::vector<std::uint64_t> ended_in_;  ///< per group
  std::vector<bool> ended_;              ///< per process
  std::uint64_t other_type_of_ = no_process;
  std::string other_type_;
};

}  // namespace pram::bsp::detail
