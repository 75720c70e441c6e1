#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include <pram/error.hpp>

#include "../../ledger/ledger_writer.hpp"
#include "../../processors/worker_team.hpp"
#include "../../request/facts.hpp"
#include "../../routing/agreed_step.hpp"
#include "../../routing/delivery.hpp"
#include "../context/step_context.hpp"
#include "in_step.hpp"
#include "undo.hpp"

namespace pram::detail {

/// Throws what a processor threw: an Error as it is, anything else in a ProgramError.
/// @param facts  of the processor
[[noreturn]] void throw_as_program_error(const std::exception_ptr& thrown, const ProgramError::Facts& facts);

/// The stations that the requests of a step pass, whoever makes them (core/README.md).
class Stations {
 public:
  explicit Stations(StepContext& context) : context_(context) {}

  /// Passes a step of processors through all stations.
  /// @param numbers  the numbers with which the delivery marks cells, if more than the live processors
  /// @param ask      has the processors make their requests, as reach_memory() wants it
  /// @returns the live processors; if there is none, it was no step
  template <class Ask>
  std::uint64_t pass(const WorkerTeam& team, Delivery& delivery, std::uint64_t numbers, const Ask& ask);

  /// @param size     processors, or requests of processes
  /// @param numbers  see pass()
  Step begin(const WorkerTeam& team, std::uint64_t size, std::uint64_t numbers);
  /// Takes requests to the memory modules, station by station.
  /// @param ask  makes the requests, and hands them to the delivery chunk by chunk
  /// @param processes  as for in_step()
  template <class Ask>
  void reach_memory(const WorkerTeam& team, Delivery& delivery, Step& step, const bsp::detail::Communication* processes,
                    const Ask& ask);
  /// @param number  of the step, as errors name it
  /// @param tag     of a superstep
  AccessFacts judge(const WorkerTeam& team, const Step& step, std::uint64_t number, const std::string& tag) const;
  /// The ledger's entry for the requests of the step, which takes over the counts of the step and its lines.
  LedgerWriter::StepEntry entry_of(const WorkerTeam& team, Step& step, const AccessFacts& facts);

  /// @throws LimitError if the machine may do no step of this number
  void check_steps(std::uint64_t number) const {
    const MachineOptions& options = context_.options;
    const std::uint64_t charge = context_.writer.ledger().total_charge();
    const bool too_dear = options.max_charge != 0 && charge >= options.max_charge;
    const bool too_many = options.max_steps != 0 && number > options.max_steps;
    if (too_dear || too_many || charge > most_total_charge) [[unlikely]]
      refuse_step(number, charge);
  }
  /// Throws what the lowest processor threw in this step, if any did.
  /// @param processes  what BSP processes send each other; null: they are processors
  void throw_failure(const WorkerTeam& team, std::uint64_t number,
                     const bsp::detail::Communication* processes = nullptr) const {
    if (team.agreed != nullptr) [[unlikely]] {
      if (team.agreed->failed) throw_failure_of_ranks(team, number);
      return;
    }
    throw_own_failure(team, number, processes);
  }
  /// The same of this rank's processors alone.
  void throw_own_failure(const WorkerTeam& team, std::uint64_t number,
                         const bsp::detail::Communication* processes) const {
    for (const auto& worker : team.workers) {
      if (worker->failure.error != nullptr) [[unlikely]]
        throw_lowest_failure(team, number, processes);
    }
  }

 private:
  // The most that the ledger's sum of charges comes to before a step.
  static constexpr std::uint64_t most_total_charge = std::uint64_t{1} << 62;

  // A step with nothing to refuse calls neither: every step asks.
  [[noreturn]] void refuse_step(std::uint64_t number, std::uint64_t charge) const;
  [[noreturn]] void throw_lowest_failure(const WorkerTeam& team, std::uint64_t number,
                                         const bsp::detail::Communication* processes) const;
  /// The same where the lowest processor that failed may be of another rank.
  [[noreturn]] void throw_failure_of_ranks(const WorkerTeam& team, std::uint64_t number) const;
  /// The names of the arrays that a step asks for, as far as errors say them.
  std::string asked_arrays(const WorkerTeam& team) const;
  /// The lines of the program that ask for something in the step, by first requests, with what all workers saw of them.
  std::vector<LedgerWriter::LineEntry> take_lines(const WorkerTeam& team);

  StepContext& context_;
  std::uint64_t entries_ = 0;              // into the ledger, those that failed included
  std::vector<std::uint64_t> entered_in_;  // per site: the last entry that it was in
};

template <class Ask>
void Stations::reach_memory(const WorkerTeam& team, Delivery& delivery, Step& step,
                            const bsp::detail::Communication* processes, const Ask& ask) {
  context_.machinery.in_transit([&] {
    in_step(step.number, processes, [&] {
      ask();
      delivery.merge(step);
      try {
        delivery.carry(step);
      } catch (NetworkError& error) {
        error.happened_in_phase(step.phases.size() + 1, asked_arrays(team));
        throw;
      }
      delivery.serve(step);
    });
    if (team.agreed != nullptr && team.agreed->stopped) context_.control.request_stop();  // by another rank
    context_.control.check_stop();  // processors and protocols may have stopped early
  });
}

template <class Ask>
std::uint64_t Stations::pass(const WorkerTeam& team, Delivery& delivery, std::uint64_t numbers, const Ask& ask) {
  context_.control.check_stop();
  Step step = begin(team, team.live(), numbers);
  Undo undo(team, delivery);
  reach_memory(team, delivery, step, nullptr, [&] { ask(step); });
  throw_failure(team, step.number);
  step.processors = team.live();
  if (step.processors == 0) return 0;
  const std::uint64_t live = step.processors;
  const AccessFacts facts = judge(team, step, step.number, {});
  LedgerWriter::StepEntry entry;
  context_.machinery.in_transit([&] {
    in_step(step.number, nullptr, [&] {
      delivery.answer(step);
      entry = entry_of(team, step, facts);
    });
    // No rank takes the step back once all have room for it.
    context_.writer.enter(std::move(entry), context_.sites, team.agreed != nullptr ? team.agreed->group : nullptr);
  });
  undo.commit();
  context_.steps = step.number;
  // The ledger has taken the record if it keeps it, else it stands here.
  if (context_.observed.any())
    context_.observed.end_step(team, step.number, entry.record);  // NOLINT(bugprone-use-after-move)
  return live;
}

}  // namespace pram::detail
