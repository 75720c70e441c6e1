#include <pram/programs/sort.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "logarithm.hpp"
#include "oracle/sorted.hpp"
#include "programs.hpp"
#include "sort/merging/cole_merge_sort_cost.hpp"

namespace pram::programs {

namespace {

/// A number with its place in the input, by which equal numbers differ.
struct Item {
  std::int64_t value = 0;
  std::uint32_t id = 0;

  friend auto operator<=>(const Item&, const Item&) = default;
};

/// The ranks of an item in the samples of both children: how many of their items go before it.
struct SampleRanks {
  std::uint32_t left = 0;
  std::uint32_t right = 0;

  std::uint32_t of(bool is_right) const { return is_right ? right : left; }
};

/// The lists of all nodes of a level, one after the other. A list has at most 2^level items, and room for so many.
struct ListLevel {
  ListLevel() = default;
  ListLevel(Machine& machine, std::uint64_t cells)
      : value(machine.array<std::int64_t>(cells, 0, "value")),
        id(machine.array<std::uint32_t>(cells, 0, "id")),
        ranks(machine.array<SampleRanks>(cells, {}, "ranks")) {}

  Task<Item> item(std::uint64_t cell) const {
    const std::int64_t mine = co_await value[cell];
    co_return Item{mine, co_await id[cell]};
  }

  Array<std::int64_t> value;
  Array<std::uint32_t> id;
  Array<SampleRanks> ranks;  // per item: its ranks in the samples of the next stage
};

/// What the nodes of a level do in a stage: their lists become the samples of their children, merged.
struct LevelMerge {
  std::uint64_t level = 0;
  std::uint64_t nodes = 0;
  std::uint64_t old_size = 0;     // items of a list before this stage
  std::uint64_t sample = 0;       // items in the sample of a child
  std::uint64_t rate = 0;         // the sample has every rate-th item of the child's list; 0: there is no sample
  std::uint64_t next_sample = 0;  // both in the next stage; 0 if the list is complete after this one
  std::uint64_t next_rate = 0;
  bool child_merges = false;  // whether the lists of the children change in this stage as well
};

/// A processor's place among those of all merges of a stage.
struct MergePlace {
  const LevelMerge* merge;
  std::uint64_t node;
  std::uint64_t at;
};

/// @param processor  one of those that all merges have together
template <class PerNode>
MergePlace place_in(const std::vector<LevelMerge>& merges, std::uint64_t processor, PerNode per_node) {
  auto merge = merges.begin();
  for (; processor >= merge->nodes * per_node(*merge); ++merge) processor -= merge->nodes * per_node(*merge);
  return {&*merge, processor / per_node(*merge), processor % per_node(*merge)};
}

/// The tree of merges. Names and stages are those of Cole's paper: UP(u) is a node's list, SUP(u) its sample.
class PipelinedMerges {
 public:
  PipelinedMerges(Machine& machine, std::uint64_t values)
      : machine_(machine), n_(std::bit_ceil(values)), height_(ceil_log2(n_)) {
    size_.resize(height_ + 1, 0);
    size_[0] = 1;
    lists_.resize(height_ + 1);
    next_.resize(height_ + 1);
    interval_.resize(height_ + 1);
    rank_in_own_.resize(height_ + 1);
    lists_[0] = ListLevel(machine, n_);
    for (std::uint64_t i = 0; i < n_; ++i) {
      lists_[0].value.set(i, std::numeric_limits<std::int64_t>::max());
      lists_[0].id.set(i, static_cast<std::uint32_t>(i));
    }
  }

  /// The cells for the values; those that are left over have the largest number.
  const Array<std::int64_t>& leaves() const { return lists_[0].value; }

  Array<std::int64_t> sorted() && {
    for (std::uint64_t stage = 1; stage <= 3 * height_; ++stage) {
      plan(stage);
      find_intervals();
      merge();
      rank_in_next_samples();
      for (const LevelMerge& merge : merges_) {
        std::swap(lists_[merge.level], next_[merge.level]);
        size_[merge.level] = 2 * merge.sample;
      }
    }
    return std::move(lists_[height_].value);
  }

 private:
  /// A node gives its parent every rate-th item of its list: every 4th; of a complete list every 4th, every 2nd, then
  /// all.
  static std::uint64_t rate(std::uint64_t level, std::uint64_t stage) {
    constexpr std::uint64_t of_complete[] = {4, 2, 1, 0};
    return stage <= 3 * level ? 4 : of_complete[std::min<std::uint64_t>(3, stage - 3 * level - 1)];
  }

  void plan(std::uint64_t stage) {
    merges_.clear();
    bool child_merges = false;
    std::uint64_t child_size = size_[0];  // after this stage
    for (std::uint64_t level = 1; level <= height_; ++level) {
      LevelMerge merge{level,       n_ >> level, size_[level], 0, rate(level - 1, stage), 0, rate(level - 1, stage + 1),
                       child_merges};
      merge.sample = merge.rate == 0 ? 0 : size_[level - 1] / merge.rate;
      merge.next_sample = merge.next_rate == 0 ? 0 : child_size / merge.next_rate;
      child_merges = merge.sample > 0;
      child_size = child_merges ? 2 * merge.sample : size_[level];
      if (!child_merges) continue;
      merges_.push_back(merge);
      if (lists_[level].value.size() == 0) {
        lists_[level] = ListLevel(machine_, n_);
        next_[level] = ListLevel(machine_, n_);
        interval_[level] = machine_.array<std::uint32_t>(n_, 0, "interval");
        rank_in_own_[level] = machine_.array<std::uint32_t>(n_, 0, "rank_in_own");
      }
      if (level >= 2 && merge.rate == 1) forget(level - 2);
    }
  }

  /// Frees a level whose lists nobody reads again.
  void forget(std::uint64_t level) {
    lists_[level] = ListLevel();
    next_[level] = ListLevel();
    interval_[level] = {};
    rank_in_own_[level] = {};
  }

  template <class PerNode>
  std::uint64_t processors(PerNode per_node) const {
    std::uint64_t all = 0;
    for (const LevelMerge& merge : merges_) all += merge.nodes * per_node(merge);
    return all;
  }

  /// Finds for each item of a sample between which two neighbours of the old list it lies. At most three items of a
  /// sample lie between two neighbours, whose ranks say which. The items of the left sample come first in interval_.
  void find_intervals() {
    const auto per_node = [](const LevelMerge& merge) { return merge.old_size + 1; };
    machine_.pardo(processors(per_node), [&](Processor self) -> Task<> {
      const auto [merge, node, at] = place_in(merges_, self.id(), per_node);
      const std::uint64_t first = node << merge->level;
      const auto sample = static_cast<std::uint32_t>(merge->sample);
      SampleRanks from;
      SampleRanks to{sample, sample};
      if (at > 0) {
        from = co_await lists_[merge->level].ranks[first + at - 1];
      } else {
        co_await self.idle();
      }
      if (at < merge->old_size) {
        to = co_await lists_[merge->level].ranks[first + at];
      } else {
        co_await self.idle();
      }
      for (const bool is_right : {false, true}) {
        for (std::uint64_t k = from.of(is_right); k < to.of(is_right); ++k)
          co_await (interval_[merge->level][first + (is_right ? sample : 0) + k] = static_cast<std::uint32_t>(at));
      }
    });
  }

  static std::uint64_t both_samples(const LevelMerge& merge) { return 2 * merge.sample; }

  /// Each item of one sample is compared with the items of the other sample that lie between the same neighbours of the
  /// old list. The comparisons give its rank in the other sample, and so its place in the new list.
  void merge() {
    own_.assign(processors(both_samples), {});
    machine_.pardo(own_.size(), [&](Processor self) -> Task<> {
      const auto [merge, node, at] = place_in(merges_, self.id(), both_samples);
      const bool is_right = at >= merge->sample;
      const std::uint64_t k = is_right ? at - merge->sample : at;
      const std::uint64_t first = node << merge->level;
      const ListLevel& below = lists_[merge->level - 1];
      const std::uint64_t child = (2 * node + (is_right ? 1 : 0)) << (merge->level - 1);
      const std::uint64_t other_child = (2 * node + (is_right ? 0 : 1)) << (merge->level - 1);
      Own& mine = own_[self.id()];
      const std::uint64_t place = (k + 1) * merge->rate - 1;  // in the child's list
      mine.item = co_await below.item(child + place);
      const std::uint64_t interval = co_await interval_[merge->level][first + at];
      std::uint64_t to = merge->sample;
      if (interval > 0) {
        mine.cross = (co_await lists_[merge->level].ranks[first + interval - 1]).of(!is_right);
      } else {
        co_await self.idle();
      }
      if (interval < merge->old_size) {
        to = (co_await lists_[merge->level].ranks[first + interval]).of(!is_right);
      } else {
        co_await self.idle();
      }
      for (; mine.cross < to; ++mine.cross) {
        const Item other = co_await below.item(other_child + (mine.cross + 1) * merge->rate - 1);
        if (mine.item < other) break;
      }
    });
    // Searches have ended at several times. All processors write what they found together.
    machine_.pardo(own_.size(), [&](Processor self) -> Task<> {
      const auto [merge, node, at] = place_in(merges_, self.id(), both_samples);
      const bool is_right = at >= merge->sample;
      const std::uint64_t k = is_right ? at - merge->sample : at;
      const std::uint64_t first = node << merge->level;
      Own& mine = own_[self.id()];
      co_await (next_[merge->level].value[first + k + mine.cross] = mine.item.value);
      co_await (next_[merge->level].id[first + k + mine.cross] = mine.item.id);
      if (merge->next_rate == 0) co_return;
      // The rank of the item in the child's next list.
      const std::uint64_t place = (k + 1) * merge->rate - 1;  // in the child's list
      std::uint64_t before = place;
      if (merge->child_merges) {
        const std::uint64_t child = (2 * node + (is_right ? 1 : 0)) << (merge->level - 1);
        const SampleRanks ranks = co_await lists_[merge->level - 1].ranks[child + place];
        before = ranks.left + std::uint64_t{ranks.right};
      }
      mine.in_own = before / merge->next_rate;
      co_await (rank_in_own_[merge->level][first + at] = static_cast<std::uint32_t>(mine.in_own));
    });
  }

  /// Ranks each item in the next samples. Its neighbours in the other child's sample know their ranks in the next
  /// sample of that child. At most three items of the next sample lie between them.
  void rank_in_next_samples() {
    machine_.pardo(own_.size(), [&](Processor self) -> Task<> {
      const auto [merge, node, at] = place_in(merges_, self.id(), both_samples);
      if (merge->next_rate == 0) co_return;
      const bool is_right = at >= merge->sample;
      const std::uint64_t first = node << merge->level;
      const std::uint64_t other_first = first + (is_right ? 0 : merge->sample);
      const ListLevel& below = (merge->child_merges ? next_ : lists_)[merge->level - 1];
      const std::uint64_t other_child = (2 * node + (is_right ? 0 : 1)) << (merge->level - 1);
      Own& mine = own_[self.id()];
      std::uint64_t to = merge->next_sample;
      if (mine.cross > 0) {
        mine.in_other = co_await rank_in_own_[merge->level][other_first + mine.cross - 1];
      } else {
        co_await self.idle();
      }
      if (mine.cross < merge->sample) {
        to = co_await rank_in_own_[merge->level][other_first + mine.cross];
      } else {
        co_await self.idle();
      }
      for (; mine.in_other < to; ++mine.in_other) {
        const Item other = co_await below.item(other_child + (mine.in_other + 1) * merge->next_rate - 1);
        if (mine.item < other) break;
      }
    });
    machine_.pardo(own_.size(), [&](Processor self) -> Task<> {
      const auto [merge, node, at] = place_in(merges_, self.id(), both_samples);
      if (merge->next_rate == 0) co_return;
      const bool is_right = at >= merge->sample;
      const std::uint64_t k = is_right ? at - merge->sample : at;
      const std::uint64_t first = node << merge->level;
      const Own& mine = own_[self.id()];
      const auto own = static_cast<std::uint32_t>(mine.in_own);
      const auto beside = static_cast<std::uint32_t>(mine.in_other);
      co_await (next_[merge->level].ranks[first + k + mine.cross] =
                    is_right ? SampleRanks{beside, own} : SampleRanks{own, beside});
    });
  }

  /// What a processor remembers of its item of a sample, from merge() to rank_in_next_samples().
  struct Own {
    Item item;
    std::uint64_t cross = 0;     // its rank in the other sample
    std::uint64_t in_own = 0;    // its rank in the next sample of its own child
    std::uint64_t in_other = 0;  // the same of the other child
  };

  Machine& machine_;
  std::uint64_t n_;
  std::uint64_t height_;
  std::vector<std::uint64_t> size_;  // per level: items of a list
  std::vector<ListLevel> lists_;
  std::vector<ListLevel> next_;
  std::vector<Array<std::uint32_t>> interval_;     // per item of both samples: items of the old list before it
  std::vector<Array<std::uint32_t>> rank_in_own_;  // per item: its rank in its own child's next sample
  std::vector<LevelMerge> merges_;
  std::vector<Own> own_;
};

}  // namespace

std::vector<std::int64_t> cole_merge_sort(Machine& machine, std::span<const std::int64_t> values) {
  if (values.empty()) return {};
  PipelinedMerges merges(machine, values.size());
  for (std::uint64_t i = 0; i < values.size(); ++i) merges.leaves().set(i, values[i]);
  std::vector<std::int64_t> sorted = std::move(merges).sorted().host();
  sorted.resize(values.size());
  return sorted;
}

Array<std::int64_t> cole_merge_sort(Machine& machine, const Array<std::int64_t>& values, std::uint64_t n) {
  if (n == 0) return {};
  PipelinedMerges merges(machine, n);
  machine.pardo(n, [&](Processor self) -> Task<> {
    const std::int64_t mine = co_await values[self.id()];
    co_await (merges.leaves()[self.id()] = mine);
  });
  return std::move(merges).sorted();
}

Program cole_merge_sort_program() {
  return program<Numbers>(
      +[](Machine& machine, std::span<const std::int64_t> values) { return cole_merge_sort(machine, values); },
      {.name = "cole-merge-sort",
       .alias = "cole",
       .what = "n numbers sorted by merges on all levels of a tree at once, each with ever denser samples",
       .columns = "number in ascending order",
       .source = "Cole 1988; JáJá 4.3",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "O(log n)",
       .steps_at_most = cole_merge_sort_steps,
       .work = "O(n log n)",
       .work_at_most = cole_merge_sort_work,
       .degree_at_most = [](std::uint64_t n) { return std::max<std::uint64_t>(8, std::bit_ceil(n) / 4); },
       .size = {.usual = 1 << 12, .bytes_each = 40 * sizeof(std::int64_t) + processor_bytes},
       .oracle = oracle::sorted,
       .against = "std::sort"});
}

}  // namespace pram::programs
