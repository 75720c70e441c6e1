#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <pram/access/access_plan.hpp>
#include <pram/detail/function.hpp>
#include <pram/detail/memory_account.hpp>
#include <pram/machine/array.hpp>
#include <pram/machine/cell_type.hpp>

#include "../host/pages.hpp"
#include "../ranks/rank_cuts.hpp"
#include "placement.hpp"
#include "stamps.hpp"

namespace pram::detail {

class RankGroup;

/// A live array: its cells in the order of their positions, all narrow or all wide.
struct StoredArray {
  std::string name;
  std::uint64_t serial = 0;  ///< in order of creation; array numbers are reused, serials are not
  std::uint64_t size = 0;
  CellMap map;
  CellType type = {};
  bool is_narrow = false;
  Pages<NarrowCell> narrow;
  Pages<WideCell> wide;
  std::shared_ptr<const AccessPlan> plan = nullptr;  ///< of the requests for its cells; null: the machine's protocol
  std::optional<RankCuts> cuts = std::nullopt;       ///< where the cells are divided among ranks
  std::uint64_t first_own = 0;                       ///< of this rank's cells: all, if there is one
  std::uint64_t last_own = 0;                        ///< behind them
  std::uint64_t room = 0;                            ///< cells that a rank has memory for: those of the largest part
  Pages<std::uint32_t> owned;  ///< per component: how many of the cells are its own; empty until somebody asks

  /// Calls visit(cells) with a pointer to the first.
  template <class Visit>
  decltype(auto) with_cells(const Visit& visit) {
    return is_narrow ? visit(narrow.data()) : visit(wide.data());
  }
  /// The cells, if their kind is known.
  template <class Cell>
  Cell* cells() {
    if constexpr (std::is_same_v<Cell, NarrowCell>) {
      return narrow.data();
    } else {
      return wide.data();
    }
  }
  const void* address() const {
    return is_narrow ? static_cast<const void*>(narrow.data()) : static_cast<const void*>(wide.data());
  }
  std::size_t cell_bytes() const { return is_narrow ? sizeof(NarrowCell) : sizeof(WideCell); }
  std::uint64_t bytes() const { return room * cell_bytes(); }
};

/// All arrays of a machine. A component's module consists of the cells that it owns of every array.
class SharedMemory {
 public:
  static constexpr std::uint32_t most_arrays = 0xFFFF;

  SharedMemory(Placement placement, std::uint32_t components, std::uint64_t seed,
               std::shared_ptr<MemoryAccount> account, std::shared_ptr<RankGroup> ranks = nullptr,
               std::shared_ptr<const HashFunction> hash = nullptr);

  /// @returns the array's number
  /// @throws LimitError before anything is allocated; std::bad_alloc, and nothing is entered
  std::uint32_t add(std::uint64_t size, CellType type, Word initial, std::string name);
  void remove(std::uint32_t number) noexcept;

  StoredArray& array(std::uint32_t number) { return *arrays_[number]; }
  /// Numbers of arrays are below this one.
  std::uint32_t array_numbers() const { return static_cast<std::uint32_t>(arrays_.size()); }
  bool has(std::uint32_t number) const { return arrays_[number] != nullptr; }
  /// The number of the array that has this cell, or none.
  std::optional<std::uint32_t> find(const void* cell) const;

  /// Gives an array a plan of its own, or takes it away.
  void set_plan(std::uint32_t number, std::shared_ptr<const AccessPlan> plan);
  /// Gives an array the plan of cells that are hot, if there is one.
  void set_hot(std::uint32_t number);
  /// The plan that arrays declared hot get from now on; null: none.
  void plan_for_hot(std::shared_ptr<const AccessPlan> plan) { hot_plan_ = std::move(plan); }
  /// Has a function called with the number of the array, the first cell and their count whenever host code reads cells.
  /// None: nobody listens.
  void on_host_read(Function<void(std::uint32_t, std::uint64_t, std::uint64_t)> listen) noexcept {
    host_read_ = std::move(listen);
  }
  void host_reads(std::uint32_t number, std::uint64_t first, std::uint64_t count) const {
    if (host_read_) [[unlikely]]
      host_read_(number, first, count);
  }
  /// Whether any array has a plan of its own.
  bool has_plans() const { return plans_ > 0; }

  /// Arrays that die while processors run are kept until the run is over.
  void begin_run() { running_ = true; }
  void end_run() noexcept;
  bool running() const { return running_; }

  /// The ranks that the cells are divided among; null: there is one.
  RankGroup* ranks() const { return ranks_.get(); }

  std::uint32_t components() const { return components_; }
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t limit() const { return account_->limit(); }
  /// @throws LimitError if so many more bytes do not fit
  void check_room(std::uint64_t count, std::uint64_t bytes_each, const std::string& what) const;

  /// Begins a step: cells that earlier steps touched count as untouched.
  /// @param last  number that a mark of the step must be able to have, a bound of its requests. A step that is not very
  ///              large gets room for larger ones, see Stamps::last()
  /// @throws LimitError (2^30 requests, where there are narrow cells)
  Stamps next_stamps(std::uint64_t last);

 private:
  Placement placement_;
  std::uint32_t components_;
  std::uint64_t seed_;
  std::shared_ptr<const HashFunction> hash_;  // null: each array has one of its own
  std::shared_ptr<RankGroup> ranks_;
  std::shared_ptr<MemoryAccount> account_;  // outlives the cells, as it stands before them
  std::uint64_t bytes_ = 0;
  std::shared_ptr<const AccessPlan> hot_plan_;
  std::uint64_t plans_ = 0;
  std::uint64_t made_ = 0;
  std::uint64_t narrow_arrays_ = 0;
  std::uint64_t next_stamp_ = 1;
  bool running_ = false;
  std::vector<std::unique_ptr<StoredArray>> arrays_;
  std::map<const void*, std::uint32_t> by_address_;
  std::vector<std::uint32_t> free_numbers_;
  std::vector<std::uint32_t> dying_;
  std::mutex dying_mutex_;
  Function<void(std::uint32_t, std::uint64_t, std::uint64_t)> host_read_;
};

}  // namespace pram::detail
