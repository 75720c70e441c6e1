#pragma once

#include <algorithm>
#include <cstdint>

#include <pram/detail/memory_account.hpp>

#include "../../memory/placement.hpp"
#include "../../processors/worker.hpp"
#include "../../request/degree_bins.hpp"
#include "../../request/facts.hpp"
#include "../asked_line.hpp"
#include "../counted/step_plan.hpp"

namespace pram::detail {

/// How many requests the cells of one worker have had: what the rule, the ledger and a profile ask of a step.
class CellDegrees {
 public:
  /// @param profiled  does anybody ask for count_profile()?
  void begin(bool profiled) {
    profiled_ = profiled;
    contended_.clear();
    facts_ = {};
    site_facts_ = {};
  }

  /// Counts so many more cells that have requests.
  void add_cells(std::uint32_t cells) {
    site_facts_.distinct += cells;
    if (cells > 0) site_facts_.largest_degree = std::max<std::uint64_t>(site_facts_.largest_degree, 1);
  }

  /// Notes that one of these cells has so many.
  void note(std::uint64_t degree, std::uint32_t index, std::uint32_t array) {
    if (profiled_ && degree > 1) [[unlikely]]
      contended_.push_back({index, static_cast<std::uint32_t>(degree)});
    if (degree < site_facts_.largest_degree) return;
    site_facts_.largest_degree = degree;
    if (degree > 1) facts_.contended.offer(degree, std::uint64_t{array} << 32 | CellMap::position(index));
  }

  /// Adds the counts to the worker's memory modules and to its facts of the line.
  void tell(Worker& worker, const AskedLine& line, bool unequal_writes) {
    facts_.unequal_writes = unequal_writes;
    facts_.combined_writes = line.operation.combines() && site_facts_.largest_degree > 1;
    (line.operation.action == Action::read ? facts_.largest_read_degree : facts_.largest_write_degree) =
        site_facts_.largest_degree;
    worker.modules.add(facts_);
    worker.facts_of(line.site).add({0, site_facts_.distinct, site_facts_.largest_degree});
  }

  /// Adds for a profile the requests for the cells to those that their components serve, and the cells to the bins of
  /// the worker.
  void count_profile(Worker& worker, const AskedLine& line, std::uint64_t* served) const {
    const CellMap& map = worker.memory.array(line.array).map;
    std::uint32_t index[StepPlan::block];
    std::uint32_t home[StepPlan::block];
    for (std::size_t first = 0; first < contended_.size(); first += StepPlan::block) {
      const std::size_t count = std::min<std::size_t>(StepPlan::block, contended_.size() - first);
      for (std::size_t k = 0; k < count; ++k) index[k] = contended_[first + k].index;
      map.locate({index, count}, home);
      for (std::size_t k = 0; k < count; ++k) {
        // The cell's component has one record of it, which is counted already.
        served[home[k]] += contended_[first + k].degree - 1;
        count_degree(worker.degrees, contended_[first + k].degree);
      }
    }
  }

 private:
  /// A cell with several requests.
  struct ContendedCell {
    std::uint32_t index;
    std::uint32_t degree;  ///< at most the requests of a step
  };

  bool profiled_ = false;
  CountedVector<ContendedCell> contended_;  // of a profile
  AccessFacts facts_;
  CallSiteFacts site_facts_;
};

}  // namespace pram::detail
