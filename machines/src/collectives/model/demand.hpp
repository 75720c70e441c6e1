#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <pram/machines/collectives.hpp>

namespace pram {

/// The most nodes for which pairs of nodes are looked at one by one.
constexpr std::uint32_t all_pairs_limit = 1024;

/// The words that a task moves from and to each node and between each pair of nodes, on any network.
class Demand {
 public:
  Demand(const CollectiveTask& task, std::uint32_t nodes)
      : task_(task),
        nodes_(nodes),
        vector_(task.vector_words(nodes)),
        leaving_(nodes),
        entering_(nodes),
        ones_(nodes, 1) {
    for (std::uint32_t i = 0; i < nodes; ++i) {
      const std::uint64_t share = task.words_of(i, nodes);
      switch (task.operation.kind()) {
        case CollectiveOperation::one_to_one:
        case CollectiveOperation::broadcast: break;
        case CollectiveOperation::all_gather:
          leaving_[i] = share;
          entering_[i] = task.words - share;
          break;
        case CollectiveOperation::scatter:
          if (i != task.source) entering_[i] = share;
          break;
        case CollectiveOperation::gather:
          if (i != task.target) leaving_[i] = share;
          break;
        case CollectiveOperation::all_to_all:
          leaving_[i] = share - block_words(task, nodes, i, i);
          for (std::uint32_t j = 0; nodes <= all_pairs_limit && j < nodes; ++j)
            entering_[i] += j == i ? 0 : block_words(task, nodes, j, i);
          if (nodes > all_pairs_limit) entering_[i] = task.words / nodes / nodes * (nodes - 1);
          break;
        default: demand_combining(i);
      }
    }
    switch (task.operation.kind()) {
      case CollectiveOperation::one_to_one: leaving_[task.source] = entering_[task.target] = task.words; break;
      case CollectiveOperation::broadcast:
        entering_.assign(nodes, task.words);
        entering_[task.source] = 0;
        leaving_[task.source] = task.words;
        break;
      case CollectiveOperation::scatter:
        leaving_[task.source] = task.words - share_of(task.words, nodes, task.source);
        break;
      case CollectiveOperation::gather:
        entering_[task.target] = task.words - share_of(task.words, nodes, task.target);
        break;
      default: break;
    }
  }

  /// The least words that cross links, if each goes from a node to a neighbour: a word of the result at one node is a
  /// tree of k - 1 messages, and at all nodes 2 k - 2 of them (the telephone problem with calls of one direction:
  /// Harary and Schwenk, The communication problem on graphs and digraphs, 1974). 0 for what does not combine.
  std::uint64_t least_crossings() const {
    if (!task_.operation.combines()) return 0;
    return (task_.operation == CollectiveOperation::all_reduce ? 2 : 1) * (nodes_ - std::uint64_t{1}) * vector_;
  }

  const std::vector<std::uint64_t>& leaving() const { return leaving_; }
  const std::vector<std::uint64_t>& entering() const { return entering_; }

  /// Whether the first node holds words for the second.
  bool wants(std::uint32_t from, std::uint32_t to) const {
    switch (task_.operation.kind()) {
      case CollectiveOperation::one_to_one: return from == task_.source && to == task_.target;
      case CollectiveOperation::broadcast: return from == task_.source;
      case CollectiveOperation::all_gather: return leaving_[from] > 0;
      case CollectiveOperation::scatter: return from == task_.source && entering_[to] > 0;
      case CollectiveOperation::gather: return leaving_[from] > 0 && to == task_.target;
      case CollectiveOperation::all_to_all: return block_words(task_, nodes_, from, to) > 0;
      case CollectiveOperation::reduce: return to == task_.target;
      case CollectiveOperation::reduce_scatter: return to < vector_;
      case CollectiveOperation::all_reduce: return true;
      case CollectiveOperation::scan: return from < to;
    }
    return false;
  }

  /// The words that the nodes inside a set must get out of it, at the least.
  std::uint64_t leaving_set(const std::vector<bool>& inside) const {
    const auto sum_of = [&](const std::vector<std::uint64_t>& of, bool within) {
      std::uint64_t total = 0;
      for (std::uint32_t i = 0; i < nodes_; ++i) total += inside[i] == within ? of[i] : 0;
      return total;
    };
    if (sum_of(ones_, false) == 0 || sum_of(ones_, true) == 0) return 0;
    switch (task_.operation.kind()) {
      case CollectiveOperation::one_to_one: return inside[task_.source] && !inside[task_.target] ? task_.words : 0;
      case CollectiveOperation::broadcast: return inside[task_.source] ? task_.words : 0;
      case CollectiveOperation::all_gather: return sum_of(leaving_, true);
      case CollectiveOperation::scatter: return inside[task_.source] ? sum_of(entering_, false) : 0;
      case CollectiveOperation::gather: return inside[task_.target] ? 0 : sum_of(leaving_, true);
      case CollectiveOperation::all_to_all: return blocks_leaving(inside);
      case CollectiveOperation::reduce: return inside[task_.target] ? 0 : vector_;
      case CollectiveOperation::reduce_scatter: return sum_of(entering_, false);
      case CollectiveOperation::all_reduce: return vector_;
      case CollectiveOperation::scan: return runs_followed(inside) * vector_;
    }
    return 0;
  }

 private:
  std::uint64_t blocks_leaving(const std::vector<bool>& inside) const {
    std::uint64_t total = 0;
    std::uint64_t within = 0;
    for (std::uint32_t j = 0; j < nodes_; ++j) within += inside[j] ? 1 : 0;
    for (std::uint32_t i = 0; i < nodes_; ++i) {
      if (!inside[i]) continue;
      const std::uint64_t share = share_of(task_.words, nodes_, i);
      total += (nodes_ - within) * (share / nodes_);
      for (std::uint32_t j = 0; j < share % nodes_; ++j) total += inside[j] ? 0 : 1;
    }
    return total;
  }

  /// How many runs of nodes inside, by their numbers, have a node outside behind them. Of the vectors inside, all be
  /// zero but those of the last node of each such run. Then the results of the nodes right behind them are sums that
  /// say each of those vectors, so that as many vectors leave the set in a scan.
  std::uint64_t runs_followed(const std::vector<bool>& inside) const {
    std::uint64_t runs = 0;
    for (std::uint32_t i = 1; i < nodes_; ++i) runs += inside[i - 1] && !inside[i] ? 1 : 0;
    return runs;
  }

  /// What a node must send and get at the least of vectors that are combined.
  void demand_combining(std::uint32_t i) {
    const bool first = i == 0;
    const bool last = i + 1 == nodes_;
    const bool target = i == task_.target;
    const std::uint64_t own = share_of(vector_, nodes_, i);
    switch (task_.operation.kind()) {
      case CollectiveOperation::reduce: (target ? entering_ : leaving_)[i] = vector_; break;
      case CollectiveOperation::reduce_scatter:
        leaving_[i] = vector_ - own;
        entering_[i] = own;
        break;
      case CollectiveOperation::scan:
        leaving_[i] = last ? 0 : vector_;
        entering_[i] = first ? 0 : vector_;
        break;
      default: leaving_[i] = entering_[i] = vector_;
    }
  }

  CollectiveTask task_;
  std::uint32_t nodes_;
  std::uint64_t vector_;                 // the words of each vector that is combined
  std::vector<std::uint64_t> leaving_;   // the least words that must leave each node
  std::vector<std::uint64_t> entering_;  // the least words that must enter it
  std::vector<std::uint64_t> ones_;
};

}  // namespace pram
