#include "collective_reference.hpp"

#include <algorithm>

namespace pram::conformance::spmd {

namespace {

using Ending = Stretch::Ending;
using bsp::Algorithm;

class Stages {
 public:
  Stages(const Stretch& stretch, std::uint64_t processes, bsp::Parameters network)
      : stretch_(stretch),
        p_(processes),
        m_(stretch.values),
        parameters_(stretch.as_network ? network : Stretch::parameters) {
    switch (stretch.ending) {
      case Ending::broadcast: broadcast(stretch.root, plan(bsp::broadcast_cost)); break;
      case Ending::reduce: reduce(stretch.root, plan(bsp::reduce_cost)); break;
      case Ending::all_reduce: all_reduce(plan(bsp::all_reduce_cost)); break;
      case Ending::scan: scan(plan(bsp::scan_cost), false); break;
      case Ending::exclusive_scan: scan(plan(bsp::exclusive_scan_cost), true); break;
      default: blocks();
    }
  }

  std::vector<CollectiveStage> all;

 private:
  template <class Cost>
  bsp::CollectiveCost plan(const Cost& cost) const {
    bsp::CollectiveCost way = cost(p_, m_, sizeof(std::uint64_t), parameters_, stretch_.algorithm);
    if (way.algorithm == Algorithm::one_phase) way.degree = std::max<std::uint64_t>(p_, 2);  // a tree of one round
    return way;
  }

  CollectiveStage& begin() {
    all.push_back({{}, std::vector<std::uint64_t>(p_)});
    return all.back();
  }
  void send(std::uint64_t from, std::uint64_t to, std::uint64_t words) {
    if (words > 0 && from != to) all.back().transfers.push_back({from, to, words});
  }
  /// The block of a process, of p blocks of the values, where the root has the first.
  std::uint64_t block(std::uint64_t process, std::uint64_t root) const {
    return m_ / p_ + ((process + p_ - root) % p_ < m_ % p_ ? 1 : 0);
  }
  template <class Words>
  void exchange(const Words& words) {
    for (std::uint64_t from = 0; from < p_; ++from)
      for (std::uint64_t to = 0; to < p_; ++to) send(from, to, words(from, to));
  }

  void broadcast(std::uint64_t root, const bsp::CollectiveCost& way) {
    if (way.algorithm == Algorithm::two_phase) {
      begin();
      exchange([&](std::uint64_t from, std::uint64_t to) { return from == root ? block(to, root) : 0; });
      begin();
      exchange([&](std::uint64_t from, std::uint64_t to) { return to == root ? 0 : block(from, root); });
      return;
    }
    // Counted from the root on, the first `have` have the values.
    std::uint64_t have = 1;
    do {
      begin();
      for (std::uint64_t rank = have; rank < std::min(p_, have * way.degree); ++rank)
        send((rank % have + root) % p_, (rank + root) % p_, m_);
      have *= way.degree;
    } while (have < p_);
  }

  void reduce(std::uint64_t root, const bsp::CollectiveCost& way) {
    if (way.algorithm == Algorithm::two_phase) {
      exchange_and_combine(root);
      begin();
      exchange([&](std::uint64_t from, std::uint64_t to) { return to == root ? block(from, root) : 0; });
      return;
    }
    // Neighbours whose values are combined have them at the root, or else at the first of them.
    const auto holder = [&](std::uint64_t first, std::uint64_t size) {
      return root >= first && root < first + size ? root : first;
    };
    std::uint64_t size = 1;
    do {
      CollectiveStage& stage = begin();
      for (std::uint64_t first = 0; first < p_; first += size) {
        const std::uint64_t target = holder(first / (size * way.degree) * size * way.degree, size * way.degree);
        if (holder(first, size) == target) continue;
        send(holder(first, size), target, m_);
        stage.work[target] += m_;
      }
      size *= way.degree;
    } while (size < p_);
  }

  void all_reduce(const bsp::CollectiveCost& way) {
    if (way.algorithm == Algorithm::tree) {
      reduce(0, way);
      broadcast(0, way);
    } else if (way.algorithm == Algorithm::two_phase) {
      exchange_and_combine(0);
      begin();
      exchange([&](std::uint64_t from, std::uint64_t) { return block(from, 0); });
    } else {
      CollectiveStage& stage = begin();
      exchange([&](std::uint64_t, std::uint64_t) { return m_; });
      for (std::uint64_t& work : stage.work) work = (p_ - 1) * m_;
    }
  }

  void scan(const bsp::CollectiveCost& way, bool exclusive) {
    if (way.algorithm == Algorithm::two_phase) {
      exchange_and_combine(0);
      begin();
      exchange([&](std::uint64_t from, std::uint64_t) { return block(from, 0); });
      return;
    }
    std::uint64_t met = 1;
    do {
      CollectiveStage& stage = begin();
      for (std::uint64_t to = 0; to < p_; ++to) {
        const std::uint64_t parts = std::min(way.degree - 1, to / met);
        for (std::uint64_t k = 1; k <= parts; ++k) send(to - k * met, to, m_);
        stage.work[to] = parts * m_;
        if (exclusive && parts > 0 && met * way.degree < p_) stage.work[to] += m_;
      }
      met *= way.degree;
    } while (met < p_);
  }

  void exchange_and_combine(std::uint64_t root) {
    CollectiveStage& stage = begin();
    exchange([&](std::uint64_t, std::uint64_t to) { return block(to, root); });
    for (std::uint64_t rank = 0; rank < p_; ++rank) stage.work[rank] = (p_ - 1) * block(rank, root);
  }

  void blocks() {
    begin();
    exchange([&](std::uint64_t from, std::uint64_t to) {
      return stretch_.ending == Ending::gather && to != stretch_.root ? 0 : stretch_.count_for(from, to);
    });
  }

  const Stretch& stretch_;
  std::uint64_t p_;
  std::uint64_t m_;
  bsp::Parameters parameters_;
};

}  // namespace

std::vector<CollectiveStage> stages_of(const Stretch& stretch, std::uint64_t processes, bsp::Parameters network) {
  return Stages(stretch, processes, network).all;
}

std::vector<std::uint64_t> collected(const Stretch& stretch, std::uint64_t rank, std::uint64_t processes) {
  if (stretch.ending >= Ending::gather) {
    const bool gets = stretch.ending != Ending::gather || rank == stretch.root;
    std::vector<std::uint64_t> made = {gets ? processes : 0};
    std::vector<std::uint64_t> values;
    for (std::uint64_t source = 0; gets && source < processes; ++source) {
      made.push_back(stretch.count_for(source, rank));
      const std::uint64_t target = stretch.ending == Ending::all_to_all ? rank : 0;
      for (std::uint64_t k = 0; k < made.back(); ++k) values.push_back(source * 1000 + target * 10 + k);
    }
    made.insert(made.end(), values.begin(), values.end());
    return made;
  }
  std::uint64_t first = 0;
  std::uint64_t last = processes;  // whose values are combined
  if (stretch.ending == Ending::broadcast) first = last = stretch.root;
  if (stretch.ending == Ending::reduce && rank != stretch.root) first = last = rank;
  if (stretch.ending == Ending::scan) last = rank + 1;
  if (stretch.ending == Ending::exclusive_scan) last = rank;
  std::vector<std::uint64_t> made = stretch.values_of(first);
  if (stretch.ending == Ending::exclusive_scan && rank == 0)
    std::ranges::fill(made, stretch.composes ? std::uint64_t{1} << 32 : 0);
  for (std::uint64_t source = first + 1; source < last; ++source) {
    const std::vector<std::uint64_t> other = stretch.values_of(source);
    for (std::size_t k = 0; k < made.size(); ++k) made[k] = combined(stretch.composes, made[k], other[k]);
  }
  return made;
}

}  // namespace pram::conformance::spmd
