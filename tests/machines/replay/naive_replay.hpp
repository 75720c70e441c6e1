#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include <pram/machines/replay.hpp>

namespace pram::test {

/// The prices of LogGOPS without events: over and over, whatever of all operations can begin first begins.
class NaiveReplay {
 public:
  NaiveReplay(const OperationTrace& trace, const LogGops& prices) : trace_(trace), prices_(prices) {
    const std::size_t count = trace.operations.size();
    requirements_.resize(count);
    for (std::uint32_t one = 0; one < count; ++one) {
      for (std::size_t k = trace.first_dependent[one]; k < trace.first_dependent[one + std::size_t{1}]; ++k)
        requirements_[trace.dependents[k].operation].push_back({one, trace.dependents[k].on_start});
    }
    start.resize(count);
    end.resize(count);
    partner_.resize(count);
    posted_.resize(count);
  }

  /// @returns whether all have ended
  bool run() {
    for (;;) {
      const auto next = first_to_begin();
      if (match_before(next ? std::get<0>(*next) : UINT64_MAX)) continue;
      if (!next) break;
      begin(std::get<2>(*next), std::get<0>(*next));
    }
    return std::ranges::all_of(start, [](const auto& one) { return one.has_value(); });
  }

  std::vector<std::optional<std::uint64_t>> start;
  std::vector<std::optional<std::uint64_t>> end;

 private:
  using Kind = TraceOperation::Kind;
  using Begin = std::tuple<std::uint64_t, std::uint64_t, std::uint32_t>;  // start, ready, operation

  std::uint64_t behind_first(std::uint32_t one) const {
    return trace_.operations[one].amount == 0 ? 0 : trace_.operations[one].amount - 1;
  }

  /// When its requirements are met, as far as that is known.
  std::optional<std::uint64_t> post(std::uint32_t one) const {
    std::uint64_t time = 0;
    for (const TraceDependent& before : requirements_[one]) {
      const auto& met = before.on_start ? start[before.operation] : end[before.operation];
      if (!met) return std::nullopt;
      time = std::max(time, *met);
    }
    return time;
  }

  std::optional<std::uint64_t> ready(std::uint32_t one) const {
    const TraceOperation& what = trace_.operations[one];
    const auto posted = post(one);
    if (!posted || what.kind == Kind::calc) return posted;
    if (what.kind == Kind::send && what.amount <= prices_.longest_eager) return posted;
    if (!partner_[one]) return std::nullopt;
    if (what.kind == Kind::send)
      return std::max(*posted, *post(*partner_[one])) + prices_.latency + 2 * prices_.overhead;
    if (!end[*partner_[one]]) return std::nullopt;
    return std::max(*posted, *end[*partner_[one]] + prices_.latency + behind_first(*partner_[one]) * prices_.byte_gap);
  }

  std::optional<Begin> first_to_begin() {
    std::optional<Begin> first;
    for (std::uint32_t one = 0; one < start.size(); ++one) {
      if (start[one]) continue;
      const auto from = ready(one);
      if (!from) continue;
      std::uint64_t begins = std::max(*from, processor(one));
      if (trace_.operations[one].kind != Kind::calc) begins = std::max(begins, interface(one));
      if (!first || Begin(begins, *from, one) < *first) first = Begin(begins, *from, one);
    }
    return first;
  }

  /// Matches the message or receive that is ready first and not matched yet, if it is so by that time.
  bool match_before(std::uint64_t time) {
    std::optional<std::pair<std::uint64_t, std::uint32_t>> first;
    for (std::uint32_t one = 0; one < start.size(); ++one) {
      const auto at = post(one);
      if (!at || posted_[one] || trace_.operations[one].kind == Kind::calc) continue;
      if (!first || std::pair(*at, one) < *first) first = {*at, one};
    }
    if (!first || first->first > time) return false;
    const std::uint32_t one = first->second;
    const TraceOperation& what = trace_.operations[one];
    const std::uint32_t rank = trace_.rank_of(one);
    const bool sends = what.kind == Kind::send;
    posted_[one] = true;
    auto& mine = unmatched_[{sends ? rank : what.peer, sends ? what.peer : rank, what.tag, sends}];
    auto& others = unmatched_[{sends ? rank : what.peer, sends ? what.peer : rank, what.tag, !sends}];
    if (others.empty()) {
      mine.push_back(one);
    } else {
      partner_[one] = others.front();
      partner_[others.front()] = one;
      others.erase(others.begin());
    }
    return true;
  }

  void begin(std::uint32_t one, std::uint64_t time) {
    const TraceOperation& what = trace_.operations[one];
    start[one] = time;
    end[one] =
        time + (what.kind == Kind::calc ? what.amount : prices_.overhead + behind_first(one) * prices_.byte_overhead);
    processor(one) = *end[one];
    if (what.kind != Kind::calc) interface(one) = time + prices_.gap + behind_first(one) * prices_.byte_gap;
  }

  std::uint64_t& processor(std::uint32_t one) { return processors_[{trace_.rank_of(one), trace_.operations[one].cpu}]; }
  std::uint64_t& interface(std::uint32_t one) {
    return interfaces_[{trace_.rank_of(one), trace_.operations[one].kind, trace_.operations[one].nic}];
  }

  const OperationTrace& trace_;
  LogGops prices_;
  std::vector<std::vector<TraceDependent>> requirements_;
  std::vector<std::optional<std::uint32_t>> partner_;
  std::vector<bool> posted_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, bool>, std::vector<std::uint32_t>> unmatched_;
  std::map<std::pair<std::uint32_t, std::uint8_t>, std::uint64_t> processors_;
  std::map<std::tuple<std::uint32_t, Kind, std::uint8_t>, std::uint64_t> interfaces_;
};

}  // namespace pram::test
