#include "gather_broadcast.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include <pram/detail/circulant.hpp>

#include "collectives/unequal/costs.hpp"
#include "packets.hpp"

namespace pram {

namespace {

std::vector<std::uint64_t> counts_of(const CollectiveTask& task, std::uint32_t nodes) {
  std::vector<std::uint64_t> counts;
  for (std::uint32_t i = 0; i < nodes; ++i) counts.push_back(task.words_of(i, nodes));
  return counts;
}

/// The first of the nodes that have the most words: these need not move before they go out.
std::uint32_t root_of(Counts counts) {
  return static_cast<std::uint32_t>(std::ranges::max_element(counts) - counts.begin());
}

/// The words of all nodes, in order, in pieces that end where a node's words or a packet end.
struct CutWords {
  std::vector<std::vector<Piece>> of_node;
  std::vector<std::vector<Piece>> of_packet;
};

CutWords cut_into_packets(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                          std::uint32_t packets) {
  CutWords made{std::vector<std::vector<Piece>>(in.size()), std::vector<std::vector<Piece>>(packets)};
  std::uint32_t packet = 0;
  std::uint64_t room = share_of(task.words, packets, 0);
  for (std::uint32_t node = 0; node < in.size(); ++node) {
    std::span<const Word> rest = in[node];
    while (!rest.empty()) {
      if (room == 0) room = share_of(task.words, packets, ++packet);
      const std::size_t length = std::min<std::size_t>(room, rest.size());
      const Piece piece = executor.add(node, rest.first(length));
      made.of_node[node].push_back(piece);
      made.of_packet[packet].push_back(piece);
      rest = rest.subspan(length);
      room -= length;
    }
  }
  return made;
}

void gather_to(CollectiveExecutor& executor, const CutWords& words, std::uint32_t root) {
  const std::uint32_t nodes = executor.nodes();
  std::vector<Piece> bundle;
  for (std::uint32_t distance = 1; distance < nodes; distance *= 2) {
    executor.begin_step();
    for (std::uint32_t place = distance; place < nodes; place += 2 * distance) {
      bundle.clear();
      for (std::uint32_t held = place; held < std::min(place + distance, nodes); ++held) {
        const std::vector<Piece>& pieces = words.of_node[(root + held) % nodes];
        bundle.insert(bundle.end(), pieces.begin(), pieces.end());
      }
      executor.send((root + place) % nodes, (root + place - distance) % nodes, bundle);
    }
    executor.end_step();
  }
}

}  // namespace

CollectiveFormula gather_broadcast_formula(const CollectiveModel& model, const CollectiveTask& task) {
  const std::vector<std::uint64_t> counts = counts_of(task, model.nodes);
  const CollectiveCost gather = counts_to_root(counts, root_of(counts));
  const std::uint64_t packets = packets_of_gathered(model, task);
  const std::uint64_t rounds = packets - 1 + levels(model.nodes);
  const std::uint64_t words = (task.words + packets - 1) / packets;
  return counted(model, divides(packets, task.words), gather.steps + rounds,
                 gather.words + static_cast<double>(rounds * words));
}

void gather_and_broadcast(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                          CollectiveData& out) {
  const std::uint32_t nodes = executor.nodes();
  const std::uint32_t root = root_of(counts_of(task, nodes));
  const std::uint32_t packets = packets_of_gathered(executor.model(), task);
  const CutWords words = cut_into_packets(executor, task, in, packets);
  gather_to(executor, words, root);
  for (const std::vector<CirculantSend>& round : circulant_broadcast(nodes, packets)) {
    executor.begin_step();
    for (const auto& [from, to, packet] : round)
      executor.send((from + root) % nodes, (to + root) % nodes, words.of_packet[packet]);
    executor.end_step();
  }
  std::vector<Piece> all;
  for (const std::vector<Piece>& pieces : words.of_packet) all.insert(all.end(), pieces.begin(), pieces.end());
  collect_everywhere(executor, all, out);
}

}  // namespace pram
