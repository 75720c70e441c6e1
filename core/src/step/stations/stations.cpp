#include "stations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include <pram/network.hpp>

#include "../../bsp/communication.hpp"
#include "../../network_charge.hpp"
#include "breach.hpp"

namespace pram::detail {

namespace {

/// The failure of the team's lowest processor that has failed; null: none has.
const Failure* lowest_failure(const WorkerTeam& team) {
  const Failure* lowest = nullptr;
  for (const auto& worker : team.workers) {
    const Failure& failure = worker->failure;
    if (failure.error != nullptr && (lowest == nullptr || failure.processor < lowest->processor)) lowest = &failure;
  }
  return lowest;
}

}  // namespace

void throw_as_program_error(const std::exception_ptr& thrown, const ProgramError::Facts& facts) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Error&) {
    throw;  // an Error already has all facts
  } catch (const std::exception& error) {
    const std::string reason = error.what();
    std::throw_with_nested(ProgramError(facts, reason));
  } catch (...) {
    std::throw_with_nested(ProgramError(facts, "an exception of unknown type"));
  }
}

Step Stations::begin(const WorkerTeam& team, std::uint64_t size, std::uint64_t numbers) {
  Step step;
  step.number = context_.steps + 1;
  step.spread = team.count() > 1 && context_.worth_spreading(size);
  step.context = {context_.options.seed, step.number - context_.uncounted, false};
  step.stamps = context_.memory->next_stamps(std::max(size, numbers));
  if (context_.observed.any()) context_.observed.begin_step(step);
  for (const auto& worker : team.workers) {
    worker->step = step.context.step;
    worker->first_sites.clear();
    worker->modules.begin_step(step.stamps, step.context, context_.options.collision_marker);
  }
  if (context_.profile.kept()) context_.profile.begin_step(step, team, context_.machinery.network());
  return step;
}

void Stations::refuse_step(std::uint64_t number, std::uint64_t charge) const {
  const MachineOptions& options = context_.options;
  if (options.max_charge != 0 && charge >= options.max_charge) {
    throw LimitError("charge", charge, options.max_charge,
                     fmt::format("network {} has charged {} unit{} in all, and max_charge = {} allows no further step",
                                 options.network.text(), charge, charge == 1 ? "" : "s", options.max_charge));
  }
  if (charge > most_total_charge) {
    throw LimitError("charge", charge, most_total_charge,
                     fmt::format("network {} has charged {} units in all, and the ledger counts to 2^62",
                                 options.network.text(), charge));
  }
  const std::uint64_t supersteps = context_.writer.ledger().supersteps();
  const std::uint64_t steps = options.max_steps - supersteps;
  const auto counted = [](std::uint64_t count, const char* one) {
    return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
  };
  const std::string done = supersteps == 0 ? counted(steps, "step") + " in all its pardos"
                           : steps == 0    ? counted(supersteps, "superstep") + " in all its runs of processes"
                                           : counted(steps, "step") + " and " + counted(supersteps, "superstep") +
                                              " in all its pardos and runs of processes";
  throw LimitError(steps == 0 ? "supersteps" : "steps", number, options.max_steps,
                   fmt::format("the machine has done {}, and max_steps allows no more", done));
}

void Stations::throw_lowest_failure(const WorkerTeam& team, std::uint64_t number,
                                    const bsp::detail::Communication* processes) const {
  const Failure* const lowest = lowest_failure(team);
  const bool asked = lowest->site != no_request;
  throw_as_program_error(
      lowest->error,
      processes != nullptr
          ? processes->failure_of(static_cast<std::uint32_t>(lowest->processor))
          : ProgramError::Facts{lowest->processor, number, asked ? context_.sites.line(lowest->site) : SourceLine()});
}

void Stations::throw_failure_of_ranks(const WorkerTeam& team, std::uint64_t number) const {
  const Failure* lowest = lowest_failure(team);
  std::exception_ptr mine;
  if (lowest != nullptr) {
    try {
      throw_lowest_failure(team, number, nullptr);
    } catch (...) {
      mine = std::current_exception();
    }
  }
  team.agreed->group->fail(mine, lowest != nullptr ? lowest->processor : 0);
}

/// @returns what the step did to memory, which its rule allows
/// @throws LimitError if it is one too many, ConflictError
AccessFacts Stations::judge(const WorkerTeam& team, const Step& step, std::uint64_t number,
                            const std::string& tag) const {
  check_steps(step.number);
  AccessFacts facts;
  for (const auto& worker : team.workers) facts.merge(worker->modules.facts());
  facts.unequal_writes |= step.unequal_writes;
  const Rule rule = context_.sites.rule();
  if (is_breach(rule, facts, facts.unequal_writes)) throw explain_breach(rule, number, tag, team);
  return facts;
}

LedgerWriter::StepEntry Stations::entry_of(const WorkerTeam& team, Step& step, const AccessFacts& facts) {
  LedgerWriter::StepEntry entry{{}, take_lines(team), std::move(step.loads), facts, {}, facts.contended.degree};
  std::uint64_t requests = 0;
  std::uint64_t distinct = 0;
  for (const LedgerWriter::LineEntry& line : entry.lines) {
    requests += line.facts.requests;
    distinct += line.facts.distinct;
  }
  if (step.slots > 0) requests = step.slots;
  StepRecord& record = entry.record;
  record.step = step.number;
  record.processors = step.processors;
  record.served_by = step.served_by;
  record.largest_read_degree = facts.largest_read_degree;
  record.largest_write_degree = facts.largest_write_degree;
  for (const PhaseRecord& phase : step.phases) {
    record.charge += phase.charge;
    record.charge_back += phase.charge_back;
  }
  // The estimate may take long, and can be stopped.
  if (requests > 0)
    record.distinct_charge = distinct_charge_of(context_.machinery.network(), requests, step.largest_requests);
  // A delivery that goes straight to the owners does not count what merges there.
  if (step.phases.size() == 1 && step.phases[0].combined == 0) step.phases[0].combined = distinct;
  record.phases = std::move(step.phases);
  if (facts.contended.degree > 1) {
    const StoredArray& array = context_.memory->array(static_cast<std::uint32_t>(facts.contended.cell >> 32));
    entry.contended = {array.name, array.map.index(static_cast<std::uint32_t>(facts.contended.cell))};
  }
  if (context_.profile.kept()) context_.profile.add(team, entry, context_.machinery.network());
  return entry;
}

std::string Stations::asked_arrays(const WorkerTeam& team) const {
  constexpr std::size_t shown = 3;
  std::vector<std::string> names;
  for_each_asked_site(team, [&](std::uint32_t site) {
    std::string name = context_.memory->array(context_.sites.species(context_.sites.site(site).species).array).name;
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  });
  std::string text;
  for (std::size_t k = 0; k < std::min(shown, names.size()); ++k) text += (k > 0 ? ", " : "") + names[k];
  return text + (names.size() > shown ? ", …" : "");
}

std::vector<LedgerWriter::LineEntry> Stations::take_lines(const WorkerTeam& team) {
  std::vector<LedgerWriter::LineEntry> lines;
  ++entries_;  // a step that fails here is followed by another of its number
  for (const auto& worker : team.workers) {
    for (const std::uint32_t site : worker->first_sites) {
      if (entered_in_.size() <= site) entered_in_.resize(site + std::size_t{1}, 0);
      if (std::exchange(entered_in_[site], entries_) != entries_) lines.push_back({site, {}});
    }
  }
  for (LedgerWriter::LineEntry& line : lines) {
    for (const auto& worker : team.workers) line.facts.add(std::exchange(worker->facts_of(line.site), {}));
  }
  return lines;
}

}  // namespace pram::detail
