#include <pram/detail/exact_text.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include <pram/detail/ledger/facts.hpp>
#include <pram/ledger.hpp>

namespace pram::detail {

namespace {

/// What LedgerDetail::profile adds, but for the form of pardos: a pardo has another as a data-parallel one.
std::string exact_text_of_profile(const Ledger& ledger) {
  std::string text;
  const auto out = std::back_inserter(text);
  for (const LineTotal& line : ledger.lines()) {
    fmt::format_to(out, "\nline {}:{} forward {:a} distinct {:a} degrees", line.where.file, line.where.line,
                   line.charge_forward, line.distinct_charge);
    for (const std::uint64_t groups : line.degrees) fmt::format_to(out, " {}", groups);
  }
  for (const PardoTotal& one : ledger.pardos()) {
    fmt::format_to(out, "\npardo {}:{} {} times {} n{} first {} T {} {} W {} charge {}", one.where.file, one.where.line,
                   one.name, one.times, one.processors, one.first_step, one.steps, one.supersteps, one.work,
                   one.charge);
  }
  for (const ComponentTotal& one : ledger.components())
    fmt::format_to(out, "\ncomponent {} {} {} {}", one.sent, one.received, one.served, one.times_busiest);
  if (ledger.network_load()) {
    fmt::format_to(out, "\nload {}", ledger.network_load()->topology);
    for (const LinkLoad* const way : {&ledger.network_load()->forward, &ledger.network_load()->back}) {
      for (std::size_t k = 0; k < way->busy.size(); ++k)
        fmt::format_to(out, " {}/{}", way->busy[k], way->largest_queue[k]);
    }
  }
  const LoadsOverTime& over_time = ledger.loads_over_time();
  for (const LoadFrames* const frames : {&over_time.received, &over_time.busy, &over_time.busy_back}) {
    fmt::format_to(out, "\nframes of {}:", frames->length);
    for (const std::uint64_t load : frames->loads) fmt::format_to(out, " {}", load);
  }
  const auto record = [&](std::uint64_t number, const auto& one, const std::vector<StepLine>& lines,
                          const std::vector<PhaseRecord>& phases) {
    fmt::format_to(out, "\n{} pardo {} {}", number, one.pardo, one.pardo_number);
    for (const StepLine& line : lines)
      fmt::format_to(out, " ({} {} {} {})", line.line, line.requests, line.distinct, line.largest_degree);
    for (const PhaseRecord& phase : phases) fmt::format_to(out, " {}>{}", phase.busiest_sender, phase.busiest_receiver);
  };
  for (const StepRecord& one : ledger.step_records()) record(one.step, one, one.lines, one.phases);
  for (const SuperstepRecord& one : ledger.superstep_records())
    record(one.superstep, one, one.shared.lines, one.shared.phases);
  return text;
}

}  // namespace

std::string exact_text(const Ledger& ledger, bool leaving) {
  std::string text = ledger.has_profile() ? exact_text_of_profile(ledger) : std::string();
  const auto out = std::back_inserter(text);
  const auto requests = [&](const RequestCounts& counts) {
    fmt::format_to(out, "r{} w{} u{} f{} ", counts.reads, counts.writes, counts.updates, counts.fetches);
  };
  fmt::format_to(out, "T {} W {} n {} charge {} back {} degrees {} {} distinct {:a} factor {:a} unrecorded {} ",
                 ledger.steps(), ledger.work(), ledger.processors(), ledger.charge(), ledger.charge_back(),
                 ledger.largest_read_degree(), ledger.largest_write_degree(), ledger.distinct_charge(),
                 ledger.performance_factor(), ledger.steps_without_record());
  const StepTotal& steps = ledger.step_total();
  fmt::format_to(out, "contention {} relation {} exchanges {} ", steps.contention, steps.relation, steps.exchanges);
  requests(ledger.requests());
  for (const std::string& model : ledger.models()) fmt::format_to(out, "{} ", model);
  for (const PhaseTotal& phase : ledger.phases()) {
    fmt::format_to(out, "\nphase");
    for_facts<PhaseTotal>([&](auto fact) { fmt::format_to(out, " {}", phase.*fact.member); });
  }
  for (const LineTotal& line : ledger.lines()) {
    fmt::format_to(out, "\nline {}:{} {} {}: {} {} {} {} {}", line.where.file, line.where.line, line.array,
                   line.operation, line.requests, line.distinct, line.largest_degree, line.steps, line.charge);
  }
  for (const CellTotal& cell : ledger.cells()) {
    fmt::format_to(out, "\ncell {}[{}] {} {} {}", cell.array, cell.index, cell.largest_degree, cell.step, cell.steps);
  }
  const auto phases = [&](const std::vector<PhaseRecord>& all) {
    for (const PhaseRecord& phase : all) {
      fmt::format_to(out, "(");
      // Which component is busiest is part of a profile. Only networks with lists of messages know who leaves.
      for_facts<PhaseRecord>([&](auto fact) {
        if constexpr (decltype(fact)::adds < Adds::apart) {
          if (leaving || !fact.places.optional) fmt::format_to(out, " {}", phase.*fact.member);
        }
      });
      fmt::format_to(out, ")");
    }
  };
  for (const StepRecord& step : ledger.step_records()) {
    fmt::format_to(out, "\nstep {} n{} distinct {} degrees {} {} charge {} {} {:a} line {} ", step.step,
                   step.processors, step.distinct, step.largest_read_degree, step.largest_write_degree, step.charge,
                   step.charge_back, step.distinct_charge, step.line);
    requests(step.requests);
    phases(step.phases);
  }
  fmt::format_to(out, "\nsupersteps {} charge {}", ledger.supersteps(), ledger.superstep_charge());
  for (const SuperstepRecord& one : ledger.superstep_records()) {
    const SharedAccess& shared = one.shared;
    fmt::format_to(out, "\nsuperstep operations {}", one.largest_operations);
    for_facts_in<SuperstepRecord>(&Places::csv, [&](auto fact) { fmt::format_to(out, " {}", one.*fact.member); });
    fmt::format_to(out, " shared {} {} {} distinct {} degrees {} {} charge {} {} {:a} ", shared.largest_requests,
                   shared.largest_reads, shared.largest_writes, shared.distinct, shared.largest_read_degree,
                   shared.largest_write_degree, shared.charge, shared.charge_back, shared.distinct_charge);
    requests(shared.requests);
    phases(shared.phases);
  }
  for (const TransferTotal& line : ledger.transfers()) {
    fmt::format_to(out, "\ntransfer {}:{} {} {}: {} {} {}", line.where.file, line.where.line, line.subject,
                   line.operation, line.messages, line.words, line.supersteps);
  }
  for (const UnreadMessages& one : ledger.unread_messages())
    fmt::format_to(out, "\nunread {} {} {}", one.queue, one.messages, one.of_another_type);
  return text;
}

}  // namespace pram::detail
