#include <algorithm>
#include <exception>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <pram/error.hpp>
#include <pram/network.hpp>

#include "breach.hpp"
#include "engine.hpp"
#include "in_step.hpp"

/// One step, station by station. core/README.md says where each of them stands.
namespace pram::detail {

namespace {

/// Takes back what the step has written, unless it is booked.
struct Undo {
  const WorkerTeam& team;
  bool booked = false;

  ~Undo() {
    for (const auto& worker : team.workers) {
      if (!booked) worker->modules.undo();
    }
  }
};

/// Lets all go on if every live processor stands at a barrier.
void open_barrier(const WorkerTeam& team, std::uint64_t live) {
  std::uint64_t waiting = 0;
  for (const auto& worker : team.workers) waiting += worker->waiting;
  if (waiting != live) return;
  for (const auto& worker : team.workers) {
    worker->waiting = 0;
    ++worker->barriers_opened;
  }
}

}  // namespace

bool Engine::run_step(const TeamWithDelivery& with_delivery) {
  check_stop();
  const WorkerTeam& team = with_delivery.team;
  Delivery& delivery = *with_delivery.delivery;
  Step step = begin_step(team);
  Undo undo{team};
  machinery_.on_the_way([&] {
    in_step(step.number, [&] {
      resume(with_delivery, step);
      delivery.merge(step);
      delivery.carry(step);
      delivery.serve(step);
    });
    check_stop();  // processors and protocols may have left off
  });
  throw_failure(team, step.number);
  step.processors = team.live();
  if (step.processors == 0) return false;
  const AccessFacts facts = judge(team, step);
  machinery_.on_the_way([&] {
    in_step(step.number, [&] { delivery.answer(step); });
    book(team, step, facts);
  });
  // Nothing below fails.
  undo.booked = true;
  for (const auto& worker : team.workers) worker->drop_empty_chunks();
  open_barrier(team, step.processors);
  steps_ = step.number;
  return true;
}

Step Engine::begin_step(const WorkerTeam& team) {
  Step step;
  step.number = steps_ + 1;
  step.spread = team.count() > 1 && (team.live() >= spread_from || all_workers_);
  step.context = {options_.seed, step.number, false};
  const std::uint32_t epoch = memory_->next_epoch();
  for (const auto& worker : team.workers) {
    worker->step = step.number;
    worker->first_sites.clear();
    worker->modules.begin_step(epoch, step.context, options_.collision_marker);
  }
  return step;
}

/// Runs all processors to their next requests, chunk by chunk.
void Engine::resume(const TeamWithDelivery& with_delivery, const Step& step) {
  with_delivery.team.run(step.spread, [&](unsigned w) {
    Worker& worker = *with_delivery.team.workers[w];
    with_delivery.delivery->begin(w, step);
    for (Chunk& chunk : worker.chunks) {
      if (worker.stopped()) break;
      worker.resume(chunk);
      worker.count_requests(chunk);
      if (chunk.requests > 0) with_delivery.delivery->take(w, chunk);
    }
    with_delivery.delivery->end(w);
  });
}

void Engine::check_steps(std::uint64_t number) const {
  if (options_.max_steps != 0 && number > options_.max_steps) {
    throw LimitError("steps", number, options_.max_steps,
                     fmt::format("the machine has done {} step{} in all its pardos, and max_steps allows no more",
                                 options_.max_steps, options_.max_steps == 1 ? "" : "s"));
  }
}

void Engine::throw_failure(const WorkerTeam& team, std::uint64_t number) const {
  const Failure* lowest = nullptr;
  for (const auto& worker : team.workers) {
    const Failure& failure = worker->failure;
    if (failure.error != nullptr && (lowest == nullptr || failure.processor < lowest->processor)) lowest = &failure;
  }
  if (lowest == nullptr) return;
  const SourceLine line = lowest->site == no_request ? SourceLine() : sites_.line(lowest->site);
  std::string reason = "an exception of unknown type";
  try {
    std::rethrow_exception(lowest->error);
  } catch (const Error&) {
    throw;  // ours already: it tells all
  } catch (const std::exception& error) {
    reason = error.what();
    std::throw_with_nested(ProgramError(lowest->processor, number, line, reason));
  } catch (...) {
    std::throw_with_nested(ProgramError(lowest->processor, number, line, reason));
  }
}

/// @returns what the step did to memory, which its rule allows
/// @throws LimitError if it is one too many, ConflictError
AccessFacts Engine::judge(const WorkerTeam& team, const Step& step) const {
  check_steps(step.number);
  AccessFacts facts;
  for (const auto& worker : team.workers) facts.merge(worker->modules.facts());
  facts.unequal_writes |= step.unequal_writes;
  const Rule rule = sites_.rule();
  if (is_breach(rule, facts, facts.unequal_writes)) throw explain_breach(rule, step.number, team);
  return facts;
}

/// Enters the step into the ledger. If it throws, nothing is entered.
void Engine::book(const WorkerTeam& team, Step& step, const AccessFacts& facts) {
  const std::vector<LedgerWriter::LineEntry> lines = take_lines(team);
  std::uint64_t requests = 0;
  std::uint64_t distinct = 0;
  for (const LedgerWriter::LineEntry& line : lines) {
    requests += line.facts.requests;
    distinct += line.facts.distinct;
  }
  StepRecord record;
  record.step = step.number;
  record.processors = step.processors;
  record.largest_read_degree = facts.largest_read_degree;
  record.largest_write_degree = facts.largest_write_degree;
  for (const PhaseRecord& phase : step.phases) {
    record.charge += phase.charge;
    record.charge_back += phase.charge_back;
  }
  // Takes long at times, and so may be stopped.
  if (requests > 0) record.distinct_charge = machinery_.network().distinct_charge(requests, step.largest_requests);
  if (step.phases.size() == 1) step.phases[0].combined = distinct;
  record.phases = std::move(step.phases);
  LedgerWriter::Cell cell;
  if (facts.contended.degree > 1) {
    const StoredArray& array = memory_->array(static_cast<std::uint32_t>(facts.contended.cell >> 32));
    cell = {array.name, array.map.index(static_cast<std::uint32_t>(facts.contended.cell))};
  }
  writer_.enter(std::move(record), lines, step.loads, facts, cell, facts.contended.degree, sites_);
}

std::vector<LedgerWriter::LineEntry> Engine::take_lines(const WorkerTeam& team) {
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
