#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <pram/error.hpp>
#include <pram/machines/detail/collective_schedule.hpp>

namespace pram {

namespace {

/// A block from the node that has it to the node that gets it, over one link or over several as a worm.
struct ScheduledMessage {
  std::uint64_t step = 0;
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t words = 0;
};

std::vector<ScheduledMessage> messages_of(const CollectiveSchedule& schedule) {
  std::vector<ScheduledMessage> messages;
  messages.reserve(schedule.blocks.size());
  for (const ScheduledBlock& block : schedule.blocks) {
    if (block.hop > 0) {
      messages.back().to = block.to;
    } else {
      messages.push_back({block.step, block.from, block.to, block.words});
    }
  }
  return messages;
}

/// When each step begins, and the last one ends, in whole units of time.
std::vector<std::uint64_t> beginnings(const CollectiveModel& model, const std::vector<ScheduledMessage>& messages) {
  std::vector<std::uint64_t> largest;
  for (const ScheduledMessage& message : messages) {
    if (message.step >= largest.size()) largest.resize(message.step + 1);
    largest[message.step] = std::max(largest[message.step], message.words);
  }
  std::vector<std::uint64_t> begin = {0};
  CollectiveCost cost;
  for (const std::uint64_t words : largest) {
    ++cost.steps;
    cost.words += static_cast<double>(words);
    begin.push_back(static_cast<std::uint64_t>(std::ceil(cost.time(model))));
  }
  return begin;
}

/// Writes the operations of one rank after the other.
class TraceWriter {
 public:
  TraceWriter(const std::vector<ScheduledMessage>& messages, const std::vector<std::uint64_t>& begin, StepStart start)
      : messages_(messages), begin_(begin), clock_(start == StepStart::at_its_time) {}

  /// @param mine  the messages that the rank sends or receives, by step
  void add_rank(std::uint32_t rank, std::span<const std::uint32_t> mine) {
    before_.clear();
    last_clock_.reset();
    std::uint64_t last_step = 0;
    std::uint64_t number = 0;  // of the message in its step
    bool first = true;
    for (const std::uint32_t k : mine) {
      const ScheduledMessage& message = messages_[k];
      if (first || message.step != last_step) {
        begin_step(message.step, begin_[message.step] - (first ? 0 : begin_[last_step]));
        number = 0;
      }
      first = false;
      last_step = message.step;
      const bool sends = message.from == rank;
      const TraceOperation one{.kind = sends ? TraceOperation::Kind::send : TraceOperation::Kind::recv,
                               .peer = sends ? message.to : message.from,
                               .tag = static_cast<std::uint32_t>(message.step),
                               .amount = message.words};
      const std::uint32_t place = add(one, fmt::format("{}{}.{}", sends ? "send" : "recv", message.step, number++));
      if (join_) require(*join_, place);
      before_.push_back(place);
    }
    trace_.first.push_back(static_cast<std::uint32_t>(trace_.operations.size()));
  }

  OperationTrace take() {
    std::ranges::stable_sort(requirements_, {}, &Requirement::earlier);
    trace_.first_dependent.assign(trace_.operations.size() + 1, 0);
    for (const Requirement& one : requirements_) ++trace_.first_dependent[one.earlier + std::size_t{1}];
    for (std::size_t k = 0; k < trace_.operations.size(); ++k)
      trace_.first_dependent[k + 1] += trace_.first_dependent[k];
    for (const Requirement& one : requirements_) trace_.dependents.push_back({one.later, false});
    return std::move(trace_);
  }

 private:
  struct Requirement {
    std::uint32_t earlier = 0;
    std::uint32_t later = 0;
  };

  /// What the operations of a step wait for: the rank's own part in the steps before and, by the clock, the step's
  /// time. The clock has a processor of its own.
  void begin_step(std::uint64_t step, std::uint64_t after) {
    std::optional<std::uint32_t> clock;
    if (clock_ && after > 0) {
      clock = add({.cpu = 1, .amount = after}, fmt::format("time{}", step));
      if (last_clock_) require(*last_clock_, *clock);
      last_clock_ = clock;
    }
    join_.reset();
    if (clock || !before_.empty()) {
      join_ = add({}, fmt::format("step{}", step));
      if (clock) require(*clock, *join_);
      for (const std::uint32_t operation : before_) require(operation, *join_);
    }
    before_.clear();
  }

  std::uint32_t add(TraceOperation one, const std::string& label) {
    const auto place = static_cast<std::uint32_t>(trace_.operations.size());
    one.line = place + std::uint64_t{1};
    trace_.operations.push_back(one);
    trace_.label_text += label;
    trace_.first_of_label.push_back(trace_.label_text.size());
    return place;
  }

  void require(std::uint32_t earlier, std::uint32_t later) { requirements_.push_back({earlier, later}); }

  const std::vector<ScheduledMessage>& messages_;
  const std::vector<std::uint64_t>& begin_;
  bool clock_;
  OperationTrace trace_;
  std::vector<Requirement> requirements_;
  std::vector<std::uint32_t> before_;        // messages of the rank in its last step
  std::optional<std::uint32_t> last_clock_;  // of the rank
  std::optional<std::uint32_t> join_;        // what the messages of this step wait for
};

}  // namespace

bool has_operation_trace(const CollectiveModel& model) {
  return model.is(Architecture::Kind::switched) || (model.links() && !model.switches());
}

OperationTrace operation_trace(const CollectiveModel& model, const CollectiveSchedule& schedule, StepStart start) {
  if (!has_operation_trace(model)) {
    throw ConfigError("network", model.network,
                      "a switch, or links between nodes that all hold data: else a block is no message from one such "
                      "node to another");
  }
  const std::vector<ScheduledMessage> messages = messages_of(schedule);
  std::vector<std::size_t> first(model.nodes + std::size_t{1});
  for (const ScheduledMessage& message : messages) {
    ++first[message.from + std::size_t{1}];
    ++first[message.to + std::size_t{1}];
  }
  for (std::size_t node = 0; node < model.nodes; ++node) first[node + 1] += first[node];
  std::vector<std::uint32_t> of_node(2 * messages.size());
  std::vector<std::size_t> next(first.begin(), first.end() - 1);
  for (std::size_t k = 0; k < messages.size(); ++k) {
    of_node[next[messages[k].from]++] = static_cast<std::uint32_t>(k);
    of_node[next[messages[k].to]++] = static_cast<std::uint32_t>(k);
  }
  const std::vector<std::uint64_t> begin = beginnings(model, messages);
  TraceWriter writer(messages, begin, start);
  for (std::uint32_t node = 0; node < model.nodes; ++node)
    writer.add_rank(node, std::span(of_node).subspan(first[node], first[node + 1] - first[node]));
  OperationTrace trace = writer.take();
  trace.file = schedule.algorithm;
  return trace;
}

std::string replay_network(const CollectiveModel& model) {
  const bool integers = model.startup == std::floor(model.startup) && model.bandwidth == std::floor(model.bandwidth);
  const bool switched = model.is(Architecture::Kind::switched);
  if (!integers || model.switching == SwitchingOptions::Technique::wormhole || !has_operation_trace(model)) return "";
  // The nodes of a ring with one port may send to both neighbours in a step, as SwitchingOptions does not have it.
  const bool one_port = !model.all_ports() && !model.is(Architecture::Kind::ring);
  return fmt::format("{},ports={},duplex={},startup={},bandwidth={}{}",
                     switched ? fmt::format("complete:{}", model.nodes) : model.network, one_port ? "one" : "all",
                     model.half_duplex() && !switched ? "half" : "full", model.startup, model.bandwidth,
                     model.switching == SwitchingOptions::Technique::cut_through ? ",switching=cut-through" : "");
}

}  // namespace pram
