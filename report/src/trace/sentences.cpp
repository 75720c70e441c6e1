#include "sentences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <pram/report/detail/value/text.hpp>

namespace pram::report {

namespace {

constexpr std::size_t named_groups = 3;

/// Requests that one line makes of one array by one operation.
struct Group {
  std::uint32_t line = 0;
  std::uint32_t operation = 0;
  std::uint32_t array = 0;
  std::uint64_t requests = 0;

  bool same_as(const RunTrace::Request& one) const {
    return line == one.line && operation == one.operation && array == one.array;
  }
};

/// The accesses to one cell.
struct Met {
  std::uint32_t array = 0;
  std::uint64_t index = 0;
  std::uint64_t readers = 0;
  std::uint64_t writers = 0;

  std::uint64_t all() const { return readers + writers; }
};

std::string count(std::uint64_t n, const char* one, const char* many) {
  return n == 1 ? fmt::format("1 {}", one) : fmt::format("{} {}", with_separators(n), many);
}

/// The processors of the step, as BSP or PRAM calls them.
std::string who(const RunTrace::Step& step, std::uint64_t n) {
  return step.superstep ? count(n, "process", "processes") : count(n, "processor", "processors");
}

std::string group_text(const RunTrace& trace, const RunTrace::Step& step, const Group& group) {
  const std::string& operation = trace.operations[group.operation];
  const std::string verb = operation == "read" || operation == "write"
                               ? fmt::format("{}{}", operation, group.requests == 1 ? "s" : "")
                               : fmt::format("{} {} in", group.requests == 1 ? "makes" : "make", operation);
  return fmt::format("line {}: {} {} {}", trace.lines[group.line].line, who(step, group.requests), verb,
                     trace.arrays[group.array].name);
}

/// The busiest cell of the step, and the weakest model that allows all of it.
std::string meeting_text(const RunTrace& trace, const RunTrace::Step& step) {
  std::map<std::pair<std::uint32_t, std::uint64_t>, Met> cells;
  for (const RunTrace::Request& one : step.requests) {
    Met& met = cells.try_emplace({one.array, one.index}, Met{one.array, one.index}).first->second;
    (one.action == Action::read ? met.readers : met.writers) += 1;
  }
  const Met* busiest = nullptr;
  bool concurrent_writes = false;
  for (const auto& [place, met] : cells) {
    if (busiest == nullptr || met.all() > busiest->all()) busiest = &met;
    concurrent_writes |= met.writers > 0 && met.all() > 1;
  }
  if (busiest == nullptr) return {};
  if (busiest->all() == 1)
    return step.requests.size() == 1 ? std::string() : " each cell by one of them: EREW allows it";
  const char* const models = concurrent_writes ? "only CRCW models allow it" : "CREW allows it, EREW forbids it";
  return fmt::format(" cell {}[{}] by {} of them: {}", trace.arrays[busiest->array].name, busiest->index,
                     busiest->all(), models);
}

std::string transfers_text(const RunTrace::Step& step) {
  std::map<Observer::Transfer::Kind, std::uint64_t> kinds;
  for (const Observer::Transfer& one : step.transfers) ++kinds[one.kind];
  std::string text;
  for (const auto& [kind, n] : kinds) {
    text += text.empty() ? "" : ", ";
    text += kind == Observer::Transfer::Kind::put   ? count(n, "put", "puts")
            : kind == Observer::Transfer::Kind::get ? count(n, "get", "gets")
                                                    : count(n, "message", "messages");
  }
  return text;
}

}  // namespace

std::string sentence_of(const RunTrace& trace, const RunTrace::Step& step) {
  std::string text = fmt::format("{} {}", step.superstep ? "Superstep" : "Step", step.number);
  if (step.superstep && !step.superstep->tag.empty()) text += fmt::format(" \"{}\"", step.superstep->tag);
  std::vector<Group> groups;
  for (const RunTrace::Request& one : step.requests) {
    const auto known = std::ranges::find_if(groups, [&](const Group& group) { return group.same_as(one); });
    Group& group = known != groups.end() ? *known : groups.emplace_back(Group{one.line, one.operation, one.array});
    ++group.requests;
  }
  std::string parts = transfers_text(step);
  for (std::size_t k = 0; k < std::min(groups.size(), named_groups); ++k) {
    if (!parts.empty()) parts += "; ";
    parts += group_text(trace, step, groups[k]);
  }
  if (groups.size() > named_groups)
    parts += fmt::format("; and {}",
                         count(groups.size() - named_groups, "other kind of request", "other kinds of requests"));
  if (parts.empty()) {
    return text +
           fmt::format(": {} {} nothing.", who(step, step.processors), step.processors == 1 ? "asks for" : "ask for");
  }
  const std::string met = meeting_text(trace, step);
  return text + (step.transfers.empty() ? ", " : ": ") + parts + (met.empty() ? "." : ";" + met + ".");
}

std::string sentence_of(const ConflictError::Facts& breach) {
  const auto side = [&](int k) {
    return fmt::format("{} {} ({}, line {})", breach.processes ? "process" : "processor", breach.processors[k],
                       breach.operations[k], breach.lines[k].line);
  };
  return fmt::format("{} forbids this: {}: {} and {} ask for {}[{}]. The run ends here, and the step has no effect.",
                     breach.rule, breach.breach, side(0), side(1), breach.array, breach.index);
}

std::string error_of(const RunTrace& trace, const TraceOptions& options) {
  if (!options.ended_by.empty() || !trace.unfinished) return options.ended_by;
  return fmt::format("step {} could not be recorded, as memory ran out, and neither could what followed it",
                     *trace.unfinished);
}

std::string locals_text(const RunTrace& trace, const RunTrace::Step& step, std::size_t most) {
  const char* const who = trace.runs[step.run].run.kind == Observer::Run::Kind::processes ? "process" : "processor";
  std::string text;
  for (std::size_t k = 0; k < step.locals.size(); ++k) {
    if (k == most) return text + fmt::format(", and {} more", step.locals.size() - most);
    const RunTrace::Local& one = step.locals[k];
    if (k == 0 || step.locals[k - 1].processor != one.processor) {
      text += fmt::format("{}{} {}: ", k == 0 ? "" : "; ", who, one.processor);
    } else {
      text += ", ";
    }
    text += fmt::format("{} = {}", trace.locals[one.name], one.type.text(one.value));
  }
  return text;
}

std::string changes_text(const RunTrace& trace, const RunTrace::Step& step, std::size_t most) {
  std::string text;
  for (std::size_t k = 0; k < step.changes.size(); ++k) {
    if (k == most) return text + fmt::format(", and {} more", step.changes.size() - most);
    const RunTrace::Change& one = step.changes[k];
    const CellType& type = trace.arrays[one.array].type;
    text += fmt::format("{}{}[{}]: {} → {}", k == 0 ? "" : ", ", trace.arrays[one.array].name, one.index,
                        type.text(one.before), type.text(one.after));
  }
  return text;
}

}  // namespace pram::report
