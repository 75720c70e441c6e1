#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <pram/machines/detail/schedule.hpp>

namespace pram::detail {

/// What the phases of communication of several complete graphs cost that go in step. A phase takes as long as the graph
/// with the most to send.
class ColePhaseLoads {
 public:
  struct Phase {
    std::uint64_t steps = 0;
    std::uint64_t transfers = 0;
  };

  /// @param words  of each message
  ColePhaseLoads(std::uint32_t nodes, std::uint64_t words, const PortModel& model)
      : nodes_(nodes), words_(words), model_(model) {}

  /// The next graph begins with its first phase.
  void begin() { next_ = 0; }
  void send(std::uint32_t from, std::uint32_t to) {
    if (from != to) sent_.push_back(std::uint64_t{from} * nodes_ + to);
  }
  /// With all ports a link carries its messages as one. With one port a phase takes as many steps as a node sends or
  /// receives messages: the edges of a bipartite graph have a colouring in as many colours (König 1916). A wire of one
  /// direction at a time carries both one after the other.
  void end() {
    std::ranges::sort(sent_);
    std::uint64_t most_on_link = 0;
    std::vector<std::uint64_t> out(nodes_, 0);
    std::vector<std::uint64_t> in(nodes_, 0);
    const bool half = model_.duplex == SwitchingOptions::Duplex::half;
    for (std::size_t k = 0; k < sent_.size();) {
      std::size_t last = k;
      while (last < sent_.size() && sent_[last] == sent_[k]) ++last;
      const auto from = static_cast<std::uint32_t>(sent_[k] / nodes_);
      const auto to = static_cast<std::uint32_t>(sent_[k] % nodes_);
      std::uint64_t on_link = last - k;
      out[from] += on_link;
      in[to] += on_link;
      if (half) {
        const auto back = std::ranges::equal_range(sent_, std::uint64_t{to} * nodes_ + from);
        on_link += static_cast<std::uint64_t>(std::ranges::distance(back));
      }
      most_on_link = std::max(most_on_link, on_link);
      k = last;
    }
    if (next_ == phases_.size()) phases_.emplace_back();
    Phase& phase = phases_[next_++];
    phase.transfers += sent_.size();
    if (!sent_.empty()) {
      const std::uint64_t at_node = std::max(std::ranges::max(out), std::ranges::max(in));
      const std::uint64_t steps = model_.ports == SwitchingOptions::Ports::one
                                      ? at_node * (half ? 2 : 1) * model_.steps(words_)
                                      : model_.steps(most_on_link * words_);
      phase.steps = std::max(phase.steps, steps);
    }
    sent_.clear();
  }

  const std::vector<Phase>& phases() const { return phases_; }

 private:
  std::uint32_t nodes_;
  std::uint64_t words_;
  PortModel model_;
  std::vector<std::uint64_t> sent_;  ///< in this phase: sender and receiver, as one number
  std::vector<Phase> phases_;
  std::size_t next_ = 0;
};

/// Parallel merge sort (R. Cole, SIAM Journal on Computing 17(4), 1988, section 2) on a complete graph, message by
/// message. A binary tree has the records at its leaves. In each stage every vertex merges samples of its two children:
/// every fourth record of what they have, and of a child that has all of its own every fourth, second and then each.
/// What it had before tells where, up to three records, so that a stage takes seven phases of communication. There are
/// 3 ⌈log2 n⌉ stages for n records.
///
/// Record k is at node k / q first. Of what a vertex has, the k-th record is at a node below it, evenly spread.
/// Imaginary leaves up to a power of two hold records above all others, at the nodes modulo their number.
template <class Before>
class ColeSort {
 public:
  /// @param records  n = q · nodes
  /// @param before   before(a, b): whether record number a comes before record number b; a total order
  ColeSort(std::uint32_t records, std::uint32_t nodes, ColePhaseLoads& loads, Before before)
      : records_(records), nodes_(nodes), loads_(loads), before_(std::move(before)) {
    height_ = static_cast<std::uint32_t>(std::bit_width(records - 1));
    tree_.resize(height_ + 1);
    for (std::uint32_t h = 0; h <= height_; ++h) tree_[h].resize(std::size_t{1} << (height_ - h));
    for (std::uint32_t leaf = 0; leaf < tree_[0].size(); ++leaf) tree_[0][leaf].push_back({leaf, 0, 0});
  }

  /// @param node_of  node_of(place): where the record of a place in the order goes at last
  /// @returns the numbers of the records in order
  template <class NodeOf>
  std::vector<std::uint32_t> sort(NodeOf&& node_of) {
    loads_.begin();
    for (std::uint32_t stage = 1; stage <= stages(); ++stage) run_stage(stage);
    const std::vector<Item>& all = tree_[height_][0];
    std::vector<std::uint32_t> order;
    for (std::uint32_t place = 0; place < records_; ++place) {
      loads_.send(host(height_, 0, place, all.size()), node_of(place));
      order.push_back(all[place].record);
    }
    loads_.end();
    return order;
  }

  std::uint32_t stages() const { return 3 * height_; }
  /// The most records between two neighbours of what a vertex had before; Cole proves three.
  std::uint32_t most_between() const { return most_between_; }

 private:
  struct Item {
    std::uint32_t record = 0;
    std::uint32_t left = 0;   ///< records before it in the sample of the left child
    std::uint32_t right = 0;  ///< in that of the right one
  };

  /// A sample on its way into the merged list of the vertex above.
  struct Sampled {
    std::uint32_t record = 0;
    std::uint32_t first = 0;                      ///< records from here on of the other sample …
    std::uint32_t last = 0;                       ///< … to here may be before it or not; those below are
    std::uint32_t other = 0;                      ///< records of the other sample before it
    std::uint32_t own_next = 0;                   ///< records of its child's next sample before it
    std::uint32_t next_first = 0, next_last = 0;  ///< the same of the other child's next sample: bounds
  };

  /// Every so many records are sampled of a vertex of height h; 0: it is done with.
  static std::uint32_t sampling(std::uint32_t h, std::uint32_t stage) {
    if (stage <= 3 * h + 1) return 4;
    return stage == 3 * h + 2 ? 2 : stage == 3 * h + 3 ? 1 : 0;
  }

  std::uint32_t host(std::uint32_t h, std::uint32_t vertex, std::size_t k, std::size_t size) const {
    const auto leaf = (std::uint64_t{vertex} << h) + ((std::uint64_t{k} << h) / size);
    return static_cast<std::uint32_t>(leaf / (records_ / nodes_) % nodes_);
  }

  bool comes_before(std::uint32_t a, std::uint32_t b) const {
    if (a >= records_ || b >= records_) return a < b;
    return before_(a, b);
  }

  /// The samples of a vertex in this stage.
  struct Sample {
    const std::vector<Item>* of;
    std::uint32_t h;
    std::uint32_t vertex;
    std::uint32_t every;

    std::uint32_t size() const { return static_cast<std::uint32_t>(of->size() / every); }
    std::uint32_t place(std::uint32_t i) const { return (i + 1) * every - 1; }
    const Item& operator[](std::uint32_t i) const { return (*of)[place(i)]; }
  };
  Sample sample(std::uint32_t h, std::uint32_t vertex, std::uint32_t stage) const {
    return {&tree_[h][vertex], h, vertex, sampling(h, stage)};
  }
  std::uint32_t host(const Sample& of, std::uint32_t i) const {
    return host(of.h, of.vertex, of.place(i), of.of->size());
  }

  /// How many records of the child's list at the end of the stage are before one that it has now.
  static std::uint32_t rank_after(const Sample& of, std::uint32_t i, std::uint32_t stage) {
    const Item& item = of[i];
    return stage > 3 * of.h ? of.place(i) : item.left + item.right;
  }

  void run_stage(std::uint32_t stage) {
    struct Merge {
      std::uint32_t h, vertex;
      std::vector<Sampled> side[2];
      std::vector<Item> merged;
    };
    std::vector<Merge> merges;
    for (std::uint32_t h = 1; h <= height_; ++h) {
      if (sampling(h - 1, stage) == 0) continue;
      for (std::uint32_t v = 0; v < tree_[h].size(); ++v) {
        const std::uint32_t samples = sample(h - 1, 2 * v, stage).size() + sample(h - 1, 2 * v + 1, stage).size();
        if (samples > 0) merges.push_back({h, v, {}, {}});
      }
    }
    // 1. Every record of a vertex tells the one before it where it stands in the samples of the children.
    for (const Merge& merge : merges) {
      const auto& had = tree_[merge.h][merge.vertex];
      for (std::size_t k = 1; k < had.size(); ++k)
        loads_.send(host(merge.h, merge.vertex, k, had.size()), host(merge.h, merge.vertex, k - 1, had.size()));
    }
    loads_.end();
    // 2. That one tells the samples between the two what they must compare with.
    for (Merge& merge : merges) tell_samples(merge.h, merge.vertex, stage, merge.side);
    loads_.end();
    // 3. The samples ask for those of the other child, and 4. are answered.
    for (const bool reply : {false, true}) {
      for (Merge& merge : merges) {
        for (const std::uint32_t side : {0U, 1U})
          compare_samples(merge.h, merge.vertex, stage, side, merge.side[side], reply);
      }
      loads_.end();
    }
    // 5. They go where they belong in the merged list.
    for (Merge& merge : merges) {
      const std::size_t size = merge.side[0].size() + merge.side[1].size();
      merge.merged.resize(size);
      for (const std::uint32_t side : {0U, 1U}) {
        const Sample own = sample(merge.h - 1, 2 * merge.vertex + side, stage);
        for (std::uint32_t i = 0; i < own.size(); ++i) {
          const std::uint32_t place = i + merge.side[side][i].other;
          loads_.send(host(own, i), host(merge.h, merge.vertex, place, size));
          merge.merged[place].record = merge.side[side][i].record;
        }
      }
    }
    loads_.end();
    for (Merge& merge : merges) std::swap(tree_[merge.h][merge.vertex], merge.merged);
    // 6. There they ask the next samples of the other child, which are in place now, and 7. are answered.
    for (const bool reply : {false, true}) {
      for (Merge& merge : merges) {
        for (const std::uint32_t side : {0U, 1U})
          rank_in_next(merge.h, merge.vertex, stage, side, merge.side[side], reply);
      }
      loads_.end();
    }
  }

  void tell_samples(std::uint32_t h, std::uint32_t v, std::uint32_t stage, std::vector<Sampled> (&sides)[2]) {
    const auto& had = tree_[h][v];
    const auto size = static_cast<std::uint32_t>(had.size());
    for (const std::uint32_t side : {0U, 1U}) {
      const Sample own = sample(h - 1, 2 * v + side, stage);
      const Sample other = sample(h - 1, 2 * v + 1 - side, stage);
      const auto rank = [&](std::uint32_t k, std::uint32_t of) { return of == 0 ? had[k].left : had[k].right; };
      sides[side].resize(own.size());
      // Gap k is between records k - 1 and k.
      for (std::uint32_t k = 0; k <= size; ++k) {
        const std::uint32_t from = k == 0 ? 0 : rank(k - 1, side);
        const std::uint32_t to = k == size ? own.size() : rank(k, side);
        most_between_ = std::max(most_between_, to - from);
        for (std::uint32_t i = from; i < to; ++i) {
          sides[side][i].record = own[i].record;
          sides[side][i].first = k == 0 ? 0 : rank(k - 1, 1 - side);
          sides[side][i].last = k == size ? other.size() : rank(k, 1 - side);
          // Where a vertex had nothing, its samples are few, and know it.
          if (size > 0) loads_.send(host(h, v, k == 0 ? 0 : k - 1, size), host(own, i));
        }
      }
    }
  }

  void compare_samples(std::uint32_t h, std::uint32_t v, std::uint32_t stage, std::uint32_t side,
                       std::vector<Sampled>& samples, bool reply) {
    const Sample own = sample(h - 1, 2 * v + side, stage);
    const Sample other = sample(h - 1, 2 * v + 1 - side, stage);
    const std::uint32_t next_every = sampling(h - 1, stage + 1);
    for (std::uint32_t i = 0; i < samples.size(); ++i) {
      Sampled& mine = samples[i];
      // One more on either side: which of them are its neighbours is known only then.
      const std::uint32_t first = mine.first == 0 ? 0 : mine.first - 1;
      const std::uint32_t last = std::min(mine.last + 1, other.size());
      for (std::uint32_t j = first; j < last; ++j)
        reply ? loads_.send(host(other, j), host(own, i)) : loads_.send(host(own, i), host(other, j));
      if (!reply) continue;
      mine.other = mine.first;
      while (mine.other < mine.last && comes_before(other[mine.other].record, mine.record)) ++mine.other;
      if (next_every == 0) continue;
      mine.own_next = rank_after(own, i, stage) / next_every;
      mine.next_first = mine.other == 0 ? 0 : rank_after(other, mine.other - 1, stage) / next_every;
      mine.next_last = mine.other == other.size() ? no_bound : rank_after(other, mine.other, stage) / next_every;
    }
  }

  void rank_in_next(std::uint32_t h, std::uint32_t v, std::uint32_t stage, std::uint32_t side,
                    const std::vector<Sampled>& samples, bool reply) {
    if (sampling(h - 1, stage + 1) == 0) return;
    const Sample next = sample(h - 1, 2 * v + 1 - side, stage + 1);
    auto& list = tree_[h][v];
    for (std::uint32_t i = 0; i < samples.size(); ++i) {
      const Sampled& mine = samples[i];
      const std::uint32_t place = i + mine.other;
      const std::uint32_t here = host(h, v, place, list.size());
      const std::uint32_t last = std::min(mine.next_last, next.size());
      for (std::uint32_t j = mine.next_first; j < last; ++j)
        reply ? loads_.send(host(next, j), here) : loads_.send(here, host(next, j));
      if (!reply) continue;
      most_between_ = std::max(most_between_, last - mine.next_first);
      std::uint32_t rank = mine.next_first;
      while (rank < last && comes_before(next[rank].record, mine.record)) ++rank;
      list[place].left = side == 0 ? mine.own_next : rank;
      list[place].right = side == 0 ? rank : mine.own_next;
    }
  }

  static constexpr std::uint32_t no_bound = 0xFFFFFFFF;

  std::uint32_t records_;
  std::uint32_t nodes_;
  ColePhaseLoads& loads_;
  Before before_;
  std::uint32_t height_ = 0;
  std::uint32_t most_between_ = 0;
  std::vector<std::vector<std::vector<Item>>> tree_;  ///< by height and vertex: the records that it has
};

}  // namespace pram::detail
