#pragma once

#include <algorithm>
#include <bit>
#include <functional>
#include <string>

#include "collectives/execution/executor.hpp"

/// Functions that the algorithms of the table share.
namespace pram {

/// The part of an algorithm that moves the data. `out` has an empty vector for every node; the executor counts the
/// steps. A body is called only if there are words to move between at least two nodes.
using CollectiveBody =
    std::function<void(CollectiveExecutor&, const CollectiveTask&, const CollectiveData& in, CollectiveData& out)>;
using CollectiveFits = std::function<bool(const CollectiveModel& model, const CollectiveTask&)>;
using CollectiveFormulaOf = std::function<CollectiveFormula(const CollectiveModel& model, const CollectiveTask&)>;

/// Whether an algorithm and its formula are for any counts of a task, or only for words dealt as evenly as possible.
enum class Parts { equal, any };

/// Completes an algorithm: sources and targets must be nodes, counts those of the nodes, and a task that moves nothing
/// costs nothing.
CollectiveAlgorithm collective_algorithm(std::string name, Collective operation, std::string summary,
                                         std::string source, CollectiveFits fits, CollectiveFormulaOf formula,
                                         CollectiveBody body, Parts parts = Parts::equal);

/// A formula for steps and words.
CollectiveFormula counted(const CollectiveModel& model, bool exact, std::uint64_t steps, double words);

/// A formula that the execution meets.
inline CollectiveFormula exactly(const CollectiveModel& model, const CollectiveCost& cost) {
  return counted(model, true, cost.steps, cost.words);
}

/// A formula for the time only.
inline CollectiveFormula estimated(double time) { return {.time = time}; }

/// Fits every network of one kind.
inline CollectiveFits only(Architecture::Kind kind) {
  return [kind](const CollectiveModel& model, const CollectiveTask&) { return model.is(kind); };
}

/// Fits a torus or a grid with all ports.
inline bool on_mesh(const CollectiveModel& model, const CollectiveTask&) {
  return (model.is(Architecture::Kind::torus) || model.is(Architecture::Kind::grid)) && model.all_ports();
}

/// Fits a hypercube with all ports.
inline bool on_hypercube(const CollectiveModel& model, const CollectiveTask&) {
  return model.is(Architecture::Kind::hypercube) && model.all_ports();
}

/// Fits where any permutation of messages can be sent in a step: by a switch, or over a link for each pair and
/// direction.
bool any_pairs(const CollectiveModel& model, const CollectiveTask&);

inline bool divides(std::uint64_t divisor, std::uint64_t words) { return words % divisor == 0; }

/// Steps in which all nodes of a ring can pass something on: two where there is one half-duplex link.
inline std::uint64_t turns(const CollectiveModel& model, std::uint64_t ring) {
  return ring == 2 && model.half_duplex() ? 2 : 1;
}

/// The smallest n with 2^n >= nodes.
inline std::uint32_t levels(std::uint32_t nodes) { return static_cast<std::uint32_t>(std::bit_width(nodes - 1)); }

/// Calls visit(bits) for every subset of a set of bits, the empty one first.
template <class Visit>
void for_each_subset(std::uint32_t bits, Visit&& visit) {
  std::uint32_t subset = 0;
  do {
    visit(subset);
    subset = (subset - bits) & bits;
  } while (subset != 0);
}

/// Gives every node its words as one piece, with the number of the node.
void add_one_each(CollectiveExecutor& executor, const CollectiveData& in);

/// Pieces 0, 1, … count - 1.
std::vector<Piece> first_pieces(std::uint32_t count);

/// Writes the words of these pieces into the output of every node, one after the other.
void collect_everywhere(const CollectiveExecutor& executor, std::span<const Piece> pieces, CollectiveData& out);

/// For a bus or shared memory: calls visit(i) for i = first, first + 1, … below the number of nodes. A step has as many
/// calls as processors are served at full speed.
template <class Executor, class Visit>
void in_rounds(Executor& executor, std::uint32_t first, Visit&& visit) {
  const std::uint32_t modules = executor.model().modules;
  for (; first < executor.nodes(); first += modules) {
    executor.begin_step();
    for (std::uint32_t i = first; i < std::min(executor.nodes(), first + modules); ++i) visit(i);
    executor.end_step();
  }
}

/// Cuts every node's words into blocks for the targets: piece from · nodes + to.
void add_blocks(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in);

/// Writes into the output of every node the blocks that are for it, in order of origin.
/// @param pieces  into which each block was cut: piece q of it is (from · nodes + to) · pieces + q
void collect_blocks(const CollectiveExecutor& executor, CollectiveData& out, std::uint32_t pieces = 1);

}  // namespace pram
