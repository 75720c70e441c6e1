#include "ledger_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include <pram/detail/routing/random_access.hpp>

namespace pram::conformance {

namespace {

std::string operation_of(const Instruction& what) {
  static constexpr const char* updates[] = {"add", "multiply", "min", "max", "bit_and", "bit_or", "bit_xor"};
  static constexpr const char* fetches[] = {"add", "multiply", "min", "max", "and", "or", "xor"};
  const auto op = static_cast<std::size_t>(what.op);
  switch (what.kind) {
    case Kind::read: return "read";
    case Kind::write: return "write";
    case Kind::update: return updates[op];
    case Kind::fetch: return fmt::format("fetch_{}", fetches[op]);
    default: return fmt::format("multiprefix_{}", fetches[op]);
  }
}

std::uint64_t& count_of(RequestCounts& counts, Kind kind) {
  switch (kind) {
    case Kind::read: return counts.reads;
    case Kind::write: return counts.writes;
    case Kind::update: return counts.updates;
    default: return counts.fetches;
  }
}

bool same(const RequestCounts& a, const RequestCounts& b) {
  return a.reads == b.reads && a.writes == b.writes && a.updates == b.updates && a.fetches == b.fetches;
}

/// A phase in which components sent each other what they counted: no record moved.
bool is_count(const PhaseRecord& phase) { return phase.combined == 0; }

/// What holds for a step's phases on any network and protocol.
/// @param adaptive  what is home already costs nothing, and between phases is counted
/// @param rests     records may rest in a phase
/// @param corrects  writes may follow others that have been sent on already
std::string complaint_of_phases(const StepRecord& step, bool adaptive, bool rests, bool corrects) {
  std::uint64_t charge = 0;
  std::uint64_t back = 0;
  std::uint64_t before = step.requests.total();  // no phase sends more than came out of the one before
  for (const PhaseRecord& phase : step.phases) {
    charge += phase.charge;
    back += phase.charge_back;
    if (adaptive && is_count(phase)) {
      if (phase.messages == 0 || phase.charge == 0 || phase.charge_back != 0) return "count";
      continue;
    }
    const bool first = &phase == step.phases.data();
    if (phase.messages > before && (first || !corrects)) return "messages of a phase";
    if (phase.messages == 0 && !adaptive) return "a phase without messages";
    if (!first && !rests && (corrects ? phase.messages < before : phase.messages != before))
      return "messages that vanish between phases";
    if (phase.combined > (rests ? before : phase.messages) || phase.combined < step.distinct)
      return "messages after merging";
    if (adaptive && phase.messages == 0) continue;
    if (phase.largest_sent > phase.messages || phase.largest_sent == 0) return "q";
    if (phase.largest_received > phase.messages || phase.largest_received == 0) return "r";
    before = phase.combined;
  }
  if (charge != step.charge || back != step.charge_back) return "sum over the phases";
  if (step.phases.empty() != (step.requests.total() == 0)) return "number of phases";
  // Where nothing is counted, requests that are all at home cost nothing.
  const bool asks = step.requests.total() > 0;
  if (adaptive ? step.charge > 0 && !asks : (step.charge > 0) != asks) return "charge";
  const bool replies = step.requests.reads + step.requests.fetches > 0;
  if (adaptive ? step.charge_back > 0 && !replies : (step.charge_back > 0) != replies) return "charge back";
  return "";
}

/// What holds for the routines of access by sorting: each has its place, and all cost the same whatever is asked.
/// @param rounds  the last routine has rounds, whose messages may all be for their own component, which some networks
///     charge
std::string complaint_of_routines(const StepRecord& step, std::uint32_t components, std::size_t routines, bool rounds) {
  std::uint64_t charge = 0;
  std::uint64_t back = 0;
  for (const PhaseRecord& routine : step.phases) {
    charge += routine.charge;
    back += routine.charge_back;
    if (rounds && &routine == &step.phases.back()) continue;
    if ((routine.charge + routine.charge_back > 0) != (routine.messages > 0)) return "a charge without transfers";
  }
  if (charge != step.charge || back != step.charge_back) return "sum over the routines";
  if (step.phases.size() != (step.requests.total() == 0 ? 0 : routines)) return "number of routines";
  if (rounds && components == 1) return "";
  const bool travels = components > 1;  // else all is at hand
  if ((step.charge > 0) != (travels && step.requests.total() > 0)) return "charge";
  if ((step.charge_back > 0) != (travels && step.requests.reads + step.requests.fetches > 0)) return "charge back";
  return "";
}

/// What TR-24-92 charges: max(q, r) a phase; the way back exchanges the two. Separate sweeps have a maximum each.
/// Asynchronous phases overlap, but no time is less than what one component sends or takes in one of them.
std::string complaint_of_router(const StepRecord& step, bool separate_sweeps, bool asynchronous) {
  for (const PhaseRecord& phase : step.phases) {
    if (is_count(phase)) continue;
    const std::uint64_t largest = std::max(phase.largest_sent, phase.largest_received);
    if (asynchronous) {
      if (step.charge < largest) return "asynchronous charge";
      continue;
    }
    if (phase.charge < largest || phase.charge > (separate_sweeps ? 2 : 1) * largest) return "max(q, r)";
    if (phase.charge_back != phase.largest_replies) return "most replies";
    const bool all_reply = step.requests.writes + step.requests.updates == 0;
    if (all_reply ? phase.charge_back != phase.charge : phase.charge_back > phase.charge) return "max(q, r) back";
  }
  return "";
}

}  // namespace

void LedgerCheck::add(const std::vector<Step>& history, const Observation& seen) {
  for (std::size_t k = steps_.size(); k < history.size(); ++k) {
    StepRecord made;
    made.step = k + 1;
    made.processors = history[k].live;
    made.distinct = history[k].groups.size();
    for (const Group& group : history[k].groups) {
      std::uint64_t plain = 0;
      const Request* writer = nullptr;
      std::uint64_t writers = 0;
      for (const Request& one : group) {
        ++count_of(made.requests, one.what->kind);
        const std::uint32_t line = seen.lines.at(one.processor).at(one.count - 1);
        const std::string array(1, static_cast<char>('a' + one.what->array));
        LineFacts& facts = lines_[{line, array, operation_of(*one.what)}];
        ++facts.requests;
        if (facts.last_step != k + 1) ++facts.steps;
        facts.last_step = k + 1;
        if (!one.writes()) continue;
        ++writers;
        if (one.what->kind == Kind::write) ++plain;
        if (writer == nullptr) writer = &one;
        unequal_writes_ |= one.what->kind == Kind::write && one.operand != writer->operand;
      }
      combined_updates_ |= writers > 1 && plain == 0;
      concurrent_writes_ |= plain > 1;
      read_with_write_ |= writers > 0 && writers < group.size();
      made.largest_read_degree = std::max(made.largest_read_degree, group.size() - writers);
      made.largest_write_degree = std::max(made.largest_write_degree, writers);
    }
    steps_.push_back(made);
  }
}

std::string LedgerCheck::complaint(const Ledger& ledger, const MachineOptions& options) const {
  if (ledger.steps() != steps_.size()) return fmt::format("{} steps, not {}", ledger.steps(), steps_.size());
  if (ledger.step_records().size() != steps_.size()) return "number of step records";
  StepRecord total;
  StepTotal sums;
  std::uint64_t most = 0;
  for (std::size_t k = 0; k < steps_.size(); ++k) {
    const StepRecord& is = ledger.step_records()[k];
    const StepRecord& must = steps_[k];
    const auto wrong = [&](const std::string& what) { return fmt::format("step {}: {}", k + 1, what); };
    if (is.step != must.step) return wrong("number");
    if (is.processors != must.processors)
      return wrong(fmt::format("{} processors, not {}", is.processors, must.processors));
    if (!same(is.requests, must.requests)) return wrong("requests by kind");
    if (is.distinct != must.distinct) return wrong(fmt::format("{} distinct, not {}", is.distinct, must.distinct));
    if (is.largest_read_degree != must.largest_read_degree) return wrong("read degree");
    if (is.largest_write_degree != must.largest_write_degree) return wrong("write degree");
    const bool streams = options.access == "ranade";
    const bool rounds = options.access.text().starts_with("copies");
    const bool sorts = options.access == "sorting" || streams || rounds;
    const bool adaptive = options.access.text().starts_with("adaptive") || options.access == "integer-sort";
    const bool asynchronous = options.access.text().find("timing=asynchronous") != std::string::npos;
    const bool corrects = asynchronous && is.requests.writes + is.requests.updates > 0;
    const std::string complaint =
        sorts ? complaint_of_routines(is, options.components,
                                      streams ? 1 : std::size(access_routines) + (rounds ? 1 : 0), rounds)
              : complaint_of_phases(is, adaptive, adaptive || options.access.text().starts_with("tree"), corrects);
    if (!complaint.empty()) return wrong(complaint);
    if (options.network == "router" && !sorts) {
      if (const std::string what =
              complaint_of_router(is, options.access.text().ends_with("sweeps=separate"), asynchronous);
          !what.empty())
        return wrong(what);
    }
    sums.contention += std::max<std::uint64_t>({1, must.largest_read_degree, must.largest_write_degree});
    for (const PhaseRecord& phase : is.phases) {
      for (const std::uint32_t h : {std::max(phase.largest_sent, phase.largest_received), phase.largest_replies}) {
        sums.relation += h;
        sums.exchanges += h > 0 ? 1 : 0;
      }
    }
    total.processors += must.processors;
    most = std::max(most, must.processors);
    total.distinct += is.distinct;
    total.charge += is.charge;
    total.charge_back += is.charge_back;
    total.distinct_charge += is.distinct_charge;
    total.largest_read_degree = std::max(total.largest_read_degree, must.largest_read_degree);
    total.largest_write_degree = std::max(total.largest_write_degree, must.largest_write_degree);
    total.requests.reads += must.requests.reads;
    total.requests.writes += must.requests.writes;
    total.requests.updates += must.requests.updates;
    total.requests.fetches += must.requests.fetches;
  }
  if (ledger.work() != total.processors || ledger.processors() != most) return "work or processors";
  const StepTotal& summed = ledger.step_total();
  if (summed.contention != sums.contention) return "contention of the steps";
  if (summed.relation != sums.relation || summed.exchanges != sums.exchanges) return "relations of the steps";
  if (!same(ledger.requests(), total.requests)) return "requests";
  if (ledger.charge() != total.charge || ledger.charge_back() != total.charge_back) return "charge";
  if (std::abs(ledger.distinct_charge() - total.distinct_charge) > 1e-6 * (1 + total.distinct_charge))
    return "distinct charge";
  if (ledger.largest_read_degree() != total.largest_read_degree) return "largest read degree";
  if (ledger.largest_write_degree() != total.largest_write_degree) return "largest write degree";

  std::vector<std::string> models = {"CRCW"};
  const bool exclusive = total.largest_write_degree <= 1 && !read_with_write_;
  // Equal writes that the machine's rule does not treat as CRCW common does: no test decides whether that was CRCW
  // common.
  const bool undecided = concurrent_writes_ && !unequal_writes_ && !combined_updates_ && options.rule > Rule::priority;
  const bool common =
      undecided ? std::ranges::count(ledger.models(), "CRCW common") > 0 : !unequal_writes_ && !combined_updates_;
  if (exclusive || common) models.insert(models.begin(), "CRCW common");
  if (exclusive) models.insert(models.begin(), "CREW");
  if (exclusive && total.largest_read_degree <= 1) models.insert(models.begin(), "EREW");
  if (ledger.models() != models)
    return fmt::format("models: weakest is {}, not {}", ledger.models().front(), models.front());

  std::uint64_t line_charges = 0;
  std::uint64_t groups = 0;
  for (const LineTotal& line : ledger.lines()) {
    const auto known = lines_.find({line.where.line, line.array, line.operation});
    const std::string name = fmt::format("line {} {} of {}", line.where.line, line.operation, line.array);
    if (known == lines_.end()) return name + " did nothing";
    if (line.requests != known->second.requests || line.steps != known->second.steps)
      return name + ": requests or steps";
    // One line may have the group of the requests of several lines for one cell.
    if (line.distinct > line.requests) return name + ": groups";
    groups += line.distinct;
    line_charges += line.charge;
  }
  if (ledger.lines().size() != lines_.size()) return "a line is missing";
  if (line_charges != total.charge + total.charge_back) return "charges of the lines do not add up";
  if (groups < total.distinct) return "groups of the lines do not add up";
  return "";
}

}  // namespace pram::conformance
