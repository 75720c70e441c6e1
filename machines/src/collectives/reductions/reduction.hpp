#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "collectives/algorithms/algorithm.hpp"
#include "collectives/algorithms/paths.hpp"
#include "collectives/execution/reduction_executor.hpp"

/// What the algorithms that combine share.
namespace pram {

/// When an algorithm combines in the order of the nodes, as an operator asks that does not commute.
enum class OperandOrder { any, kept, kept_to_first };

/// The part of an algorithm that moves and combines. Afterwards the row of every node has its result; in reduce-scatter
/// vectors are cut into a block for each node, which has its own one.
using ReductionBody = std::function<void(ReductionExecutor&, const CollectiveTask&)>;

/// Completes an algorithm, as collective_algorithm() does.
/// @param order  kept_to_first: kept if the target is node 0
CollectiveAlgorithm reduction_algorithm(std::string name, CollectiveOperation operation, std::string summary,
                                        std::string source, OperandOrder order, CollectiveFits fits,
                                        CollectiveFormulaOf formula, ReductionBody body);

/// The words of each vector.
inline std::uint64_t vector_of(const CollectiveModel& model, const CollectiveTask& task) {
  return task.vector_words(model.nodes);
}

/// The words of the first blocks of a vector that is cut into `blocks`: no others that follow each other have more.
std::uint64_t first_words(const CollectiveModel& model, const CollectiveTask& task, std::uint64_t blocks,
                          std::uint64_t count);

/// Whether links lead around all nodes, or a switch does.
bool has_circle(const CollectiveModel& model, const CollectiveTask&);
Path circle_of(const CollectiveModel& model);

/// The steps in which every node sends once around the circle.
std::uint64_t circle_turns(const CollectiveModel& model);

/// Whether an exchange takes two steps, for links carry in one direction at a time.
inline bool in_turns(const CollectiveModel& model) { return model.links() && model.half_duplex(); }

/// Calls visit(place, partner, turn) for all places, in a step; or in two, those that are below their partners first.
template <class Partner, class Visit>
void exchange(ReductionExecutor& executor, std::uint32_t places, Partner&& partner, Visit&& visit) {
  const bool two = in_turns(executor.model());
  for (int turn = 0; turn < (two ? 2 : 1); ++turn) {
    executor.begin_step();
    for (std::uint32_t place = 0; place < places; ++place) {
      const std::uint32_t other = partner(place);
      if (!two || (place < other) == (turn == 0)) visit(place, other, turn);
    }
    executor.end_step();
  }
}

/// Adds a row for what comes from nodes below each node, so that it can be combined in order.
std::vector<VectorRow> rows_for_below(ReductionExecutor& executor);

}  // namespace pram
