#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <pram/ledger.hpp>

namespace pram::detail {

/// The regions that are open, outermost first, and what they stand for in a ledger's list: a tree, each region followed
/// by those inside it.
class OpenRegions {
 public:
  /// Enters a region inside those that are open, or finds it there.
  /// @returns true as long as it is open: its owner makes it false, from any thread and even when the ledger is gone
  std::shared_ptr<std::atomic<bool>> open(std::vector<RegionTotal>& all, std::string name);

  /// The names of those that are open, outermost first.
  std::vector<std::string> names(const std::vector<RegionTotal>& all) const;

  /// Makes room for the stretches of a step or superstep: then note() does not fail.
  void expect(std::vector<RegionTotal>& all);
  /// Notes that the step or superstep of this number has a record of its own.
  void note(std::vector<RegionTotal>& all, std::uint64_t number) noexcept {
    if (!open_.empty()) [[unlikely]]
      note_open(all, number);
  }

  void charge(std::vector<RegionTotal>& all, const StepRecord& step) {
    if (!open_.empty()) [[unlikely]]
      charge_open(all, step);
  }
  void charge(std::vector<RegionTotal>& all, const CollectiveTotal& collective);
  void charge(std::vector<RegionTotal>& all, const SuperstepRecord& superstep) {
    if (!open_.empty()) [[unlikely]]
      charge_open(all, superstep);
  }
  /// Charges what a superstep asked of shared arrays: its requests, and no step.
  void charge_requests(std::vector<RegionTotal>& all, const StepRecord& asked);

 private:
  struct Open {
    std::size_t number;  // in the list
    std::shared_ptr<std::atomic<bool>> open;
  };

  void forget_closed();
  void note_open(std::vector<RegionTotal>& all, std::uint64_t number) noexcept;
  void charge_open(std::vector<RegionTotal>& all, const StepRecord& step);
  void charge_open(std::vector<RegionTotal>& all, const SuperstepRecord& superstep);

  std::vector<Open> open_;
};

}  // namespace pram::detail
