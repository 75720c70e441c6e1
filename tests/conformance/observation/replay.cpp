#include "replay.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace pram::conformance {

namespace {

template <class T>
T number(Word word) {
  return from_word<T>(word);
}

template <class T>
Word combined_as(const std::string& name, Word a, Word b) {
  const T x = number<T>(a);
  const T y = number<T>(b);
  if (name == "min") return to_word<T>(std::min(x, y));
  if (name == "max") return to_word<T>(std::max(x, y));
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    const auto u = static_cast<U>(x);
    const auto v = static_cast<U>(y);
    if (name == "and") return to_word<T>(static_cast<T>(u & v));
    if (name == "or") return to_word<T>(static_cast<T>(u | v));
    if (name == "xor") return to_word<T>(static_cast<T>(u ^ v));
    return to_word<T>(static_cast<T>(name == "add" ? std::uint64_t{u} + v : std::uint64_t{u} * v));
  } else {
    return to_word<T>(name == "add" ? x + y : x * y);
  }
}

Word combined(const CellType& type, const std::string& name, Word a, Word b) {
  const std::string shown = type.name();
  if (shown == "int32") return combined_as<std::int32_t>(name, a, b);
  if (shown == "uint64") return combined_as<std::uint64_t>(name, a, b);
  if (shown == "int64") return combined_as<std::int64_t>(name, a, b);
  if (shown == "uint8") return combined_as<std::uint8_t>(name, a, b);
  if (shown == "float64") return combined_as<double>(name, a, b);
  return combined_as<float>(name, a, b);
}

/// "add" of "fetch_add", "and" of "bit_and" and "multiprefix_and".
std::string operator_of(std::string operation) {
  for (const char* const prefix : {"multiprefix_", "fetch_", "bit_"}) {
    if (operation.starts_with(prefix)) operation.erase(0, std::string(prefix).size());
  }
  return operation;
}

std::string operator_of(Rule rule) {
  switch (rule) {
    case Rule::sum: return "add";
    case Rule::product: return "multiply";
    case Rule::minimum: return "min";
    case Rule::maximum: return "max";
    case Rule::bit_and: return "and";
    case Rule::bit_or: return "or";
    case Rule::bit_xor: return "xor";
    default: return "";
  }
}

/// Zeros of both signs are one value.
bool same(const CellType& type, Word a, Word b) {
  if (a == b) return true;
  if (type.word == WordType::float64) return number<double>(a) == number<double>(b);
  return type.word == WordType::float32 && number<float>(a) == number<float>(b);
}

}  // namespace

void Replay::array(const Array& array, std::span<const Word> cells) {
  if (cells.size() != array.size) complain("array " + array.name + " does not come whole");
  memory_[array.number] = {array.type, {cells.begin(), cells.end()}};
}

void Replay::begin_step(const Step&) {
  in_step_ = true;
  asked_.clear();
  changed_.clear();
  forward_.clear();
  back_.clear();
  requests_ = 0;
}

void Replay::request(const Request& request) {
  std::vector<Asked>& group = asked_[{request.array.number, request.index}];
  if (!group.empty() && group.back().processor >= request.processor) complain("requests are not in order");
  group.push_back(
      {request.processor, request.action, request.operation, request.operand, request.replied, request.reply});
  ++requests_;
}

void Replay::message(const Message& message) {
  const bool replies = message.operation == "read" || message.operation.starts_with("fetch_") ||
                       message.operation.starts_with("multiprefix_");
  if (message.direction == Direction::back) {
    const auto& all = forward_[message.phase];
    const auto asked = std::ranges::find(all, message.number, &Sent::number);
    if (asked == all.end() || asked->to != message.from || asked->weight != message.weight || !asked->replies)
      complain("a reply is not the reply to its message");
    if (!message.stays) ++back_[message.phase];
    return;
  }
  forward_[message.phase].push_back({message.number, message.to, message.array.number << 32 | message.index,
                                     message.weight, message.merged, message.stays, replies});
  messages_ += message.stays ? 0 : 1;
}

void Replay::cell(const Cell& cell) {
  const Place place(cell.array.number, cell.index);
  Word& value = memory_.at(place.first).values.at(place.second);
  if (value != cell.before) complain(fmt::format("{}[{}] held something else", cell.array.name, cell.index));
  if (cell.before == cell.after) complain("a cell is told of that has not changed");
  if (!in_step_) {
    value = cell.after;
  } else if (!changed_.try_emplace(place, cell.before, cell.after).second) {
    complain("a cell is told of twice");
  }
}

void Replay::end_step(const StepRecord& record) {
  for (const auto& [place, group] : asked_) serve(place, group);
  for (const auto& [place, change] : changed_) {
    if (!asked_.contains(place)) complain("a cell has changed that nobody asked for");
  }
  if (record.requests.total() != requests_) complain("the requests are not as many as in the ledger");
  if (record.distinct != asked_.size()) complain("the distinct cells are not as many as in the ledger");
  count(record);
  in_step_ = false;
}

/// What plain writes leave in a cell.
Word Replay::written(const Place& place, const CellType& type, Word old, const std::vector<Asked>& writers) {
  if (writers.size() == 1) return writers[0].operand;
  if (rule_ == Rule::tolerant) return old;
  if (rule_ == Rule::collision) return type.value(marker_);
  if (rule_ == Rule::arbitrary) {
    const auto change = changed_.find(place);
    const Word left = change == changed_.end() ? old : change->second.second;
    if (std::ranges::none_of(writers, [&](const Asked& one) { return one.operand == left; }))
      complain("a cell has what nobody has written");
    return left;
  }
  Word value = writers[0].operand;
  for (std::size_t k = 1; k < writers.size() && !operator_of(rule_).empty(); ++k)
    value = combined(type, operator_of(rule_), value, writers[k].operand);
  return value;
}

void Replay::serve(const Place& place, const std::vector<Asked>& group) {
  StoredCells& array = memory_.at(place.first);
  Word& value = array.values.at(place.second);
  const Word old = value;
  std::vector<Asked> writers;
  for (const Asked& one : group) {
    if (one.action != Action::read) writers.push_back(one);
    if (one.action == Action::read && (!one.replied || !same(array.type, one.reply, old)))
      complain("a read has not the value from before the step");
  }
  if (writers.empty()) return;
  Word now = old;
  if (writers[0].action == Action::write) {
    now = written(place, array.type, old, writers);
  } else {
    for (const Asked& one : writers) {
      // Requests of one processor alone, and of multiprefix, come in the order of processors.
      const bool ordered = one.action == Action::multiprefix || writers.size() == 1;
      if (one.replied && ordered && !same(array.type, one.reply, now)) complain("a fetch has the wrong value");
      now = combined(array.type, operator_of(one.operation), now, one.operand);
    }
  }
  const auto change = changed_.find(place);
  const Word told = change == changed_.end() ? old : change->second.second;
  if (!same(array.type, told, now))
    complain(fmt::format("cell {} of array {} has {} and not {}", place.second, place.first, array.type.text(told),
                         array.type.text(now)));
  value = told;
}

/// Counts the messages of each phase anew, and follows them from phase to phase.
void Replay::count(const StepRecord& record) {
  const std::vector<Sent>* before = nullptr;
  for (const auto& [phase, all] : forward_) {
    if (phase >= record.phases.size()) return complain("a message is in no phase of the step");
    const PhaseRecord& counted = record.phases[phase];
    const auto stay = static_cast<std::uint64_t>(std::ranges::count_if(all, &Sent::stays));
    if (all.size() - stay != counted.messages) complain("the messages of a phase are not as many as in the ledger");
    std::set<std::uint64_t> merged;
    std::uint64_t weight = 0;
    std::uint64_t replies = 0;
    std::map<std::uint32_t, std::uint32_t> received;
    for (const Sent& one : all) {
      merged.insert(one.merged);
      weight += one.weight;
      replies += one.replies && !one.stays ? 1 : 0;
      received[one.to] += one.stays ? 0 : 1;
    }
    std::uint32_t most = 0;
    for (const auto& [component, messages] : received) most = std::max(most, messages);
    if (most != counted.largest_received) complain("r of a phase is not that of the ledger");
    if (merged.size() != counted.combined) complain("the messages left after merging are not those of the ledger");
    if (weight != requests_) complain("the messages of a phase do not stand for all requests");
    if (replies != back_[phase]) complain("the replies are not as many as are awaited");
    merging_phases_ += merged.size() < all.size() ? 1 : 0;
    if (before != nullptr) {
      std::map<std::uint64_t, std::uint64_t> weights;
      for (const Sent& one : *before) weights[one.merged] += one.weight;
      for (const Sent& one : all) {
        if (weights[one.number] != one.weight) complain("a message does not carry on those that it was merged from");
      }
    }
    before = &all;
  }
}

}  // namespace pram::conformance
