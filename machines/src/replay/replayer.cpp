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

std::uint64_t behind_first(std::uint64_t bytes) { return bytes - std::min<std::uint64_t>(bytes, 1); }

/// What comes from an order of operations has mostly that of ranks, too.
void sort_if_needed(std::vector<std::uint32_t>& numbers) {
  if (!std::ranges::is_sorted(numbers)) std::ranges::sort(numbers);
}

}  // namespace

Replayer::Replayer(const OperationTrace& trace, const LogGops& prices, MessageCarrier* carrier)
    : trace_(trace),
      prices_(prices),
      carrier_(carrier),
      channels_(trace),
      states_(trace.operations.size()),
      of_channel_(channels_.count()),
      is_changed_(trace.ranks(), 0) {
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) make_lanes(rank);
  first_lane_.push_back(static_cast<std::uint32_t>(lanes_.size()));
  for (std::uint32_t one = 0; one < states_.size(); ++one) {
    const std::size_t last = trace.first_dependent[one + std::size_t{1}];
    for (std::size_t k = trace.first_dependent[one]; k < last; ++k) {
      const TraceDependent& dependent = trace.dependents[k];
      ++states_[dependent.operation].left;
      if (dependent.on_start) states_[one].has_on_start = true;
    }
    if (trace.operations[one].kind != Kind::send) continue;
    ++result_.messages;
    result_.bytes += trace.operations[one].amount;
  }
  result_.ends.assign(trace.ranks(), 0);
}

/// Gives each combination of a processor, a direction and an interface that a rank's operations name a lane.
void Replayer::make_lanes(std::uint32_t rank) {
  first_lane_.push_back(static_cast<std::uint32_t>(lanes_.size()));
  std::map<std::tuple<Kind, std::uint8_t, std::uint8_t>, std::uint32_t> lanes;
  std::map<std::uint8_t, std::uint32_t> processors;
  std::map<std::pair<Kind, std::uint8_t>, std::uint32_t> interfaces;
  const auto unit = [this] {
    units_.emplace_back();
    return static_cast<std::uint32_t>(units_.size() - 1);
  };
  // Most ranks have one processor and one interface, and then this finds the lane.
  std::array<const TraceOperation*, kinds> last_of = {};
  std::array<std::uint32_t, kinds> lane_of_last = {};
  for (std::uint32_t one = trace_.first[rank]; one < trace_.first[rank + std::size_t{1}]; ++one) {
    const TraceOperation& operation = trace_.operations[one];
    const auto kind = static_cast<std::size_t>(operation.kind);
    const TraceOperation* const before = std::exchange(last_of[kind], &operation);
    std::uint32_t& lane = lane_of_last[kind];
    if (before == nullptr || before->cpu != operation.cpu || before->nic != operation.nic) {
      const auto [place, added] =
          lanes.try_emplace({operation.kind, operation.cpu, operation.nic}, static_cast<std::uint32_t>(lanes_.size()));
      lane = place->second;
      if (added) {
        const auto [processor, first_use] = processors.try_emplace(operation.cpu, 0);
        if (first_use) processor->second = unit();
        lanes_.push_back({.rank = rank, .processor = processor->second});
        if (operation.kind != Kind::calc) {
          const auto [interface, first] = interfaces.try_emplace({operation.kind, operation.nic}, 0);
          if (first) interface->second = unit();
          lanes_.back().interface = interface->second;
        }
      }
    }
    states_[one].lane = lane;
  }
}

ReplayResult Replayer::run() {
  for (std::uint32_t one = 0; one < states_.size(); ++one) {
    if (states_[one].left == 0) post(one);
  }
  for (;;) {
    looked_at_.swap(changed_);
    sort_if_needed(looked_at_);
    for (const std::uint32_t rank : looked_at_) look_at(rank);
    looked_at_.clear();
    const std::uint64_t next = std::min(events_.next(), carrier_ == nullptr ? MessageCarrier::never : carrier_->next());
    if (next == MessageCarrier::never) break;
    if (next > latest_time) throw TraceError(trace_.file, 0, "it takes more than 2^62 nanoseconds", false);
    pass_to(next);
    post_released();
  }
  if (ended_ < states_.size()) throw_stuck();
  if (last_ == none) return std::move(result_);
  result_.makespan = end_of(last_);
  result_.critical_path = critical_path_of(*this, last_);
  for (const PathPiece& piece : result_.critical_path)
    result_.of_path[static_cast<std::size_t>(piece.part)] += piece.end - piece.begin;
  return std::move(result_);
}

/// Everything that happens at a time.
void Replayer::pass_to(std::uint64_t time) {
  now_ = time;
  if (carrier_ != nullptr) {
    for (const std::uint32_t send : carrier_->pass_to(now_)) arrive(send);
  }
  if (events_.next() != now_) return;
  events_.take_next([this](const Event& event) { due_[static_cast<std::size_t>(event.what)].push_back(event.number); });
  for (std::size_t what = 0; what < events; ++what) {
    sort_if_needed(due_[what]);
    poller_.work(due_[what].size());
    for (const std::uint32_t number : due_[what]) handle(static_cast<Happens>(what), number);
    due_[what].clear();
  }
}

void Replayer::handle(Happens what, std::uint32_t number) {
  switch (what) {
    case Happens::end: end(number); break;
    case Happens::arrival: arrive(number); break;
    case Happens::send: wait_for_units(number); break;
    case Happens::look: look_later(number); break;
  }
}

void Replayer::end(std::uint32_t operation) {
  ++ended_;
  const std::uint32_t rank = rank_of(operation);
  result_.ends[rank] = now_;
  if (last_ == none || now_ > time_of_last_ || operation < last_) last_ = operation;
  time_of_last_ = now_;
  if (trace_.operations[operation].kind == Kind::send) leave(operation);
  release(operation, false);
  look_later(rank);
}

std::uint64_t Replayer::duration_of(std::uint32_t operation) const {
  const TraceOperation& what = trace_.operations[operation];
  return what.kind == Kind::calc ? what.amount : prices_.overhead + behind_first(what.amount) * prices_.byte_overhead;
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
  sort_if_needed(released_);
  for (const std::uint32_t operation : released_) post(operation);
  released_.clear();
}

/// An operation's requirements are met.
void Replayer::post(std::uint32_t operation) {
  const State& state = states_[operation];
  const TraceOperation& what = trace_.operations[operation];
  if (what.kind != Kind::calc) pair(operation);
  if (what.kind == Kind::calc || (what.kind == Kind::send && !is_long(what.amount))) {
    wait_for_units(operation);
  } else if (state.paired) {
    const std::uint32_t send = what.kind == Kind::send ? operation : state.other;
    if (states_[send].arrived) {
      wait_for_units(operation);
    } else if (is_long(trace_.operations[send].amount)) {
      agree_on_transfer(send, state.cause);
    }
  }
}

/// Finds the other end of a message if that is ready, or has it wait.
void Replayer::pair(std::uint32_t operation) {
  Channel& channel = of_channel_[channels_.of(operation)];
  const Kind kind = trace_.operations[operation].kind;
  if (channel.first != none && channel.kind != kind) {
    const std::uint32_t partner = channel.first;
    channel.first = states_[partner].other;
    states_[operation].other = partner;
    states_[partner].other = operation;
    states_[operation].paired = states_[partner].paired = true;
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
    channel.kind = kind;
  } else {
    states_[channel.last].other = operation;
  }
  channel.last = operation;
}

/// Both ends of a long message are ready.
/// @param cause  what the later one has waited for
void Replayer::agree_on_transfer(std::uint32_t send, const Cause& cause) {
  states_[send].cause = {cause.operation, cause.kind == Cause::Kind::start ? Cause::Kind::start_handshake
                                          : cause.kind == Cause::Kind::end ? Cause::Kind::end_handshake
                                                                           : Cause::Kind::handshake};
  events_.push(now_ + prices_.latency + 2 * prices_.overhead, {Happens::send, send});
}

void Replayer::wait_for_units(std::uint32_t operation) {
  lanes_[states_[operation].lane].waiting.push({now_, operation});
  look_later(rank_of(operation));
}

/// A message has left its sender's processor.
void Replayer::leave(std::uint32_t send) {
  const TraceOperation& what = trace_.operations[send];
  const std::uint64_t arrival = carrier_ == nullptr
                                    ? now_ + prices_.latency + behind_first(what.amount) * prices_.byte_gap
                                    : carrier_->send(send, rank_of(send), what.peer, what.amount);
  if (arrival == now_) {
    due_[static_cast<std::size_t>(Happens::arrival)].push_back(send);  // pass_to() comes to it
  } else if (arrival != MessageCarrier::never) {
    events_.push(arrival, {Happens::arrival, send});
  }
}

void Replayer::arrive(std::uint32_t send) {
  states_[send].arrived = true;
  if (!states_[send].paired) return;
  const std::uint32_t receive = states_[send].other;
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
    events_.push(free, {Happens::look, rank});
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
  processor = {end_of(first.operation), first.operation};
  if (lane.interface != none) {
    units_[lane.interface] = {now_ + prices_.gap + behind_first(what.amount) * prices_.byte_gap, first.operation};
  }
  events_.push(processor.free, {Happens::end, first.operation});
  if (!state.has_on_start) return;
  release(first.operation, true);
  post_released();
}

/// Operations wait for each other: across ranks, or, in a trace that nobody has read, in a circle of one.
void Replayer::throw_stuck() const {
  const auto waits = [](const State& state) { return state.left == 0 && state.start == unknown; };
  const auto stuck = static_cast<std::uint32_t>(std::ranges::find_if(states_, waits) - states_.begin());
  if (stuck == states_.size()) check_order(trace_);
  const TraceOperation& what = trace_.operations[stuck];
  throw TraceError(trace_.file, what.line,
                   fmt::format("{} waits for ever for rank {}, which waits itself: {} of {} operations have ended",
                               in_words(trace_, stuck), what.peer, ended_, states_.size()),
                   false);
}

}  // namespace pram::detail
