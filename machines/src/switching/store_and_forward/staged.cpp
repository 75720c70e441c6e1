#include "staged.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_reduce.h>

#include <algorithm>
#include <tuple>

#include <pram/detail/fork_join.hpp>
#include <pram/detail/memory_account.hpp>
#include <pram/network/poll.hpp>

#include "../messages/batch.hpp"

namespace pram::detail {

namespace {

// One thread finishes fewer messages before a second one has woken up.
constexpr std::size_t parallel_from = 1U << 15;

}  // namespace

void Staged::Peaks::merge(const Peaks& other) {
  largest_queue = std::max(largest_queue, other.largest_queue);
  busiest_link = std::max(busiest_link, other.busiest_link);
}

Staged::Staged(std::shared_ptr<const Multistage> shape, const SwitchingOptions& options)
    : shape_(std::move(shape)), options_(options) {
  const std::uint32_t terminals = shape_->terminals();
  const std::uint32_t a_stage = terminals / 2;
  inputs_.resize(std::size_t{terminals} * shape_->stages());
  CountedVector<std::uint8_t> known(inputs_.size() / 2);
  const auto lead = [&](std::uint32_t to, std::uint32_t wire) {
    const std::uint32_t at = to - terminals;
    // Wires come in ascending order. NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): all start as 0
    inputs_[2 * std::size_t{at} + known[at]++] = wire;
  };
  for (std::uint32_t terminal = 0; terminal < terminals; ++terminal) lead(shape_->neighbour(terminal, 0), terminal);
  for (std::uint32_t node = terminals; node < shape_->nodes(); ++node) {
    for (std::uint32_t port = 0; port < 2; ++port) {
      // A switch is in a stage. NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult)
      const std::uint32_t wire = 2 * ((node - terminals) % a_stage) + port;
      const std::uint32_t to = shape_->neighbour(node, port);
      if (to >= terminals) lead(to, wire);
    }
  }
}

void Staged::inject(const Messages& batch, DeliveryStatistics& statistics, const Recorder& recorder) {
  const std::uint32_t terminals = shape_->terminals();
  wires_.assign(terminals, {});
  const auto count = static_cast<std::uint32_t>(batch.source.size());
  for (std::uint32_t message = 0; message < count; ++message) {
    if (batch.source[message] == batch.destination[message]) {
      statistics.order.push_back(message);
    } else {
      ++wires_[batch.source[message]].count;
    }
  }
  std::uint32_t place = 0;
  for (std::uint32_t source = 0; source < terminals; ++source) {
    Wire& wire = wires_[source];
    if (recorder.sink.load != nullptr) recorder.wire_is_done(source, 0, wire.count, wire.count);
    wire.first = place;
    place += wire.count;
    statistics.largest_queue = std::max<std::uint64_t>(statistics.largest_queue, wire.count);
    statistics.busiest_link = std::max<std::uint64_t>(statistics.busiest_link, wire.count);
    wire.count = 0;
  }
  arrivals_.resize(place);
  passed_.resize(place);
  for (std::uint32_t message = 0; message < count; ++message) {
    const std::uint32_t source = batch.source[message];
    if (source == batch.destination[message]) continue;
    Wire& wire = wires_[source];
    if (recorder.sink.trace != nullptr) recorder.sink.trace->crossings.push_back({message, source, 0, wire.count, 1});
    arrivals_[wire.first + wire.count] = {wire.count + 1, message, batch.destination[message]};
    ++wire.count;
  }
}

/// Each switch merges its two inputs by time (of equal times the lower wire first), and sends messages on by their
/// destinations. Which wire is next, and to which output its message goes, no branch predictor can know: both are
/// worked out without a branch.
template <Kept kept>
Staged::Peaks Staged::pass_switches(std::uint32_t stage, std::uint32_t begin, std::uint32_t end,
                                    const Recorder& recorder) {
  constexpr std::uint32_t never = ~std::uint32_t{0};
  Peaks peaks;
  const std::uint32_t a_stage = shape_->terminals() / 2;
  const std::uint32_t digit = shape_->digit_of(stage);
  const Arrival* const arrivals = arrivals_.data();
  Arrival* const passed = passed_.data();
  for (std::uint32_t at = begin; at < end; ++at) {
    const std::size_t inputs = 2 * (std::size_t{stage} * a_stage + at);
    const Wire& lower = wires_[inputs_[inputs]];
    const Wire& upper = wires_[inputs_[inputs + 1]];
    const Arrival* a = arrivals + lower.first;
    const Arrival* b = arrivals + upper.first;
    const Arrival* const a_end = a + lower.count;
    const Arrival* const b_end = b + upper.count;
    std::uint32_t second = 0;
    for (const Arrival* one = a; one != a_end; ++one) second += one->destination >> digit & 1;
    for (const Arrival* one = b; one != b_end; ++one) second += one->destination >> digit & 1;
    const std::uint32_t all = lower.count + upper.count;
    const Wire out[2] = {{first_[at], all - second}, {first_[at] + all - second, second}};
    std::uint32_t place[2] = {out[0].first, out[1].first};
    std::uint32_t free[2] = {0, 0};  // the first step in which each output is free
    std::uint32_t longest[2] = {0, 0};
    std::uint32_t a_ready = a != a_end ? a->ready : never;
    std::uint32_t b_ready = b != b_end ? b->ready : never;
    for (std::uint32_t k = 0; k < all; ++k) {
      const bool takes_b = b_ready < a_ready;
      const Arrival one = *(takes_b ? b : a);
      a += takes_b ? 0 : 1;
      b += takes_b ? 1 : 0;
      a_ready = a != a_end ? a->ready : never;
      b_ready = b != b_end ? b->ready : never;
      const std::uint32_t port = one.destination >> digit & 1;
      const std::uint32_t starts = std::max(one.ready, free[port]);
      free[port] = starts + 1;
      std::uint32_t& most = longest[kept == Kept::load ? port : 0];
      most = std::max(most, starts - one.ready + 1);
      if constexpr (kept == Kept::crossings)
        recorder.sink.trace->crossings.push_back(
            {one.message, shape_->terminals() + stage * a_stage + at, port, starts, 1});
      passed[place[port]++] = {starts + 1, one.message, one.destination};
    }
    for (std::uint32_t port = 0; port < 2; ++port) {
      next_wires_[2 * std::size_t{at} + port] = out[port];
      peaks.largest_queue = std::max(peaks.largest_queue, longest[port]);
      peaks.busiest_link = std::max(peaks.busiest_link, out[port].count);
      if constexpr (kept == Kept::load)
        recorder.wire_is_done(shape_->terminals() + stage * a_stage + at, port, out[port].count, longest[port]);
    }
  }
  return peaks;
}

void Staged::pass_stage(std::uint32_t stage, DeliveryStatistics& statistics, const Recorder& recorder) {
  const std::uint32_t a_stage = shape_->terminals() / 2;
  first_.resize(a_stage);
  next_wires_.resize(shape_->terminals());
  std::uint32_t place = 0;
  for (std::uint32_t at = 0; at < a_stage; ++at) {
    const std::size_t inputs = 2 * (std::size_t{stage} * a_stage + at);
    first_[at] = place;
    place += wires_[inputs_[inputs]].count + wires_[inputs_[inputs + 1]].count;
  }
  const auto pass = [&](std::uint32_t begin, std::uint32_t end) {
    if (recorder.sink.load != nullptr) return pass_switches<Kept::load>(stage, begin, end, recorder);
    if (recorder.sink.trace != nullptr) return pass_switches<Kept::crossings>(stage, begin, end, recorder);
    return pass_switches<Kept::nothing>(stage, begin, end, recorder);
  };
  Peaks peaks;
  if (arrivals_.size() >= parallel_from && recorder.sink.trace == nullptr) {
    using Range = tbb::blocked_range<std::uint32_t>;
    const auto pass_part = [&](const Range& part, Peaks so_far) {
      so_far.merge(pass(part.begin(), part.end()));
      return so_far;
    };
    const auto merge = [](Peaks a, const Peaks& b) {
      a.merge(b);
      return a;
    };
    peaks = tbb::parallel_reduce(Range(0, a_stage, 64), Peaks(), ForkJoin(pass_part), ForkJoin(merge));
  } else {
    peaks = pass(0, a_stage);
  }
  statistics.largest_queue = std::max<std::uint64_t>(statistics.largest_queue, peaks.largest_queue);
  statistics.busiest_link = std::max<std::uint64_t>(statistics.busiest_link, peaks.busiest_link);
  std::swap(arrivals_, passed_);
  std::swap(wires_, next_wires_);
}

/// Lists the arrivals in order of time and then of wire.
void Staged::arrive(DeliveryStatistics& statistics) {
  std::uint32_t last = 0;
  for (const Arrival& one : arrivals_) {
    statistics.arrival[one.message] = one.ready;
    last = std::max(last, one.ready);
  }
  statistics.steps = last;
  CountedVector<std::uint32_t> place(last + std::size_t{2});
  for (const Arrival& one : arrivals_) ++place[one.ready + std::size_t{1}];
  for (std::uint32_t step = 0; step <= last; ++step) place[step + std::size_t{1}] += place[step];
  const std::size_t local = statistics.order.size();
  statistics.order.resize(local + arrivals_.size());
  for (const Arrival& one : arrivals_) statistics.order[local + place[one.ready]++] = one.message;  // wires ascend
}

DeliveryStatistics Staged::deliver(const std::variant<Messages, Replies>& any, const Sink& sink) {
  const Messages& batch = checked_messages(any, *shape_);
  const Recorder recorder{sink, common_duration(batch, options_)};
  const AddedTrace added(sink.trace);
  DeliveryStatistics statistics;
  statistics.arrival.assign(batch.source.size(), 0);
  inject(batch, statistics, recorder);
  for (std::uint32_t stage = 0; stage < shape_->stages(); ++stage) {
    poll();
    pass_stage(stage, statistics, recorder);
  }
  arrive(statistics);
  statistics.hops = statistics.busy = arrivals_.size() * (shape_->stages() + std::uint64_t{1});
  std::ranges::sort(added.crossings(), {},
                    [](const Crossing& one) { return std::tuple(one.begin, one.node, one.port); });
  scale(statistics, added, recorder.duration);
  return statistics;
}

}  // namespace pram::detail
