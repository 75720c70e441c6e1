#include "trace_slices.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <pram/detail/ledger/facts.hpp>
#include "profile/lines/lines.hpp"

namespace pram::report {

namespace {

/// Raises q and r to what a phase or a superstep has.
template <class Record>
void raise(std::array<std::uint64_t, 2>& relation, const Record& record) {
  std::size_t side = 0;
  pram::detail::for_facts<Record>([&](auto fact) {
    if constexpr (decltype(fact)::adds == pram::detail::Adds::largest) {
      if (fact.places.symbol == nullptr) return;
      relation[side] = std::max<std::uint64_t>(relation[side], record.*fact.member);
      ++side;
    }
  });
}

TraceSlice slice_of(const StepRecord& step, const Ledger& ledger) {
  TraceSlice slice{.first = step.step, .last = step.step, .name = "idle", .duration = step.charge + step.charge_back};
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
    raise(slice.relation, phase);
    if (phase.charge > 0) slice.parts.emplace_back("phase " + ledger.phase_name(k), phase.charge);
  }
  // Replies take the path of the requests back: through the last phase first.
  for (std::size_t k = step.phases.size(); k-- > 0;) {
    if (step.phases[k].charge_back > 0)
      slice.parts.emplace_back("phase " + ledger.phase_name(k) + " back", step.phases[k].charge_back);
  }
  return slice;
}

TraceSlice slice_of(const SuperstepRecord& superstep) {
  TraceSlice slice{.first = superstep.superstep,
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
  raise(slice.relation, superstep);
  slice.processors = superstep.processes;
  slice.requests = superstep.shared.requests.total();
  slice.pardo = superstep.pardo;
  slice.pardo_number = superstep.pardo_number;
  return slice;
}

/// In the order in which they ran.
std::vector<TraceSlice> slices_of(const Ledger& ledger) {
  std::vector<TraceSlice> slices;
  for (const StepRecord& step : ledger.step_records()) slices.push_back(slice_of(step, ledger));
  for (const SuperstepRecord& superstep : ledger.superstep_records()) slices.push_back(slice_of(superstep));
  std::ranges::stable_sort(slices, {}, &TraceSlice::first);
  return slices;
}

std::size_t events_of(const std::vector<TraceSlice>& slices) {
  std::size_t events = 0;
  for (const TraceSlice& slice : slices) events += 2 + slice_counters + slice.parts.size();  // with a pardo of its own
  return events;
}

/// Puts neighbours together, so that no more than `most` events are left.
std::vector<TraceSlice> together(const std::vector<TraceSlice>& slices, std::size_t most) {
  const std::size_t room = std::max<std::size_t>(1, most / (1 + slice_counters));
  const std::size_t size = (slices.size() + room - 1) / room;
  std::vector<TraceSlice> groups;
  for (std::size_t k = 0; k < slices.size(); ++k) {
    if (k % size == 0) groups.push_back({.first = slices[k].first, .kind = "steps"});
    TraceSlice& group = groups.back();
    group.last = slices[k].last;
    group.duration += slices[k].duration;
    group.messages = std::max(group.messages, slices[k].messages);
    group.degree = std::max(group.degree, slices[k].degree);
    for (std::size_t side = 0; side < group.relation.size(); ++side)
      group.relation[side] = std::max(group.relation[side], slices[k].relation[side]);
    group.processors = std::max(group.processors, slices[k].processors);
    group.requests += slices[k].requests;
  }
  for (TraceSlice& group : groups) group.name = fmt::format("steps {} to {}", group.first, group.last);
  return groups;
}

}  // namespace

std::array<std::pair<const char*, std::uint64_t>, slice_counters> counters_of(const TraceSlice& slice) {
  return {{{"messages", slice.messages},
           {"degree", slice.degree},
           {"q", slice.relation.front()},
           {"r", slice.relation.back()}}};
}

TraceSlices trace_slices(const Ledger& ledger, std::size_t most) {
  std::vector<TraceSlice> slices = slices_of(ledger);
  const std::size_t room = most - component_events(ledger, most);
  TraceSlices trace;
  trace.put_together = events_of(slices) > room;
  trace.slices = trace.put_together ? together(slices, room) : std::move(slices);
  trace.components = component_counters(ledger, trace.slices, most);
  return trace;
}

std::optional<PardoSpan> pardo_at(const TraceSlices& trace, std::size_t first, const Ledger& ledger) {
  const std::vector<TraceSlice>& slices = trace.slices;
  const std::uint64_t number = slices[first].pardo_number;
  if (number == 0 || (first > 0 && slices[first - 1].pardo_number == number)) return std::nullopt;
  const PardoTotal& pardo = ledger.pardos().at(slices[first].pardo);
  PardoSpan span{pardo.name, 0};
  if (span.name.empty()) span.name = fmt::format("pardo {}:{}", name_in_folder(pardo.where.file), pardo.where.line);
  for (std::size_t k = first; k < slices.size() && slices[k].pardo_number == number; ++k)
    span.duration += slices[k].duration;
  return span;
}

std::string trace_title(const std::string& program) { return program + " (1 unit of the network's time = 1 µs)"; }

}  // namespace pram::report
