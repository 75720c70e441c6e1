#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <pram/detail/bsp/records.hpp>

namespace pram::bsp::detail {

/// Where the processes of a run are. Of several ranks each other one counts as one worker.
struct ProcessLayout {
  std::vector<std::uint32_t> first_process;  ///< per worker; one more at the end
  std::vector<std::uint32_t> component;      ///< per process; empty: a process a component
  std::uint32_t first_own = 0;               ///< the first worker of this rank, which has as many ranks before it

  std::uint32_t processes() const { return first_process.back(); }
  std::uint32_t workers() const { return static_cast<std::uint32_t>(first_process.size() - 1); }
  std::uint32_t worker_of(std::uint32_t process) const {
    return static_cast<std::uint32_t>(std::ranges::upper_bound(first_process, process) - first_process.begin()) - 1;
  }
};

/// The processes of a group. Each has a rank, a number from 0 on in the order of the run's numbers. A worker of the run
/// that has some of them has a place, a number from 0 on, too, which is called w.
class GroupMembers {
 public:
  /// @param layout   outlives this
  /// @param members  their numbers in the run, ascending; empty for the run itself
  GroupMembers(const ProcessLayout& layout, CountedVector<std::uint32_t> members);

  std::uint32_t count() const { return first_rank_.back(); }
  std::uint32_t process_of(std::uint32_t rank) const { return members_.empty() ? rank : members_[rank]; }
  bool has_process(std::uint32_t process) const {
    return members_.empty() || std::binary_search(members_.begin(), members_.end(), process);
  }
  /// "process 7", with its rank where that is another number.
  std::string name_of(std::uint32_t rank) const;

  std::uint32_t component_of(std::uint32_t rank) const {
    return component_of_ == nullptr ? process_of(rank) : component_of_[rank];
  }
  bool same_component(std::uint32_t a, std::uint32_t b) const {
    return component_of_ == nullptr ? a == b : component_of_[a] == component_of_[b];
  }
  /// Per rank; null: a process a component.
  const std::uint32_t* components() const { return component_of_; }

  /// How many workers have processes of the group.
  std::uint32_t workers() const { return static_cast<std::uint32_t>(first_rank_.size() - 1); }
  /// The number of the first of these among the workers of the run.
  std::uint32_t first_worker() const { return first_worker_; }
  std::uint32_t worker_of(std::uint32_t rank) const { return worker_of_[rank]; }
  const std::uint16_t* worker_of_ranks() const { return worker_of_.data(); }
  std::uint32_t first_rank(std::uint32_t w) const { return first_rank_[w]; }
  std::uint32_t count_of(std::uint32_t w) const { return first_rank_[w + 1] - first_rank_[w]; }

 private:
  CountedVector<std::uint32_t> members_;
  CountedVector<std::uint32_t> own_components_;  ///< per rank; empty for the run itself, and for a process a component
  const std::uint32_t* component_of_ = nullptr;
  CountedVector<std::uint16_t> worker_of_;  ///< per rank
  std::uint32_t first_worker_ = 0;
  std::vector<std::uint32_t> first_rank_;  ///< per worker of the group; one more at the end
};

}  // namespace pram::bsp::detail
