#include <pram/report/export.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pram/report/detail/items.hpp>
#include "profile/lines.hpp"

namespace pram::report {

namespace {

/// A step or superstep, or several neighbours put together.
struct Slice {
  std::uint64_t first = 0;  ///< number among steps and supersteps
  std::uint64_t last = 0;
  std::string name = {};
  const char* kind = "step";
  std::uint64_t duration = 0;
  std::vector<std::pair<std::string, std::uint64_t>> parts = {};  ///< one after the other, with their durations
  std::uint64_t messages = 0;
  std::uint64_t degree = 0;
  std::uint64_t sent = 0;      ///< q
  std::uint64_t received = 0;  ///< r
  std::uint64_t processors = 0;
  std::uint64_t requests = 0;
  std::uint32_t pardo = 0;         ///< index into Ledger::pardos()
  std::uint64_t pardo_number = 0;  ///< of the machine's pardos; 0: not known
};

constexpr std::size_t counters = 4;

std::string text_json(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

Slice slice_of(const StepRecord& step, const Ledger& ledger) {
  Slice slice{.first = step.step, .last = step.step, .name = "idle", .duration = step.charge + step.charge_back};
  slice.degree = std::max(step.largest_read_degree, step.largest_write_degree);
  slice.processors = step.processors;
  slice.requests = step.requests.total();
  slice.pardo = step.pardo;
  slice.pardo_number = step.pardo_number;
  if (slice.requests > 0) {
    const LineTotal& line = ledger.lines().at(step.line);
    slice.name = place_text(line.where);
  }
  for (std::size_t k = 0; k < step.phases.size(); ++k) {
    const PhaseRecord& phase = step.phases[k];
    slice.messages += phase.messages;
    slice.sent = std::max<std::uint64_t>(slice.sent, phase.largest_sent);
    slice.received = std::max<std::uint64_t>(slice.received, phase.largest_received);
    if (phase.charge > 0) slice.parts.emplace_back("phase " + ledger.phase_name(k), phase.charge);
  }
  // Replies go the way of the requests back: through the last phase first.
  for (std::size_t k = step.phases.size(); k-- > 0;) {
    if (step.phases[k].charge_back > 0)
      slice.parts.emplace_back("phase " + ledger.phase_name(k) + " back", step.phases[k].charge_back);
  }
  return slice;
}

Slice slice_of(const SuperstepRecord& superstep) {
  Slice slice{.first = superstep.superstep,
              .last = superstep.superstep,
              .name = superstep.tag.empty() ? "superstep" : superstep.tag,
              .kind = "superstep",
              .duration = superstep.largest_work + superstep.total_charge()};
  for (const auto& [name, duration] : {std::pair("local work", superstep.largest_work),
                                       std::pair("forward", superstep.charge + superstep.shared.charge),
                                       std::pair("back", superstep.charge_back + superstep.shared.charge_back)}) {
    if (duration > 0) slice.parts.emplace_back(name, duration);
  }
  slice.messages = superstep.messages;
  slice.degree = std::max(superstep.shared.largest_read_degree, superstep.shared.largest_write_degree);
  slice.sent = superstep.largest_sent;
  slice.received = superstep.largest_received;
  slice.processors = superstep.processes;
  slice.requests = superstep.shared.requests.total();
  slice.pardo = superstep.pardo;
  slice.pardo_number = superstep.pardo_number;
  return slice;
}

/// In the order in which they ran.
std::vector<Slice> slices_of(const Ledger& ledger) {
  std::vector<Slice> slices;
  for (const StepRecord& step : ledger.step_records()) slices.push_back(slice_of(step, ledger));
  for (const SuperstepRecord& superstep : ledger.superstep_records()) slices.push_back(slice_of(superstep));
  std::ranges::stable_sort(slices, {}, &Slice::first);
  return slices;
}

std::size_t events_of(const std::vector<Slice>& slices) {
  std::size_t events = 0;
  for (const Slice& slice : slices) events += 2 + counters + slice.parts.size();  // with a pardo of its own
  return events;
}

/// Puts neighbours together, so that no more than `most` events are left.
std::vector<Slice> together(const std::vector<Slice>& slices, std::size_t most) {
  const std::size_t room = std::max<std::size_t>(1, most / (1 + counters));
  const std::size_t size = (slices.size() + room - 1) / room;
  std::vector<Slice> groups;
  for (std::size_t k = 0; k < slices.size(); ++k) {
    if (k % size == 0) groups.push_back({.first = slices[k].first, .kind = "steps"});
    Slice& group = groups.back();
    group.last = slices[k].last;
    group.duration += slices[k].duration;
    group.messages = std::max(group.messages, slices[k].messages);
    group.degree = std::max(group.degree, slices[k].degree);
    group.sent = std::max(group.sent, slices[k].sent);
    group.received = std::max(group.received, slices[k].received);
    group.processors = std::max(group.processors, slices[k].processors);
    group.requests += slices[k].requests;
  }
  for (Slice& group : groups) group.name = fmt::format("steps {} to {}", group.first, group.last);
  return groups;
}

class EventList {
 public:
  void name(const char* what, std::string_view text) {
    put(fmt::format(R"({{"name":"{}","ph":"M","pid":1,"tid":1,"args":{{"name":{}}}}})", what, text_json(text)));
  }

  void slice(const Slice& slice, std::uint64_t begin) {
    put(fmt::format(
        R"({{"name":{},"cat":"{}","ph":"X","ts":{},"dur":{},"pid":1,"tid":1,"args":{{"first":{},"last":{},"processors":{},"requests":{},"degree":{}}}}})",
        text_json(slice.name), slice.kind, begin, slice.duration, slice.first, slice.last, slice.processors,
        slice.requests, slice.degree));
    for (const auto& [name, duration] : slice.parts) {
      put(fmt::format(R"({{"name":{},"cat":"phase","ph":"X","ts":{},"dur":{},"pid":1,"tid":1}})", text_json(name),
                      begin, duration));
      begin += duration;
    }
  }

  void pardo(const PardoTotal& pardo, std::uint64_t begin, std::uint64_t duration) {
    const std::string name = pardo.name.empty()
                                 ? fmt::format("pardo {}:{}", name_in_folder(pardo.where.file), pardo.where.line)
                                 : pardo.name;
    put(fmt::format(R"({{"name":{},"cat":"pardo","ph":"X","ts":{},"dur":{},"pid":1,"tid":1}})", text_json(name), begin,
                    duration));
  }

  void counter(const char* name, std::uint64_t value, std::uint64_t at) {
    put(fmt::format(R"({{"name":"{0}","ph":"C","ts":{1},"pid":1,"tid":1,"args":{{"{0}":{2}}}}})", name, at, value));
  }

  std::string text() && { return std::move(text_); }

 private:
  void put(const std::string& event) { text_ += (text_.empty() ? "" : ",\n") + event; }

  std::string text_;
};

/// The pardo that begins with a slice, around the slices that follow in it.
void put_pardo(EventList& events, const std::vector<Slice>& slices, std::size_t first, std::uint64_t begin,
               const Ledger& ledger) {
  const std::uint64_t number = slices[first].pardo_number;
  if (number == 0 || (first > 0 && slices[first - 1].pardo_number == number)) return;
  std::uint64_t duration = 0;
  for (std::size_t k = first; k < slices.size() && slices[k].pardo_number == number; ++k)
    duration += slices[k].duration;
  events.pardo(ledger.pardos().at(slices[first].pardo), begin, duration);
}

}  // namespace

std::string trace_events(const RunSummary& run, std::size_t most) {
  std::vector<Slice> slices = slices_of(run.ledger);
  const bool whole = events_of(slices) <= most;
  if (!whole) slices = together(slices, most);
  EventList events;
  events.name("process_name", run.program + " (1 unit of the network's time = 1 µs)");
  events.name("thread_name", "steps");
  std::uint64_t now = 0;
  for (std::size_t k = 0; k < slices.size(); ++k) {
    const Slice& slice = slices[k];
    put_pardo(events, slices, k, now, run.ledger);
    events.slice(slice, now);
    for (const auto& [name, value] : {std::pair("messages", slice.messages), std::pair("degree", slice.degree),
                                      std::pair("q", slice.sent), std::pair("r", slice.received)})
      events.counter(name, value, now);
    now += slice.duration;
  }
  const std::uint64_t without = run.ledger.steps_without_record() + run.ledger.supersteps_without_record();
  return fmt::format(
      "{{\"displayTimeUnit\":\"ms\",\"otherData\":{{\"program\":{},\"network\":{},\"access\":{},\"steps_put_together\":"
      "{}"
      ",\"without_record\":{}}},\"traceEvents\":[\n{}\n]}}\n",
      text_json(run.program), text_json(run.machine.network.text()), text_json(run.machine.access.text()), !whole,
      without, std::move(events).text());
}

}  // namespace pram::report
