#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pram/carrier.hpp>
#include <pram/detail/word.hpp>
#include <pram/registry.hpp>
#include <pram/topology.hpp>

/// Data exchange: six operations that move data between all processors of a machine, each by algorithms written as
/// synchronous steps, executed with real data and checked step by step (Saad and Schultz; Dimakopoulos and
/// Dimopoulos; complete exchange on the wormhole torus).
namespace pram {

enum class ExchangeOperation {
  one_to_one,  ///< the source's N words to the target
  broadcast,   ///< the source's N words to every node
  all_gather,  ///< every node's N / k words to every node (all-to-all broadcast; "total exchange" of Saad and Schultz)
  scatter,     ///< the source's N words, N / k to each node
  gather,      ///< every node's N / k words to the target
  all_to_all,  ///< N / k² words from every node to every node (multiscatter, transposition, total or complete exchange)
};

/// All operations, in the order of the enumeration.
const std::vector<ExchangeOperation>& exchange_operations();

/// "one-to-one", "broadcast", "all-gather", "scatter", "gather", "all-to-all".
std::string to_string(ExchangeOperation operation);

/// Reads a name, or one of the papers' other names: "all-to-all-broadcast", "multiscatter", "multigather",
/// "transposition", "total-exchange", "complete-exchange".
/// @throws ConfigError with the known names
ExchangeOperation exchange_operation_from(std::string_view name);

/// What is to be moved. N words are dealt to k nodes as evenly as they go: see share_of().
struct ExchangeTask {
  ExchangeOperation operation = ExchangeOperation::broadcast;
  std::uint64_t words = 0;   ///< N: of the source, or of all nodes together
  std::uint32_t source = 0;  ///< of one-to-one, broadcast and scatter
  std::uint32_t target = 0;  ///< of one-to-one and gather
};

/// What it is moved on. A step in which the largest block has m words costs τ + m / b.
struct ExchangeModel {
  std::string
      network;  ///< a topology with its sizes, "torus:8x8", or "bus:64", "shared-memory:64,modules=8", "switch:64"
  std::uint32_t nodes = 0;  ///< k
  double startup = 1;       ///< τ
  double bandwidth = 1;     ///< b
  CarrierOptions::Ports ports = CarrierOptions::Ports::all;
  CarrierOptions::Duplex duplex = CarrierOptions::Duplex::half;
  CarrierOptions::Switching switching = CarrierOptions::Switching::store_and_forward;
  std::uint32_t modules = 1;  ///< k*: processors that a bus or shared memory serves at full speed
};

/// Reads a network's name: a topology's, "bus", "shared-memory" or "switch", with options as for make_carrier()
/// (ports=, duplex=, switching=, startup=, bandwidth=), and modules= for bus and shared memory. Without ports= and
/// duplex= the ports are those of Saad and Schultz: one for ring and switch, all for the others; half duplex.
/// @param nodes  how many are wanted; 0: as many as the name says
/// @throws ConfigError
ExchangeModel exchange_model(std::string_view network, std::uint32_t nodes = 0);

/// Steps and words of an algorithm.
struct ExchangeCost {
  std::uint64_t steps = 0;  ///< start-ups
  double words = 0;         ///< over the steps, of each the largest block

  double time(const ExchangeModel& model) const {
    return static_cast<double>(steps) * model.startup + words / model.bandwidth;
  }
};

/// What the papers say of an algorithm.
struct ExchangeFormula {
  double time = 0;
  bool exact = false;  ///< the execution must take precisely that; else it is a bound or an approximation
  std::optional<ExchangeCost> cost = std::nullopt;  ///< steps and words, where the formula has them
};

/// Words by node. In: the source's, or every node's; in all-to-all one block a target, one after the other. Out: what
/// every node has afterwards; in all-gather, gather and all-to-all one block an origin, one after the other.
using ExchangeData = std::vector<std::vector<Word>>;

/// One row of the table of algorithms.
struct ExchangeAlgorithm {
  std::string name;  ///< unique: "broadcast-ring-two-way"
  ExchangeOperation operation = ExchangeOperation::broadcast;
  std::string summary;  ///< one line for lists
  std::string source;   ///< "Saad and Schultz, Section 3.2, (3.17)"
  /// Can it run on this network for this task?
  std::function<bool(const ExchangeModel&, const ExchangeTask&)> fits;
  std::function<ExchangeFormula(const ExchangeModel&, const ExchangeTask&)> formula;
  /// Executes it, each step checked against links and ports.
  /// @throws ScheduleError
  std::function<ExchangeCost(const ExchangeModel&, const ExchangeTask&, const ExchangeData& in, ExchangeData& out)> run;
};

/// The table of algorithms; register_machines() fills it.
Registry<ExchangeAlgorithm>& exchange_algorithms();

/// Those for one task on one network, in the table's order.
std::vector<const ExchangeAlgorithm*> algorithms_for(const ExchangeModel& model, const ExchangeTask& task);

/// The one of them with the least time by formula; null if there is none.
const ExchangeAlgorithm* best_algorithm(const ExchangeModel& model, const ExchangeTask& task);

/// Bytes of the host's memory that the execution of any algorithm for a task takes at most beside the data that goes in
/// and comes out: for the words that the nodes hold on the way, and for who holds what.
double exchange_run_bytes(const ExchangeModel& model, const ExchangeTask& task);

/// Time that no algorithm can beat: start-ups by distance, words by ports and by cuts.
double exchange_lower_bound(const ExchangeModel& model, const ExchangeTask& task);

/// Share i of `words` dealt to `parts`, as even as they go: the first words % parts shares have one word more.
inline std::uint64_t share_of(std::uint64_t words, std::uint64_t parts, std::uint64_t i) {
  return words / parts + (i < words % parts ? 1 : 0);
}

/// Words of the block from one node to another in all-to-all.
inline std::uint64_t block_words(const ExchangeTask& task, std::uint32_t nodes, std::uint32_t from, std::uint32_t to) {
  return share_of(share_of(task.words, nodes, from), nodes, to);
}

/// Words that differ from each other, for a task's input.
ExchangeData exchange_input(const ExchangeTask& task, std::uint32_t nodes);

/// What must come out, by definition and on no network: the oracle.
ExchangeData exchange_expected(const ExchangeTask& task, const ExchangeData& in);

}  // namespace pram
