#include "configurations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <random>

#include <pram/pram.hpp>

namespace pram::conformance {

namespace {

/// Numbers whose product just covers p: the later ones at random, the first what is then needed.
std::string random_basis(std::uint32_t components, std::mt19937_64& random) {
  std::string rest;
  std::uint32_t block = 1;
  for (auto phases = random() % 4; phases > 0; --phases) {
    const auto factor = static_cast<std::uint32_t>(1 + random() % 5);
    if (block * factor > components) break;
    block *= factor;
    rest = fmt::format(",{}{}", factor, rest);
  }
  return fmt::format("{}{}", (components + block - 1) / block, rest);
}

/// Products of two shapes whose sizes make so many components; none of a prime number of them.
std::vector<std::string> products(std::uint32_t components) {
  std::uint32_t first = 2;
  while (first * first <= components && components % first != 0) ++first;
  if (first * first > components) return {};
  const std::uint32_t second = components / first;
  return {fmt::format("product:ring:{},path:{}", second, first),
          fmt::format("product:path:{},complete:{},buffers=1", first, second),
          fmt::format("product:ring:{},ring:{},switching=wormhole", first, second),
          fmt::format("product:complete:{},ring:{},combining=unlimited", first, second)};
}

}  // namespace

std::vector<std::string> all_networks(std::uint32_t components) {
  std::vector<std::string> all = networks().names();
  for (const char* const more :
       {"router:g=2,l=3", "ocpc:retry=backoff,seed=5", "torus,routing=valiant", "grid:ports=one",
        "ring:switching=cut-through,duplex=half", "torus:combining=pairwise", "star:combining=unlimited,wait=2",
        "hypercube:combining=unlimited", "omega:combining=pairwise,wait=1", "omega:combining=unlimited",
        "butterfly:combining=pairwise", "rcn-full:combining=unlimited",
        // Bounded buffers where routes lead in no circle, and so into no deadlock.
        "grid:buffers=2", "path:switching=cut-through,buffers=1", "hypercube:buffers=1,ports=one", "omega:buffers=1",
        "torus:switching=wormhole", "ring:switching=wormhole,buffers=2", "grid:switching=wormhole,startup=2,buffers=1",
        "hypercube:switching=wormhole,channels=2,buffers=3"}) {
    all.emplace_back(more);
  }
  // Networks that connect other numbers of components say so. A product has no sizes of its own; products() has.
  std::erase_if(all, [&](const Spec& network) {
    try {
      networks().make(network.name, components);
      return false;
    } catch (const ConfigError&) {
      return true;
    }
  });
  std::ranges::move(products(components), std::back_inserter(all));
  return all;
}

std::vector<std::string> some_networks(std::uint32_t components, std::uint64_t seed) {
  std::vector<std::string> all = all_networks(components);
  constexpr std::size_t kept = 2;  // ideal and router stand first
  constexpr std::size_t drawn = 3;
  std::mt19937_64 random(seed);
  std::shuffle(all.begin() + kept, all.end(), random);
  all.resize(std::min(all.size(), kept + drawn));
  return all;
}

std::vector<std::string> all_accesses(std::uint32_t components, std::uint64_t seed) {
  std::vector<std::string> all = access_protocols().names();
  if (!std::has_single_bit(components)) std::erase(all, "sorting");
  std::mt19937_64 random(seed);
  for (const char* const spread : {"", ",spread=modular", ",spread=ordered", ",spread=random", ",timing=asynchronous",
                                   ",spread=modular,timing=asynchronous"}) {
    all.push_back(fmt::format("combining:{}{}", random_basis(components, random), spread));
  }
  constexpr const char* others[] = {",physical=extra", ",physical=last", ",sweeps=separate"};
  all.push_back(fmt::format("combining:{}{}", random_basis(components, random), others[random() % std::size(others)]));
  return all;
}

bool fits(const std::string& access, const std::string& network) {
  const std::string name = Spec(network).name;
  return access.find("timing=asynchronous") == std::string::npos || name == "router" || name == "ideal";
}

namespace {

/// What LedgerDetail::profile adds, but for the form of pardos: a pardo has another as a data-parallel one.
std::string text_of_profile(const Ledger& ledger) {
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

std::string text_of(const Ledger& ledger, bool leaving) {
  std::string text = ledger.has_profile() ? text_of_profile(ledger) : std::string();
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
    fmt::format_to(out, "\nphase {} {} {} q{} r{} {} {}", phase.steps, phase.messages, phase.combined,
                   phase.largest_sent, phase.largest_received, phase.charge, phase.charge_back);
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
      fmt::format_to(out, "({} {} {} {} {} {} {}", phase.largest_sent, phase.largest_received, phase.messages,
                     phase.combined, phase.charge, phase.charge_back, phase.largest_replies);
      if (leaving) fmt::format_to(out, " leaving {} {}", phase.largest_leaving, phase.largest_leaving_back);
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
    fmt::format_to(out, "\nsuperstep {} {} n{} work {} {} {} messages {} {} {} {} charge {} {} ", one.superstep,
                   one.tag, one.processes, one.work, one.largest_work, one.largest_operations, one.messages, one.words,
                   one.largest_sent, one.largest_received, one.charge, one.charge_back);
    fmt::format_to(out, "shared {} {} {} distinct {} degrees {} {} charge {} {} {:a} ", shared.largest_requests,
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

}  // namespace pram::conformance
