#include "lists.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <stdexcept>
#include <utility>

#include <pram/programs/list.hpp>

namespace pram::bench {

std::vector<std::uint32_t> list_of(std::uint32_t n) {
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0U);
  std::shuffle(order.begin() + 1, order.end(), std::mt19937_64(1));
  std::vector<std::uint32_t> next(n, programs::no_node);
  for (std::uint32_t place = 0; place + 1 < n; ++place) next[order[place]] = order[place + 1];
  return next;
}

std::uint64_t rank_list(Machine& machine, Ranking ranking, std::span<const std::uint32_t> next) {
  const std::uint64_t before = machine.ledger().requests().total();
  if (ranking(machine, next).front() != next.size() - 1) throw std::logic_error("the first node has a wrong rank");
  return machine.ledger().requests().total() - before;
}

RankingByHand::RankingByHand(std::span<const std::uint32_t> next)
    : given_(next), next_(next.size()), rank_(next.size()), new_next_(next.size()), new_rank_(next.size()) {}

void RankingByHand::run(unsigned threads) {
  const auto n = static_cast<std::uint32_t>(given_.size());
  tbb::task_arena(static_cast<int>(threads)).execute([&] {
    const auto for_all = [n](const auto& visit) {
      tbb::parallel_for(tbb::blocked_range<std::uint32_t>(0, n, 4096), [&](const auto& range) {
        for (std::uint32_t i = range.begin(); i < range.end(); ++i) visit(i);
      });
    };
    for_all([&](std::uint32_t i) {
      next_[i] = given_[i];
      rank_[i] = given_[i] == programs::no_node ? 0 : 1;
    });
    for (std::uint64_t span = 1; span < n; span *= 2) {
      for_all([&](std::uint32_t i) {
        const std::uint32_t ahead = next_[i];
        new_next_[i] = ahead == programs::no_node ? ahead : next_[ahead];
        new_rank_[i] = ahead == programs::no_node ? rank_[i] : rank_[i] + rank_[ahead];
      });
      std::swap(next_, new_next_);
      std::swap(rank_, new_rank_);
    }
  });
}

void RankingByHand::check() const {
  if (rank_.front() != given_.size() - 1) throw std::logic_error("the first node has a wrong rank");
}

}  // namespace pram::bench
