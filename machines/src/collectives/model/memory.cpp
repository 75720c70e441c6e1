#include <algorithm>
#include <cmath>

#include <pram/machines/collectives.hpp>

#include "pipeline.hpp"
#include "plan_limits.hpp"

namespace pram {

namespace {

using Kind = Architecture::Kind;

constexpr double parts_planned = 5;  // pieces of a node in a plan for vectors of different lengths, on average

/// The most pieces, copies and words that an execution by any algorithm has at a time.
struct Contents {
  double pieces = 0;    ///< all pieces into which the words are cut
  double packets = 0;   ///< the pieces that go through a pipeline
  double copies = 0;    ///< copies of pieces at nodes, with words
  double words = 0;     ///< words in these copies
  double arrivals = 0;  ///< copies that are made in a step
  double moving = 0;    ///< words in these arrivals
};

/// The packets of a pipeline over this number of links; of both halves together if it sends two.
double packets_over(double links, std::uint64_t words, const CollectiveModel& model) {
  const PipelineBound bound{1, links};
  const auto packets = static_cast<double>(best_packets(bound, words, model).packets);
  return std::min(static_cast<double>(words), 1.5 * packets + 1);
}

/// The most links from one node to another; 0 if nothing goes in packets.
double longest_way(const CollectiveModel& model) {
  if (model.links()) return model.topology->properties().diameter;
  return model.is(Kind::switched) ? model.nodes : 0;
}

/// All that words can be at, switches among them.
double nodes_of(const CollectiveModel& model) { return model.links() ? model.topology->nodes() : model.nodes; }

/// About the links of the longest of the disjoint paths between two nodes.
double longest_path(const CollectiveModel& model, const CollectiveTask& task) {
  if (!model.links()) return 0;
  if (model.is(Kind::ring) && model.all_ports()) return model.nodes;
  return 2.0 * model.topology->distance(task.source, task.target) + 8;
}

/// The pieces of a node where all-gather goes by messages between any pairs: as many packets each, or those of all
/// words together and where they are cut at the end of a node's.
double parts_between_pairs(const CollectiveModel& model, const CollectiveTask& task) {
  constexpr double most_packets_of_gather = 256;
  const PipelineBound bound{1, std::ceil(std::log2(model.nodes)) - 1};
  const auto packets = 2.0 * static_cast<double>(best_packets(bound, task.words, model).packets) + 1;
  const double limited = std::min(packets, most_packets_of_gather);
  return task.counts.empty() ? 1 + limited / model.nodes : std::max(limited, parts_planned);
}

/// The pieces into which the words of a node are cut for all-gather.
double parts_of(const CollectiveModel& model, const CollectiveTask& task) {
  if (model.nodes > 1 && (model.is(Kind::switched) || longest_way(model) == 1)) return parts_between_pairs(model, task);
  const std::uint64_t most = task.counts.empty() ? share_of(task.words, model.nodes, 0) : std::ranges::max(task.counts);
  if (!task.counts.empty()) return std::max(parts_planned, packets_over(longest_way(model), most, model));
  if (!model.all_ports()) return 1;
  if (model.is(Kind::hypercube)) return model.architecture.dimensions();
  if (!model.is(Kind::torus) && !model.is(Kind::grid)) return 1;
  return std::max(1.0, packets_over(longest_way(model), most, model));
}

Contents contents_of(const CollectiveModel& model, const CollectiveTask& task) {
  const double nodes = nodes_of(model);
  const auto words = static_cast<double>(task.words);
  const double copies_kept = model.links() || model.is(Kind::switched) ? 1 : 2;  // copies that senders keep
  Contents all;
  switch (task.operation.kind()) {
    case CollectiveOperation::one_to_one:
      // On each of a few paths a packet is at two nodes while it moves.
      all.pieces = all.packets = packets_over(longest_path(model, task), task.words, model);
      all.copies = 2 * all.pieces;
      all.words = 2 * words;
      all.arrivals = std::min(all.pieces, nodes);
      all.moving = words;
      break;
    case CollectiveOperation::broadcast:
      all.pieces = all.packets = packets_over(longest_way(model), task.words, model);
      all.copies = nodes * all.pieces;
      all.words = nodes * words;
      all.arrivals = nodes;
      all.moving = all.words / 2;
      break;
    case CollectiveOperation::scatter:
    case CollectiveOperation::gather:
      all.pieces = nodes;
      all.copies = copies_kept * std::min(nodes, words);
      all.words = copies_kept * words;
      all.arrivals = std::min(nodes, words);
      all.moving = words;
      break;
    case CollectiveOperation::all_gather:
      all.pieces = nodes * parts_of(model, task);
      all.copies = nodes * std::min(all.pieces, words);
      all.words = nodes * words;
      all.arrivals = all.copies / 2;
      all.moving = all.words / 2;
      break;
    case CollectiveOperation::all_to_all: {
      const bool cube = model.is(Kind::hypercube) && model.all_ports();
      all.pieces = std::pow(model.nodes, 2) * (cube ? model.architecture.dimensions() : 1);
      all.copies = copies_kept * std::min(all.pieces, words);
      all.words = copies_kept * words;
      all.arrivals = std::min(all.pieces, words);
      all.moving = words;
      break;
    }
    default: break;  // combining_bytes()
  }
  return all;
}

/// Bytes of the vectors that an operation combines, of what is known of their blocks, and of as much on its way.
double combining_bytes(const CollectiveModel& model, const CollectiveTask& task) {
  constexpr double bytes_a_block = 8;  // who contributed
  constexpr double bytes_an_arrival = 96;
  // Beside a node's own vector there is another one, and both grow; a memory has one more of each node.
  const double rows = model.is(Kind::shared_memory) ? 5 : 3.5;
  const std::uint64_t vector = task.vector_words(model.nodes);
  const auto words = static_cast<double>(vector);
  const double blocks = std::min(words, model.nodes + packets_over(longest_way(model), vector, model));
  return nodes_of(model) * (rows * (sizeof(Word) * words + bytes_a_block * blocks) + bytes_an_arrival);
}

/// Bytes of the tables about the network: its links, and the sets of disjoint paths.
double network_bytes(const CollectiveModel& model, const CollectiveTask& task) {
  constexpr double bytes_a_node = 256;
  constexpr double bytes_a_link = 10;
  constexpr double bytes_a_path = 64;
  double bytes = bytes_a_node * nodes_of(model);
  if (!model.links()) return bytes;
  const double ports = model.topology->ports();
  bytes += bytes_a_link * ports * nodes_of(model);
  if (task.operation == CollectiveOperation::one_to_one) bytes += bytes_a_path * ports * ports / 2;
  return bytes;
}

/// Bytes of a scan along a tree: the best roots of all runs, distances, the ways of each product, the moves.
double tree_scan_bytes(double k, double all, double vector) {
  constexpr double most_nodes_of_all_roots = 128;
  constexpr double bytes_a_root_of_a_run = 16;
  constexpr double bytes_a_product_at_a_node = 40;
  constexpr double bytes_a_crossing = 100;
  constexpr double most_packets_of_all = 2048;
  const double runs = k <= most_nodes_of_all_roots ? k * k * (k / 6 + 2) : 0;
  return bytes_a_root_of_a_run * runs + bytes_a_product_at_a_node * 2 * k * all + 8 * all * all +
         bytes_a_crossing * k * all * std::min(vector, std::max(1.0, most_packets_of_all / k));
}

/// How many nodes and pieces meet in a plan at the most, about: where a piece is and how far it has to go, or a move.
double pairs_of_plan(const CollectiveModel& model, const CollectiveTask& task) {
  constexpr double pairs_at_least = 8;  // of every node
  const double all = model.topology->nodes();
  const auto words = static_cast<double>(task.operation.combines() ? task.vector_words(model.nodes) : task.words);
  const double filled = std::min<double>(words, model.nodes);
  switch (task.operation.kind()) {
    case CollectiveOperation::broadcast:
    case CollectiveOperation::reduce: return 0;
    case CollectiveOperation::scatter:
    case CollectiveOperation::gather: return pairs_at_least * all + filled * longest_way(model);
    case CollectiveOperation::all_gather:
    case CollectiveOperation::reduce_scatter:
      return all * (pairs_at_least + filled * (task.counts.empty() ? 1 : parts_planned));
    case CollectiveOperation::all_reduce:
      return all / 2 * (pairs_at_least + (all <= most_nodes_of_shares ? filled : 0));
    default: return all * all;
  }
}

/// Bytes of a plan: distances and wires, who lacks what, the moves; of a scan the vectors of other nodes, too.
double plan_bytes(const CollectiveModel& model, const CollectiveTask& task) {
  constexpr double bytes_a_pair = 42;
  constexpr double bytes_a_wire = 80;
  constexpr double bytes_a_pair_exchanged = 120;
  constexpr double bytes_a_packet_at_a_node = 100;
  constexpr double most_packets_planned = 128;
  constexpr double growth_of_vectors = 1.7;
  constexpr double bytes_a_block = 8;
  if (!has_plans(model, task) || task.operation == CollectiveOperation::one_to_one) return 0;
  const double k = model.nodes;
  const double all = model.topology->nodes();
  double bytes = bytes_a_wire * 2 * static_cast<double>(model.topology->properties().links);
  bytes += pairs_of_plan(model, task) * bytes_a_pair;
  const auto vector = static_cast<double>(task.vector_words(model.nodes));
  if (task.operation == CollectiveOperation::all_to_all) bytes += bytes_a_pair_exchanged * k * k;
  if (!task.operation.combines()) return bytes;
  // An all-reduce has plans of three kinds.
  const double plans = task.operation == CollectiveOperation::all_reduce ? 3 : 1;
  bytes += plans * bytes_a_packet_at_a_node * all * std::min(vector, most_packets_planned);
  if (task.operation == CollectiveOperation::scan && has_scan_plans(model, task))
    bytes += growth_of_vectors * sizeof(Word) * k * all * vector + bytes_a_pair_exchanged * k * k +
             growth_of_vectors * bytes_a_block * k * all * std::min(k, vector) + tree_scan_bytes(k, all, vector);
  return bytes;
}

}  // namespace

double collective_run_bytes(const CollectiveModel& model, const CollectiveTask& task) {
  // A vector that grows has room for up to twice its elements, and half of that again while it grows.
  constexpr double growth = 3;
  constexpr double bytes_a_word = growth * sizeof(Word);
  constexpr double bytes_a_piece = growth * 16;
  constexpr double bytes_a_packet = 96;  // a vector of its own
  constexpr double bytes_a_copy = 96;    // in an index that is a quarter full
  constexpr double bytes_an_arrival = growth * (16 + 8);
  if (task.operation.combines())
    return combining_bytes(model, task) + network_bytes(model, task) + plan_bytes(model, task);
  const Contents all = contents_of(model, task);
  return bytes_a_word * (all.words + all.moving) + bytes_a_piece * all.pieces + bytes_a_packet * all.packets +
         bytes_a_copy * all.copies + bytes_an_arrival * all.arrivals + network_bytes(model, task) +
         plan_bytes(model, task);
}

}  // namespace pram
