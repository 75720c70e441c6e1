#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <pram/detail/word/word.hpp>
#include <pram/machines/detail/collective_operation.hpp>
#include <pram/machines/switching.hpp>
#include <pram/machines/topology.hpp>
#include <pram/registry.hpp>

/// Algorithms of collective operations, written as synchronous steps and executed with real data; each step is checked.
/// Sources: Saad and Schultz, Data communication in parallel architectures (1989); Dimakopoulos and Dimopoulos, A
/// theory for total exchange in multidimensional interconnection networks; for complete exchange on the wormhole torus,
/// <pram/machines/detail/torus_exchange.hpp>.
namespace pram {

/// A collective operation and the amount of its data. N words are dealt to k nodes as evenly as possible: see
/// share_of(). An operation that combines has a vector of ⌈N / k⌉ words at every node. N may be 0: then no step is
/// taken.
struct CollectiveTask {
  CollectiveOperation operation = CollectiveOperation::broadcast;
  std::uint64_t words = 0;                             ///< N: the words of the source, or of all nodes together
  std::uint32_t source = 0;                            ///< the node that sends, in one-to-one, broadcast and scatter
  std::uint32_t target = 0;                            ///< the node that receives, in one-to-one, gather and reduce
  ReductionOperator combine = ReductionOperator::sum;  ///< how words are combined
  /// The words of each node in an irregular all-gather, as MPI_Allgatherv has them: k numbers, which add up to `words`.
  /// Empty: the words are dealt as evenly as possible, as in every other operation.
  std::vector<std::uint64_t> counts = {};

  /// The words of each vector of an operation that combines.
  std::uint64_t vector_words(std::uint32_t nodes) const { return words / nodes + (words % nodes != 0 ? 1 : 0); }
  /// The words that a node contributes, where all nodes do: its count, or else its share.
  std::uint64_t words_of(std::uint32_t node, std::uint32_t nodes) const;
};

/// The kind of a network, in the classes that the algorithms distinguish.
struct Architecture {
  enum class Kind { bus, shared_memory, switched, ring, torus, grid, hypercube, other };

  Kind kind = Kind::other;
  /// The size of each dimension, that of the slowest digit of a node's number first. A ring has one dimension, a path
  /// is a grid of one, and a hypercube's dimensions all have size 2. Empty for the other kinds.
  std::vector<std::uint32_t> sizes = {};

  std::uint32_t dimensions() const { return static_cast<std::uint32_t>(sizes.size()); }
};

/// A block of at least one word that crosses a link in a step of an execution. On a bus `to` is one of those that hear
/// it; the shared memory is node k. A worm crosses all of its links in one step.
struct CollectiveTransfer {
  std::uint64_t step = 0;  ///< from 0
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t words = 0;
  /// The pieces in it, valid while the watch is called: a piece is consecutive words that move as a whole, and keeps
  /// its number over the execution.
  std::span<const std::uint32_t> pieces = {};
  std::uint32_t hop = 0;  ///< which link of its way in this step, from 0: a worm crosses several
};

/// Called with every transfer of an execution; may be null.
using TransferWatch = std::function<void(const CollectiveTransfer&)>;

/// The network on which data is moved, and what a step costs: τ + m / b if its largest block has m words.
///
/// Terminals hold the data. Where a topology has switches as well, a step brings a block over one link all the same, to
/// a switch as to a terminal: switches store and forward, over all of their ports at once. What is at a switch may go
/// out to several links, and blocks that meet there may be combined. Wires of one direction carry one message in a
/// step.
struct CollectiveModel {
  std::string network;  ///< for people: "torus:8x8", "bus:64", "shared-memory:64,modules=8", "switch:64"
  Architecture architecture = {};
  std::shared_ptr<const Topology> topology = nullptr;  ///< the links; null for bus, shared memory and switch
  std::uint32_t nodes = 0;                             ///< k: those that hold data; switches have higher numbers
  double startup = 1;                                  ///< τ: time of each step before its first word
  double bandwidth = 1;                                ///< b: words a unit of time, more than 0
  SwitchingOptions::Ports ports = SwitchingOptions::Ports::all;
  SwitchingOptions::Duplex duplex = SwitchingOptions::Duplex::half;
  SwitchingOptions::Technique switching = SwitchingOptions::Technique::store_and_forward;
  std::uint32_t modules = 1;  ///< k*: processors that a bus or shared memory serves at full speed
  TransferWatch watch = {};   ///< of what is executed on it

  bool is(Architecture::Kind kind) const { return architecture.kind == kind; }
  bool links() const { return topology != nullptr; }
  /// Whether there are nodes without data, which pass on what crosses them.
  bool switches() const { return links() && topology->terminals() < topology->nodes(); }
  /// Whether links run in both directions between nodes that hold data, and there is nothing else.
  bool plain_links() const { return links() && !switches() && topology->two_way(); }
  bool all_ports() const { return ports == SwitchingOptions::Ports::all; }
  bool half_duplex() const { return duplex == SwitchingOptions::Duplex::half; }
  /// Steps in which a bus or shared memory serves this number of processors.
  std::uint64_t rounds(std::uint64_t processors) const { return (processors + modules - 1) / modules; }
};

/// The model of a network with links. Ports and duplex are those of Saad and Schultz: one port at a time on a ring, all
/// ports elsewhere; half duplex. Half duplex says nothing of wires that have one direction.
CollectiveModel collective_model(std::shared_ptr<const Topology> topology);

/// The model of a bus, a shared memory or a switch, with τ = 1 and b = 1.
/// @param kind     bus, shared_memory or switched
/// @param modules  processors served at full speed, from 1 to `nodes`; 1 for a switch
CollectiveModel collective_model(Architecture::Kind kind, std::uint32_t nodes, std::uint32_t modules = 1);

/// The model that a name asks for: "bus", "shared-memory" or "switch" with a number of nodes ("bus:64"), or a topology
/// ("torus:8x8"); options follow. All take startup= and bandwidth=. Networks with links also take ports=, duplex= and
/// switching=, as for make_switching(); bus and shared memory also take modules=.
/// @param nodes  how many are wanted; 0: as many as the name says
/// @throws ConfigError of option "network" for an unknown name, sizes that do not fit `nodes`, and options that this
/// network does not have
CollectiveModel collective_model(const Spec& network, std::uint32_t nodes = 0);

/// The cost of an algorithm.
struct CollectiveCost {
  std::uint64_t steps = 0;  ///< start-ups
  double words = 0;         ///< sum over the steps of the largest block of each

  /// steps · τ + words / b.
  double time(const CollectiveModel& model) const {
    return static_cast<double>(steps) * model.startup + words / model.bandwidth;
  }
};

/// The cost of an algorithm by the formula of its paper.
struct CollectiveFormula {
  double time = 0;
  bool exact = false;  ///< the execution takes precisely this time; else it is a bound or an approximation
  std::optional<CollectiveCost> cost = std::nullopt;  ///< steps and words, if the formula gives them
};

/// The words of each node, one vector for each of the k nodes. The input has the words of the source, or those of every
/// node; in all-to-all the blocks for all targets, in order of target. The output has the words of every node
/// afterwards; in all-gather, gather and all-to-all the blocks of all origins, in order of origin. Of a reduce-scatter
/// node i has share i of the combined vector.
using CollectiveData = std::vector<std::vector<Word>>;

/// One algorithm of the table.
struct CollectiveAlgorithm {
  std::string name;  ///< unique: "broadcast-ring-two-way"
  CollectiveOperation operation = CollectiveOperation::broadcast;
  std::string summary;  ///< one line for lists
  std::string source;   ///< "Saad and Schultz, Section 3.2, (3.17)"
  /// It is planned for each network, and no paper says that it is better there than messages along the routes.
  bool planned = false;
  /// Whether it can run on this network for this task. One that does not keep the order of the operands runs for
  /// operators that commute.
  std::function<bool(const CollectiveModel&, const CollectiveTask&)> fits;
  /// For a network and a task that fit; of others some algorithms have a formula, and some throw ConfigError.
  std::function<CollectiveFormula(const CollectiveModel&, const CollectiveTask&)> formula;
  /// Executes it with real data. Each step is checked against the links and ports of the network. A task without words
  /// to move takes no step.
  /// @throws ConfigError if the task is of another operation, if its source or target is not a node, if its counts are
  /// not those of the nodes, if `in` has not the words of collective_input() for each node, and if its operator does
  /// not commute and the order is not kept
  /// @throws ScheduleError for a step that the network does not permit
  std::function<CollectiveCost(const CollectiveModel&, const CollectiveTask&, const CollectiveData& in,
                               CollectiveData& out)>
      run;
};

/// The table of algorithms; register_machines() fills it.
Registry<CollectiveAlgorithm>& collective_algorithms();

/// The algorithms that can run a task on a network, in the table's order; none if source or target is not a node, or if
/// there are counts that are not those of the nodes.
std::vector<const CollectiveAlgorithm*> algorithms_for(const CollectiveModel& model, const CollectiveTask& task);

/// The algorithm of algorithms_for() with the least time by formula; null if there is none.
const CollectiveAlgorithm* best_algorithm(const CollectiveModel& model, const CollectiveTask& task);

/// An upper bound, in bytes, on the host's memory that any algorithm needs to execute a task: for the words that nodes
/// hold during the execution, and the tables of who holds them, but not for the input and the output.
double collective_run_bytes(const CollectiveModel& model, const CollectiveTask& task);

/// A time that no algorithm can beat, in the model's units; 0 if nothing moves. Start-ups are bounded by distance,
/// words by ports and by cuts of the network.
double collective_lower_bound(const CollectiveModel& model, const CollectiveTask& task);

/// The words of share i, if `words` are dealt to `parts` shares as evenly as possible: the first words % parts shares
/// have one word more.
/// @param parts  at least 1
inline std::uint64_t share_of(std::uint64_t words, std::uint64_t parts, std::uint64_t i) {
  return words / parts + (i < words % parts ? 1 : 0);
}

inline std::uint64_t CollectiveTask::words_of(std::uint32_t node, std::uint32_t nodes) const {
  return counts.empty() ? share_of(words, nodes, node) : counts[node];
}

/// The words of the block that one node has for another in all-to-all.
inline std::uint64_t block_words(const CollectiveTask& task, std::uint32_t nodes, std::uint32_t from,
                                 std::uint32_t to) {
  return share_of(share_of(task.words, nodes, from), nodes, to);
}

/// An input for a task: all its words differ from each other.
CollectiveData collective_input(const CollectiveTask& task, std::uint32_t nodes);

/// The result of a task by the definition of its operation, without a network: the oracle for all algorithms.
CollectiveData collective_expected(const CollectiveTask& task, const CollectiveData& in);

}  // namespace pram
