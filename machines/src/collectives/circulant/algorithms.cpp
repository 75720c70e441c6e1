#include <vector>

#include <pram/detail/circulant.hpp>

#include "bruck.hpp"
#include "collectives/algorithm_families.hpp"
#include "collectives/algorithms/algorithm.hpp"
#include "gather_broadcast.hpp"
#include "packets.hpp"

namespace pram {

namespace {

void broadcast_on_skips(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                        CollectiveData& out) {
  const std::uint32_t nodes = executor.nodes();
  const std::uint32_t packets = packets_of_broadcast(executor.model(), task);
  const std::vector<Piece> pieces = executor.add_shares(task.source, in[task.source], packets);
  for (const std::vector<CirculantSend>& round : circulant_broadcast(nodes, packets)) {
    executor.begin_step();
    for (const auto& [from, to, block] : round)
      executor.send((from + task.source) % nodes, (to + task.source) % nodes, pieces[block]);
    executor.end_step();
  }
  collect_everywhere(executor, pieces, out);
}

/// The broadcasts of all nodes at once, each in as many packets: all that go by the same skip are one message.
void gather_on_skips(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                     CollectiveData& out) {
  const std::uint32_t nodes = executor.nodes();
  const std::uint32_t packets = circulant_gather(executor.model(), task).packets;
  for (std::uint32_t i = 0; i < nodes; ++i) executor.add_shares(i, in[i], packets);
  std::vector<Piece> bundle;
  for (const std::vector<CirculantSend>& round : circulant_broadcast(nodes, packets)) {
    const std::uint32_t skip = (round.front().to + nodes - round.front().from) % nodes;
    executor.begin_step();
    for (std::uint32_t i = 0; i < nodes; ++i) {
      bundle.clear();
      for (const CirculantSend& one : round) bundle.push_back((i + nodes - one.from) % nodes * packets + one.block);
      executor.send(i, (i + skip) % nodes, bundle);
    }
    executor.end_step();
  }
  collect_everywhere(executor, first_pieces(nodes * packets), out);
}

void exchange_by_digits(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                        CollectiveData& out) {
  add_blocks(executor, task, in);
  run_bruck(executor, best_radix(executor.model(), task));
  collect_blocks(executor, out);
}

}  // namespace

std::vector<CollectiveAlgorithm> circulant_algorithms() {
  return {
      collective_algorithm(
          "broadcast-circulant", Collective::broadcast, "packets on a circulant graph, in the fewest rounds",
          "Träff, arXiv 2205.10072 and 2407.18004", any_pairs,
          [](const auto& model, const auto& task) {
            const std::uint64_t packets = packets_of_broadcast(model, task);
            const std::uint64_t rounds = packets - 1 + levels(model.nodes);
            const std::uint64_t words = (task.words + packets - 1) / packets;
            return counted(model, divides(packets, task.words), rounds, static_cast<double>(rounds * words));
          },
          broadcast_on_skips),
      collective_algorithm(
          "all-gather-circulant", Collective::all_gather, "the broadcasts of all nodes at once on a circulant graph",
          "Träff, arXiv 2312.11236", any_pairs,
          [](const auto& model, const auto& task) { return circulant_gather(model, task).formula; }, gather_on_skips,
          Parts::any),
      collective_algorithm("all-gather-gather-broadcast", Collective::all_gather,
                           "a gather to the node that has the most words, and a broadcast on a circulant graph",
                           "Träff, arXiv 2205.10072, for the broadcast", any_pairs, gather_broadcast_formula,
                           gather_and_broadcast, Parts::any),
      collective_algorithm(
          "all-to-all-bruck", Collective::all_to_all,
          "by the digits of the distance, in the radix that is best for the model",
          "Bruck, Ho, Kipnis, Upfal and Weathersby (1997), Section 3", any_pairs,
          [](const auto& model, const auto& task) {
            const CollectiveCost blocks = bruck_blocks(model.nodes, best_radix(model, task));
            const std::uint64_t pairs = std::uint64_t{model.nodes} * model.nodes;
            return counted(model, divides(pairs, task.words), blocks.steps,
                           blocks.words * static_cast<double>(task.words) / static_cast<double>(pairs));
          },
          exchange_by_digits),
  };
}

}  // namespace pram
