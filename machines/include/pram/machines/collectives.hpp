#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <pram/collective.hpp>
#include <pram/detail/word.hpp>
#include <pram/machines/switching.hpp>
#include <pram/machines/topology.hpp>
#include <pram/registry.hpp>

/// Algorithms of collective operations, written as synchronous steps, executed with real data and checked step by step
/// (Saad and Schultz; Dimakopoulos and Dimopoulos; complete exchange on the wormhole torus).
namespace pram {

/// What is to be moved. N words are dealt to k nodes as evenly as they go: see share_of().
struct CollectiveTask {
  Collective operation = Collective::broadcast;
  std::uint64_t words = 0;   ///< N: of the source, or of all nodes together
  std::uint32_t source = 0;  ///< of one-to-one, broadcast and scatter
  std::uint32_t target = 0;  ///< of one-to-one and gather
};

/// What carries the data, as far as algorithms tell networks apart.
struct Architecture {
  enum class Kind { bus, shared_memory, switched, ring, torus, grid, hypercube, other };

  Kind kind = Kind::other;
  /// Of ring, torus, grid (a path is a grid of one dimension) and hypercube (twos), slowest digit first.
  std::vector<std::uint32_t> sizes = {};

  std::uint32_t dimensions() const { return static_cast<std::uint32_t>(sizes.size()); }
};

/// What the data is moved on. A step in which the largest block has m words costs τ + m / b.
struct CollectiveModel {
  std::string network;  ///< "torus:8x8", "bus:64", "shared-memory:64,modules=8", "switch:64": for people
  Architecture architecture = {};
  std::shared_ptr<const Topology> topology = nullptr;  ///< the links; null for bus, shared memory and switch
  std::uint32_t nodes = 0;                             ///< k
  double startup = 1;                                  ///< τ
  double bandwidth = 1;                                ///< b
  SwitchingOptions::Ports ports = SwitchingOptions::Ports::all;
  SwitchingOptions::Duplex duplex = SwitchingOptions::Duplex::half;
  SwitchingOptions::Technique switching = SwitchingOptions::Technique::store_and_forward;
  std::uint32_t modules = 1;  ///< k*: processors that a bus or shared memory serves at full speed

  bool is(Architecture::Kind kind) const { return architecture.kind == kind; }
  bool links() const { return topology != nullptr; }
  bool all_ports() const { return ports == SwitchingOptions::Ports::all; }
  bool half_duplex() const { return duplex == SwitchingOptions::Duplex::half; }
  /// Steps in which a bus or shared memory serves so many processors.
  std::uint64_t rounds(std::uint64_t processors) const { return (processors + modules - 1) / modules; }
};

/// Of a network with links, a component in every node. The ports are those of Saad and Schultz: one for a ring, all for
/// the others; half duplex.
/// @throws ConfigError for networks with switches and links of one direction
CollectiveModel collective_model(std::shared_ptr<const Topology> topology);

/// Of a bus, a shared memory or a switch.
/// @param modules  at most as many as nodes; 1 for a switch
CollectiveModel collective_model(Architecture::Kind kind, std::uint32_t nodes, std::uint32_t modules = 1);

/// Reads a network's name: a topology's, "bus", "shared-memory" or "switch", with options as for make_switching()
/// (ports=, duplex=, switching=, startup=, bandwidth=), and modules= for bus and shared memory.
/// @param nodes  how many are wanted; 0: as many as the name says
/// @throws ConfigError
CollectiveModel collective_model(const Spec& network, std::uint32_t nodes = 0);

/// Steps and words of an algorithm.
struct CollectiveCost {
  std::uint64_t steps = 0;  ///< start-ups
  double words = 0;         ///< over the steps, of each the largest block

  double time(const CollectiveModel& model) const {
    return static_cast<double>(steps) * model.startup + words / model.bandwidth;
  }
};

/// What the papers say of an algorithm.
struct CollectiveFormula {
  double time = 0;
  bool exact = false;  ///< the execution must take precisely that; else it is a bound or an approximation
  std::optional<CollectiveCost> cost = std::nullopt;  ///< steps and words, where the formula has them
};

/// Words by node. In: the source's, or every node's; in all-to-all one block a target, one after the other. Out: what
/// every node has afterwards; in all-gather, gather and all-to-all one block an origin, one after the other.
using CollectiveData = std::vector<std::vector<Word>>;

/// One algorithm of the table.
struct CollectiveAlgorithm {
  std::string name;  ///< unique: "broadcast-ring-two-way"
  Collective operation = Collective::broadcast;
  std::string summary;  ///< one line for lists
  std::string source;   ///< "Saad and Schultz, Section 3.2, (3.17)"
  /// Can it run on this network for this task?
  std::function<bool(const CollectiveModel&, const CollectiveTask&)> fits;
  std::function<CollectiveFormula(const CollectiveModel&, const CollectiveTask&)> formula;
  /// Executes it, each step checked against links and ports.
  /// @throws ScheduleError
  std::function<CollectiveCost(const CollectiveModel&, const CollectiveTask&, const CollectiveData& in,
                               CollectiveData& out)>
      run;
};

/// The table of algorithms; register_machines() fills it.
Registry<CollectiveAlgorithm>& collective_algorithms();

/// Those for one task on one network, in the table's order.
std::vector<const CollectiveAlgorithm*> algorithms_for(const CollectiveModel& model, const CollectiveTask& task);

/// The one of them with the least time by formula; null if there is none.
const CollectiveAlgorithm* best_algorithm(const CollectiveModel& model, const CollectiveTask& task);

/// Bytes of the host's memory that the execution of any algorithm for a task takes at most beside the data that goes in
/// and comes out: for the words that the nodes hold on the way, and for who holds what.
double collective_run_bytes(const CollectiveModel& model, const CollectiveTask& task);

/// Time that no algorithm can beat: start-ups by distance, words by ports and by cuts.
double collective_lower_bound(const CollectiveModel& model, const CollectiveTask& task);

/// Share i of `words` dealt to `parts`, as even as they go: the first words % parts shares have one word more.
inline std::uint64_t share_of(std::uint64_t words, std::uint64_t parts, std::uint64_t i) {
  return words / parts + (i < words % parts ? 1 : 0);
}

/// Words of the block from one node to another in all-to-all.
inline std::uint64_t block_words(const CollectiveTask& task, std::uint32_t nodes, std::uint32_t from,
                                 std::uint32_t to) {
  return share_of(share_of(task.words, nodes, from), nodes, to);
}

/// Words that differ from each other, for a task's input.
CollectiveData collective_input(const CollectiveTask& task, std::uint32_t nodes);

/// What must come out, by definition and on no network: the oracle.
CollectiveData collective_expected(const CollectiveTask& task, const CollectiveData& in);

}  // namespace pram
