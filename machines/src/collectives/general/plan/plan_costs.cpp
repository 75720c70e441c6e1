#include "plan_costs.hpp"

#include <algorithm>
#include <map>

namespace pram {

std::vector<std::uint64_t> DealtWords::lengths() const {
  std::vector<std::uint64_t> all;
  all.reserve(rank_of.size());
  for (const std::uint32_t rank : rank_of) all.push_back(share_of(words, ranks, rank));
  return all;
}

void PlanCosts::add(const MovePlan& plan, const DealtWords& dealt) {
  std::map<std::size_t, std::vector<std::uint32_t>>
      least;  // by number of pieces: the least rank of the first, second, …
  std::vector<std::uint32_t> ranks;
  for (const MovePlan::Step& step : plan.steps()) {
    std::size_t largest = 0;
    least.clear();
    for (const MovePlan::Move& move : step) {
      crossings_ += move.pieces.size();
      largest = std::max(largest, move.pieces.size());
      if (dealt.few()) continue;
      ranks.clear();
      for (const std::uint32_t piece : move.pieces) ranks.push_back(dealt.rank_of[piece]);
      std::ranges::sort(ranks);
      const auto [place, first] = least.try_emplace(ranks.size(), ranks);
      for (std::size_t v = 0; !first && v < ranks.size(); ++v) place->second[v] = std::min(place->second[v], ranks[v]);
    }
    largest_message_ = std::max(largest_message_, static_cast<std::uint32_t>(largest));
    if (dealt.few()) groups_.push_back({static_cast<std::uint32_t>(largest), 0});
    for (const auto& [pieces, of_step] : least) {
      groups_.push_back({static_cast<std::uint32_t>(pieces), static_cast<std::uint32_t>(ranks_.size())});
      ranks_.insert(ranks_.end(), of_step.begin(), of_step.end());
    }
    step_ends_.push_back(static_cast<std::uint32_t>(groups_.size()));
  }
}

CollectiveCost PlanCosts::of(const DealtWords& dealt) const {
  const std::uint64_t each = dealt.few() ? 1 : dealt.words / dealt.ranks;
  const std::uint64_t left_over = dealt.few() ? 0 : dealt.words % dealt.ranks;
  const auto longer = [&](const Group& group) -> std::uint64_t {
    if (left_over == 0) return 0;
    const auto first = ranks_.begin() + group.begin;
    return static_cast<std::uint64_t>(std::lower_bound(first, first + group.pieces, left_over) - first);
  };
  CollectiveCost made;
  std::size_t next = 0;
  for (const std::uint32_t end : step_ends_) {
    std::uint64_t largest = 0;
    for (; next < end; ++next) largest = std::max(largest, groups_[next].pieces * each + longer(groups_[next]));
    if (largest == 0) continue;
    ++made.steps;
    made.words += static_cast<double>(largest);
  }
  return made;
}

}  // namespace pram
