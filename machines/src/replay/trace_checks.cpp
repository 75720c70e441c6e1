#include "trace_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

#include <pram/detail/printable.hpp>

#include "channels.hpp"

namespace pram::detail {

namespace {

constexpr std::size_t most_in_circle = 6;

std::span<const TraceDependent> dependents_of(const OperationTrace& trace, std::uint32_t operation) {
  const std::size_t first = trace.first_dependent[operation];
  return std::span(trace.dependents).subspan(first, trace.first_dependent[operation + std::size_t{1}] - first);
}

std::string label_in_words(const OperationTrace& trace, std::uint32_t operation) {
  const std::string_view label = trace.label(operation);
  return label.empty() ? fmt::format("line {}", trace.operations[operation].line)
                       : fmt::format("'{}'", printable(label));
}

/// Throws for operations that wait for each other.
/// @param left  per operation: what it waits for that never ends
[[noreturn]] void throw_circle(const OperationTrace& trace, const std::vector<std::uint32_t>& left) {
  const auto blocked = [&](std::uint32_t operation) { return left[operation] > 0; };
  // Each of them waits for another: whoever goes from one to the next comes back to one.
  std::vector<std::uint32_t> waits_for(left.size(), 0);
  std::uint32_t start = 0;
  for (std::uint32_t one = 0; one < left.size(); ++one) {
    if (!blocked(one)) continue;
    start = one;
    for (const TraceDependent& dependent : dependents_of(trace, one)) {
      if (blocked(dependent.operation)) waits_for[dependent.operation] = one;
    }
  }
  std::vector<bool> seen(left.size(), false);
  std::uint32_t at = start;
  for (; !seen[at]; at = waits_for[at]) seen[at] = true;
  std::string circle;
  std::size_t length = 0;
  const std::uint32_t first = at;
  do {
    if (length < most_in_circle) circle += label_in_words(trace, at) + " waits for ";
    ++length;
    at = waits_for[at];
  } while (at != first);
  if (length > most_in_circle) circle += fmt::format("{} others and ", length - most_in_circle);
  circle += label_in_words(trace, first);
  throw TraceError(trace.file, trace.operations[first].line,
                   fmt::format("operations of rank {} wait in a circle: {}", trace.rank_of(first), circle), false);
}

}  // namespace

std::string in_words(const OperationTrace& trace, std::uint32_t operation) {
  const std::string_view label = trace.label(operation);
  return fmt::format("rank {}{}", trace.rank_of(operation),
                     label.empty() ? "" : fmt::format(", '{}'", printable(label)));
}

void check_lists(const OperationTrace& trace) {
  const std::size_t count = trace.operations.size();
  const auto divides = [](const auto& places, std::size_t parts, std::size_t whole) {
    return places.size() == parts + 1 && places.front() == 0 && places.back() == whole &&
           std::ranges::is_sorted(places);
  };
  const bool fits = trace.first.size() >= 2 && divides(trace.first, trace.ranks(), count) &&
                    divides(trace.first_dependent, count, trace.dependents.size()) &&
                    divides(trace.first_of_label, count, trace.label_text.size());
  if (!fits) throw TraceError(trace.file, 0, "the lists of the trace do not fit together", false);
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    const std::uint32_t first = trace.first[rank];
    const std::uint32_t last = trace.first[rank + std::size_t{1}];
    for (std::uint32_t one = first; one < last; ++one) {
      if (trace.operations[one].kind != TraceOperation::Kind::calc && trace.operations[one].peer >= trace.ranks())
        throw TraceError(trace.file, trace.operations[one].line,
                         fmt::format("{}: there is no rank {}", in_words(trace, one), trace.operations[one].peer),
                         false);
      for (const TraceDependent& dependent : dependents_of(trace, one)) {
        if (dependent.operation >= first && dependent.operation < last) continue;
        throw TraceError(trace.file, trace.operations[one].line,
                         fmt::format("{}: an operation of another rank waits for it", in_words(trace, one)), false);
      }
    }
  }
}

void check_order(const OperationTrace& trace) {
  std::vector<std::uint32_t> left(trace.operations.size(), 0);
  for (const TraceDependent& one : trace.dependents) ++left[one.operation];
  std::vector<std::uint32_t> ended;
  for (std::uint32_t one = 0; one < left.size(); ++one) {
    if (left[one] == 0) ended.push_back(one);
  }
  for (std::size_t k = 0; k < ended.size(); ++k) {
    for (const TraceDependent& one : dependents_of(trace, ended[k])) {
      if (--left[one.operation] == 0) ended.push_back(one.operation);
    }
  }
  if (ended.size() < left.size()) throw_circle(trace, left);
}

void check_matches(const OperationTrace& trace) {
  const Channels channels(trace);
  std::vector<std::int64_t> surplus(channels.count(), 0);
  for (std::uint32_t one = 0; one < trace.operations.size(); ++one) {
    if (trace.operations[one].kind == TraceOperation::Kind::calc) continue;
    surplus[channels.of(one)] += trace.operations[one].kind == TraceOperation::Kind::send ? 1 : -1;
  }
  for (std::uint32_t one = 0; one < trace.operations.size(); ++one) {
    const TraceOperation& operation = trace.operations[one];
    if (operation.kind == TraceOperation::Kind::calc || surplus[channels.of(one)] == 0) continue;
    // The error is of the kind of which there are too many.
    const bool too_many_sends = surplus[channels.of(one)] > 0;
    if ((operation.kind == TraceOperation::Kind::send) != too_many_sends) continue;
    throw TraceError(
        trace.file, operation.line,
        fmt::format("{}: {} {} with tag {} has no {}: {} too many", in_words(trace, one),
                    too_many_sends ? "a message to rank" : "a receive from rank", operation.peer, operation.tag,
                    too_many_sends ? "receive" : "message", std::abs(surplus[channels.of(one)])),
        false);
  }
}

}  // namespace pram::detail
