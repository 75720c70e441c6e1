#include "replayer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "trace_checks.hpp"

namespace pram::detail {

namespace {

/// Times beyond are not added up any more.
constexpr std::uint64_t latest_time = std::uint64_t{1} << 62;

}  // namespace

Replayer::Replayer(const OperationTrace& trace, MessageCarrier& carrier)
    : trace_(trace),
      carrier_(carrier),
      channels_(trace),
      states_(trace.operations.size()),
      of_channel_(channels_.count()),
      is_changed_(trace.ranks(), 0) {
  make_lanes();
  for (const TraceDependent& one : trace.dependents) ++states_[one.operation].left;
}

/// Gives each combination of a processor, a direction and an interface that a rank's operations name a lane.
void Replayer::make_lanes() {
  lane_of_.resize(trace_.operations.size());
  for (std::uint32_t rank = 0; rank < trace_.ranks(); ++rank) {
    first_lane_.push_back(static_cast<std::uint32_t>(lanes_.size()));
    std::map<std::tuple<std::uint8_t, Kind, std::uint8_t>, std::uint32_t> lanes;
    std::map<std::uint8_t, std::uint32_t> processors;
    std::map<std::pair<Kind, std::uint8_t>, std::uint32_t> interfaces;
    const auto unit = [this] {
      units_.emplace_back();
      return static_cast<std::uint32_t>(units_.size() - 1);
    };
    for (std::uint32_t one = trace_.first[rank]; one < trace_.first[rank + std::size_t{1}]; ++one) {
      const TraceOperation& operation = trace_.operations[one];
      const auto [lane, added] =
          lanes.try_emplace({operation.cpu, operation.kind, operation.nic}, static_cast<std::uint32_t>(lanes_.size()));
      lane_of_[one] = lane->second;
      if (!added) continue;
      const auto [processor, first_use] = processors.try_emplace(operation.cpu, 0);
      if (first_use) processor->second = unit();
      lanes_.push_back({.rank = rank, .processor = processor->second});
      if (operation.kind == Kind::calc) continue;
      const auto [interface, first] = interfaces.try_emplace({operation.kind, operation.nic}, 0);
      if (first) interface->second = unit();
      lanes_.back().interface = interface->second;
    }
  }
  first_lane_.push_back(static_cast<std::uint32_t>(lanes_.size()));
}

ReplayResult Replayer::run() {
  ReplayResult result;
  for (std::uint32_t one = 0; one < states_.size(); ++one) {
    if (states_[one].left == 0) post(one);
  }
  for (;;) {
    looked_at_.swap(changed_);
    std::ranges::sort(looked_at_);
    for (const std::uint32_t rank : looked_at_) look_at(rank);
    looked_at_.clear();
    const std::uint64_t of_carrier = carrier_.next();
    const std::uint64_t next = std::min(events_.empty() ? MessageCarrier::never : events_.top().time, of_carrier);
    if (next == MessageCarrier::never) break;
    if (next > latest_time) throw TraceError(trace_.file, 0, "it takes more than 2^62 nanoseconds", false);
    now_ = next;
    for (const std::uint32_t send : carrier_.pass_to(now_)) arrive(send);
    while (!events_.empty() && events_.top().time == now_) {
      const Event event = events_.top();
      events_.pop();
      poller_.work();
      handle(event);
    }
    post_released();
  }
  if (ended_ < states_.size()) throw_stuck();

  std::uint32_t last = none;
  result.ends.assign(trace_.ranks(), 0);
  for (std::uint32_t rank = 0; rank < trace_.ranks(); ++rank) {
    for (std::uint32_t one = trace_.first[rank]; one < trace_.first[rank + std::size_t{1}]; ++one) {
      result.ends[rank] = std::max(result.ends[rank], states_[one].end);
      if (last == none || states_[one].end > states_[last].end) last = one;
      if (trace_.operations[one].kind != Kind::send) continue;
      ++result.messages;
      result.bytes += trace_.operations[one].amount;
    }
  }
  if (last == none) return result;
  result.makespan = states_[last].end;
  result.critical_path = critical_path_of(*this, last);
  for (const PathPiece& piece : result.critical_path)
    result.of_path[static_cast<std::size_t>(piece.part)] += piece.end - piece.begin;
  return result;
}

void Replayer::handle(const Event& event) {
  switch (event.kind) {
    case Event::Kind::end:
      ++ended_;
      if (trace_.operations[event.number].kind == Kind::send) leave(event.number);
      release(event.number, false);
      look_later(rank_of(event.number));
      break;
    case Event::Kind::arrival: arrive(event.number); break;
    case Event::Kind::send: wait_for_units(event.number); break;
    case Event::Kind::look: look_later(event.number); break;
  }
}

/// A requirement of others has begun, or ended.
void Replayer::release(std::uint32_t by, bool on_start) {
  const std::size_t last = trace_.first_dependent[by + std::size_t{1}];
  for (std::size_t k = trace_.first_dependent[by]; k < last; ++k) {
    const TraceDependent& one = trace_.dependents[k];
    if (one.on_start != on_start || --states_[one.operation].left > 0) continue;
    states_[one.operation].cause = {by, on_start ? Cause::Kind::start : Cause::Kind::end};
    released_.push_back(one.operation);
  }
}

/// Posts what has been released at this time, in the order of lines.
void Replayer::post_released() {
  if (released_.empty()) return;
  std::ranges::sort(released_);
  for (const std::uint32_t operation : released_) post(operation);
  released_.clear();
}

/// An operation's requirements are met.
void Replayer::post(std::uint32_t operation) {
  State& state = states_[operation];
  const TraceOperation& what = trace_.operations[operation];
  state.posted = true;
  if (what.kind != Kind::calc) pair(operation);
  if (what.kind == Kind::calc || (what.kind == Kind::send && !carrier_.handshake(what.amount))) {
    wait_for_units(operation);
  } else if (state.partner != none) {
    const std::uint32_t send = what.kind == Kind::send ? operation : state.partner;
    if (states_[send].arrived) {
      wait_for_units(operation);
    } else if (const auto handshake = carrier_.handshake(trace_.operations[send].amount)) {
      agree_on_transfer(send, state.cause, *handshake);
    }
  }
}

/// Finds the other end of a message if that is ready, or has it wait.
void Replayer::pair(std::uint32_t operation) {
  Channel& channel = of_channel_[channels_.of(operation)];
  const Kind kind = trace_.operations[operation].kind;
  if (channel.first != none && trace_.operations[channel.first].kind != kind) {
    const std::uint32_t partner = channel.first;
    channel.first = states_[partner].next;
    states_[operation].partner = partner;
    states_[partner].partner = operation;
    const auto [send, receive] = kind == Kind::send ? std::pair(operation, partner) : std::pair(partner, operation);
    if (trace_.operations[send].amount > trace_.operations[receive].amount) {
      throw TraceError(trace_.file, trace_.operations[receive].line,
                       fmt::format("{}: {} bytes come from rank {}, and {} are to be received: see line {}",
                                   in_words(trace_, receive), trace_.operations[send].amount, rank_of(send),
                                   trace_.operations[receive].amount, trace_.operations[send].line),
                       false);
    }
    return;
  }
  if (channel.first == none) {
    channel.first = operation;
  } else {
    states_[channel.last].next = operation;
  }
  channel.last = operation;
}

/// Both ends of a long message are ready.
/// @param cause  what the later one has waited for
void Replayer::agree_on_transfer(std::uint32_t send, const Cause& cause, std::uint64_t handshake) {
  states_[send].cause = {cause.operation, cause.kind == Cause::Kind::start ? Cause::Kind::start_handshake
                                          : cause.kind == Cause::Kind::end ? Cause::Kind::end_handshake
                                                                           : Cause::Kind::handshake};
  events_.push({now_ + handshake, Event::Kind::send, send});
}

void Replayer::wait_for_units(std::uint32_t operation) {
  lanes_[lane_of_[operation]].waiting.push({now_, operation});
  look_later(rank_of(operation));
}

/// A message has left its sender's processor.
void Replayer::leave(std::uint32_t send) {
  const TraceOperation& what = trace_.operations[send];
  const std::uint64_t arrival = carrier_.send(send, rank_of(send), what.peer, what.amount);
  if (arrival != MessageCarrier::never) events_.push({arrival, Event::Kind::arrival, send});
}

void Replayer::arrive(std::uint32_t send) {
  states_[send].arrived = true;
  const std::uint32_t receive = states_[send].partner;
  if (receive == none) return;
  states_[receive].cause = {send, Cause::Kind::message};
  wait_for_units(receive);
}

void Replayer::look_later(std::uint32_t rank) {
  if (std::exchange(is_changed_[rank], 1) == 0) changed_.push_back(rank);
}

/// Starts what a rank can start now.
void Replayer::look_at(std::uint32_t rank) {
  while (start_one(rank)) {
  }
  is_changed_[rank] = 0;  // also of what has begun just now
  // The end of an operation has the rank looked at anew. What waits for an interface alone must be seen to here.
  for (std::uint32_t k = first_lane_[rank]; k < first_lane_[rank + std::size_t{1}]; ++k) {
    Lane& lane = lanes_[k];
    if (lane.waiting.empty() || lane.interface == none) continue;
    const std::uint64_t free = units_[lane.interface].free;
    if (free <= now_ || units_[lane.processor].free > free || lane.look == free) continue;
    lane.look = free;
    events_.push({free, Event::Kind::look, rank});
  }
}

/// Of a rank's operations whose units are free, starts the one that was ready first.
bool Replayer::start_one(std::uint32_t rank) {
  Lane* best = nullptr;
  for (std::uint32_t k = first_lane_[rank]; k < first_lane_[rank + std::size_t{1}]; ++k) {
    Lane& lane = lanes_[k];
    if (lane.waiting.empty() || units_[lane.processor].free > now_) continue;
    if (lane.interface != none && units_[lane.interface].free > now_) continue;
    if (best == nullptr || best->waiting.top() > lane.waiting.top()) best = &lane;
  }
  if (best == nullptr) return false;
  const Lane::Waiting first = best->waiting.top();
  best->waiting.pop();
  start(*best, first);
  return true;
}

void Replayer::start(Lane& lane, const Lane::Waiting& first) {
  State& state = states_[first.operation];
  const TraceOperation& what = trace_.operations[first.operation];
  Unit& processor = units_[lane.processor];
  if (first.ready < now_) {
    // It was ready before, so that one of its units has become free just now.
    const bool of_interface = lane.interface != none && processor.free != now_;
    state.cause = of_interface ? Cause{units_[lane.interface].user, Cause::Kind::interface}
                               : Cause{processor.user, Cause::Kind::end};
  }
  state.start = now_;
  state.end = now_ + (what.kind == Kind::calc ? what.amount : carrier_.overhead(what.amount));
  processor = {state.end, first.operation};
  if (lane.interface != none) units_[lane.interface] = {now_ + carrier_.gap(what.amount), first.operation};
  events_.push({state.end, Event::Kind::end, first.operation});
  release(first.operation, true);
  post_released();
}

/// Operations wait for each other: across ranks, or, in a trace that nobody has read, in a circle of one.
void Replayer::throw_stuck() const {
  const auto waits = [](const State& state) { return state.posted && state.end == unknown; };
  const auto stuck = static_cast<std::uint32_t>(std::ranges::find_if(states_, waits) - states_.begin());
  if (stuck == states_.size()) check_order(trace_);
  const TraceOperation& what = trace_.operations[stuck];
  throw TraceError(trace_.file, what.line,
                   fmt::format("{} waits for ever for rank {}, which waits itself: {} of {} operations have ended",
                               in_words(trace_, stuck), what.peer, ended_, states_.size()),
                   false);
}

}  // namespace pram::detail
