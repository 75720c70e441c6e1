#include "reference_pram.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "serial_order.hpp"

namespace pram::conformance {

namespace {

/// May these two writers of one cell meet under a CRCW rule?
bool compatible(const Instruction& a, const Instruction& b) {
  if (a.kind == Kind::write || b.kind == Kind::write) return a.kind == b.kind;
  if (a.kind == Kind::multiprefix || b.kind == Kind::multiprefix) return a.kind == b.kind && a.op == b.op;
  return a.op == b.op;
}

Group writers_of(const Group& group) {
  Group writers;
  std::ranges::copy_if(group, std::back_inserter(writers), &Request::writes);
  return writers;
}

}  // namespace

ReferencePram::ReferencePram(Rule rule, const Memory& memory) : rule_(rule) {
  for (std::size_t k = 0; k < array_count; ++k) {
    for (const std::uint64_t word : memory[k]) memory_[k].push_back({word});
  }
}

std::optional<std::pair<Request, Request>> ReferencePram::breach_of(const Group& group) const {
  const Group writers = writers_of(group);
  if (group.size() < 2 || (writers.empty() && rule_ != Rule::erew)) return std::nullopt;
  if (rule_ == Rule::erew) return std::pair(group[0], group[1]);
  if (rule_ == Rule::crew && writers[0].processor <= group[1].processor) return std::pair(group[0], group[1]);
  if (rule_ == Rule::crew) return std::pair(group[0], writers[0]);
  for (const Request& one : writers) {
    if (!compatible(*writers[0].what, *one.what)) return std::pair(writers[0], one);
  }
  for (const Request& one : writers) {
    if (rule_ != Rule::common || one.what->kind != Kind::write) break;
    if (one.operand != writers[0].operand) return std::pair(writers[0], one);
  }
  return std::nullopt;
}

/// What plain writes leave in a cell.
ReferencePram::Candidates ReferencePram::written(std::uint64_t old, const Group& writers) const {
  const auto cells = static_cast<Cells>(writers[0].what->array);
  Candidates values;
  for (const Request& one : writers) values.push_back(one.operand);
  if (rule_ == Rule::arbitrary) return values;
  if (rule_ == Rule::tolerant && writers.size() > 1) return {old};
  if (rule_ == Rule::collision && writers.size() > 1) {
    return {with_type(cells, []<class T>() { return word_of(value_of<T>(marker)); })};
  }
  if (rule_ < Rule::sum) return {values[0]};  // one writer alone, or common, or priority
  static constexpr Operator folds[] = {Operator::add,     Operator::multiply, Operator::minimum, Operator::maximum,
                                       Operator::bit_and, Operator::bit_or,   Operator::bit_xor};
  const Operator fold = folds[static_cast<int>(rule_) - static_cast<int>(Rule::sum)];
  std::uint64_t folded = values[0];
  for (std::size_t k = 1; k < values.size(); ++k) folded = apply(cells, fold, folded, values[k]);
  return {folded};
}

/// The values that a cell may have after the step, for those values that it may have had before and that fit the
/// replies.
ReferencePram::Candidates ReferencePram::serve(const Candidates& before, const Group& group) const {
  const Group writers = writers_of(group);
  const auto cells = static_cast<Cells>(group[0].what->array);
  Candidates after;
  for (const std::uint64_t old : before) {
    bool fits = std::ranges::all_of(group, [old](const Request& one) { return one.writes() || one.reply == old; });
    std::uint64_t now = old;
    std::vector<Edge> fetches;
    Group updates;
    for (const Request& one : writers) {
      const Operator op = one.what->op;
      if (one.what->kind == Kind::multiprefix) fits = fits && one.reply == now;
      if (one.what->kind == Kind::fetch) fetches.emplace_back(one.reply, apply(cells, op, one.reply, one.operand));
      if (one.what->kind == Kind::update) updates.push_back(one);
      if (one.what->kind != Kind::write) now = apply(cells, op, now, one.operand);
    }
    if (!fetches.empty()) {
      fits = fits && (updates.empty() ? in_some_order(fetches, old, now)
                                      : in_some_order(fetches, old, cells, updates[0].operand, updates.size()));
    }
    if (!fits) continue;
    const bool plain = !writers.empty() && writers[0].what->kind == Kind::write;
    for (const std::uint64_t value : plain ? written(old, writers) : Candidates{now}) {
      if (std::ranges::find(after, value) == after.end()) after.push_back(value);
    }
  }
  return after;
}

std::optional<Failure> ReferencePram::run(const Script& script, const Replies& seen) {
  struct State {
    std::size_t next = 0, requests = 0, replies = 0;
    std::int64_t last = 0;
  };
  std::vector<State> states(script.size());
  for (;;) {
    // All processors go on to their next request, idle, fail, or end.
    const std::uint64_t number = history_.size() + 1;
    Step step;
    std::map<std::pair<std::size_t, std::uint64_t>, Group> cells;  // by array, then index, as breaches are reported
    std::optional<Failure> failure;
    for (std::size_t processor = 0; processor < script.size(); ++processor) {
      State& state = states[processor];
      const std::vector<Instruction>& list = script[processor];
      while (state.next < list.size() && list[state.next].kind == Kind::raise && list[state.next].catcher >= 0) {
        const int catcher = list[state.next].catcher;
        while (state.next < list.size() && list[state.next].depth > catcher) ++state.next;
      }
      if (state.next == list.size()) continue;
      const Instruction& what = list[state.next++];
      if (what.kind == Kind::end) state.next = list.size();
      if (what.requests() || what.kind == Kind::idle) ++step.live;
      if (what.requests() || what.kind == Kind::stray) ++state.requests;
      const std::uint64_t size = memory_[what.array].size();
      Request made{processor, state.requests, &what, what.index_at(state.last, size), what.operand_at(state.last), 0};
      if (what.kind == Kind::raise && !failure) failure = Failure{Failure::program, number, made, {}};
      if (what.kind == Kind::stray && !failure) failure = Failure{Failure::address, number, made, {}};
      if (!what.requests()) continue;
      if (what.replies() && state.replies < seen[processor].size()) made.reply = seen[processor][state.replies];
      cells[{what.array, made.index}].push_back(made);
    }
    if (failure || step.live == 0) return failure;
    for (const auto& [cell, group] : cells) {
      if (const auto breach = breach_of(group))
        return Failure{Failure::conflict, number, breach->first, breach->second};
    }
    // The step takes effect.
    for (const auto& [cell, group] : cells) {
      Candidates& may = memory_[cell.first][cell.second];
      may = serve(may, group);
      if (may.empty()) throw Mismatch("no PRAM gives the replies of step " + std::to_string(number));
      for (const Request& one : group) {
        State& state = states[one.processor];
        if (!one.what->replies()) continue;
        if (state.replies++ >= seen[one.processor].size()) throw Mismatch("a reply is missing");
        state.last = number_of(static_cast<Cells>(cell.first), one.reply);
      }
      step.groups.push_back(group);
    }
    history_.push_back(step);
  }
}

void ReferencePram::settle(const Memory& seen) {
  for (std::size_t k = 0; k < array_count; ++k) {
    for (std::size_t i = 0; i < memory_[k].size(); ++i) {
      const auto known = std::ranges::find(memory_[k][i], seen[k][i]);
      if (known == memory_[k][i].end()) throw Mismatch("array " + std::to_string(k) + ", cell " + std::to_string(i));
      memory_[k][i] = {*known};
    }
  }
}

}  // namespace pram::conformance
