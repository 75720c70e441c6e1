#include "ordered_fold.hpp"

#include <algorithm>
#include <utility>

namespace pram::detail {

void OrderedFold::fold() {
  with_integers(chains_.operation.op, chains_.operation.type, [this](auto words) { fold(words); });
}

template <class Words>
void OrderedFold::fold(Words words) {
  std::size_t folded = 0;
  for (; folded < phases_ && !records_.empty(); ++folded) {
    if (!route(static_cast<std::uint32_t>(folded))) {
      clear();
      return;
    }
    merge(static_cast<std::uint32_t>(folded), words);
  }
  // Each cell has one record left, in the order of cells.
  reply_.resize(old_.size());
  for (std::size_t k = 0; k < old_.size(); ++k) reply_[k] = words.masked(old_[k]);
  for (; folded-- > 0;) {
    const Trace& trace = phases_back_[folded];
    next_reply_.resize(trace.before.size());
    for (std::size_t k = 0; k < next_reply_.size(); ++k)
      next_reply_[k] = words.join(reply_[trace.merged_into[k]], trace.before[k]);
    std::swap(reply_, next_reply_);
  }
  for (std::size_t k = 0; k < link_.size(); ++k) chains_.operand[link_[k]] = words.masked(reply_[k]);
  clear();
}

bool OrderedFold::route(std::uint32_t phase) {
  std::uint32_t index[StepPlan::block];
  std::uint32_t home[StepPlan::block];
  std::uint32_t source[StepPlan::block];
  destination_.resize(records_.size());
  for (std::size_t first = 0; first < records_.size(); first += StepPlan::block) {
    const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(StepPlan::block, records_.size() - first));
    for (std::uint32_t k = 0; k < count; ++k) {
      index[k] = records_[first + k].index;
      source[k] = records_[first + k].source;
    }
    plan_.locate({index, count}, home);
    plan_.route(phase, index, home, source, count, destination_.data() + first);
    if (!counts_.check(phase, destination_.data() + first, home, count)) return false;
  }
  return true;
}

OrderedFold::Trace& OrderedFold::begin_merge(std::uint32_t phase) {
  if (phases_back_.size() <= phase) phases_back_.emplace_back();
  Trace& trace = phases_back_[phase];
  trace.merged_into.resize(records_.size());
  trace.before.resize(records_.size());
  made_.clear();
  return trace;
}

std::size_t OrderedFold::order_cell(std::size_t first) {
  std::size_t last = first;
  order_.clear();
  for (; last < records_.size() && records_[last].cell == records_[first].cell; ++last)
    order_.push_back((std::uint64_t{destination_[last]} << 32) | last);
  std::ranges::sort(order_);
  return last;
}

template <class Words>
void OrderedFold::merge(std::uint32_t phase, Words words) {
  Trace& trace = begin_merge(phase);
  const Word nothing = words.masked(words.identity());
  for (std::size_t first = 0; first < records_.size();) {
    const std::size_t last = order_cell(first);
    std::uint32_t at = 0;
    for (std::size_t k = 0; k < order_.size(); ++k) {
      const auto to = static_cast<std::uint32_t>(order_[k] >> 32);
      const auto number = static_cast<std::uint32_t>(order_[k]);
      const Record& record = records_[number];
      const bool fresh = k == 0 || to != at;
      at = to;
      counts_.count(phase, to, fresh);
      trace.before[number] = fresh ? nothing : made_.back().operand;
      if (fresh) {
        made_.push_back({record.cell, to, record.index, record.operand});
      } else {
        made_.back().operand = words.join(made_.back().operand, record.operand);
      }
      trace.merged_into[number] = static_cast<std::uint32_t>(made_.size() - 1);
    }
    first = last;
  }
  std::swap(records_, made_);
}

void OrderedFold::clear() {
  old_.clear();
  link_.clear();
  records_.clear();
}

}  // namespace pram::detail
