#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pram/ledger.hpp>
#include <pram/machine.hpp>
#include <pram/report/bsp_parameters.hpp>

/// One run of a program as a row, which reports on one run, on several machines and on many inputs share.
namespace pram::report {

/// What shares the work of a run: slackness is processors to a component.
struct Slackness {
  std::uint32_t components = 1;  ///< p
  std::uint64_t processors = 0;  ///< the most that live in one step
};

/// Where a program ran, and what the run cost. Charges are in the network's units of time.
struct ProgramRun {
  std::uint64_t n = 0;  ///< size of the input
  std::uint64_t seed = 1;
  std::string network;  ///< names as the machine completes them: "combining:32,16,8"
  std::string access;
  std::uint64_t steps = 0;  ///< T
  std::uint64_t work = 0;   ///< W
  std::uint64_t requests = 0;
  std::uint64_t largest_degree = 0;      ///< κ: the most requests for one cell in one step
  std::uint64_t forward = 0;             ///< charge of requests
  std::uint64_t back = 0;                ///< charge of replies
  std::uint64_t collectives = 0;         ///< charge of collectives
  std::uint64_t supersteps = 0;          ///< of BSP processes
  std::uint64_t superstep_work = 0;      ///< w: the largest local work of every superstep, added up
  std::uint64_t superstep_relation = 0;  ///< h: the most words that a component sent or got in each, added up
  std::uint64_t superstep_charge = 0;    ///< forth and back
  double performance_factor = 0;
  bool verified = false;  ///< the result is right by the program's oracle; true without one
  bool has_oracle = true;
  bool checked = true;                      ///< false: nobody has checked the result, and n and verified are not known
  std::optional<Slackness> slackness = {};  ///< of a sweep over numbers of components; elsewhere none
  std::optional<BspParameters> parameters = {};  ///< g and l for the predicted cost of supersteps; none: no prediction
  std::vector<std::pair<std::string, std::uint64_t>> sizes =
      {};  ///< of the input, by name; empty where they are not known
  std::string failed =
      {};  ///< why there is no result (a deadlock, too little memory, a misfit), in one sentence; "": there is one

  /// The charge of everything that the network did.
  std::uint64_t total_charge() const { return forward + back + collectives + superstep_charge; }
  /// The cost of the run's supersteps: local work, and the charge of what processes sent each other.
  std::uint64_t superstep_cost() const { return superstep_work + superstep_charge; }
  /// The predicted cost of the run's supersteps, w + g h + S l; nothing without parameters or supersteps.
  std::optional<double> predicted() const {
    if (!parameters || supersteps == 0) return std::nullopt;
    return parameters->cost(static_cast<double>(superstep_work), static_cast<double>(superstep_relation),
                            static_cast<double>(supersteps));
  }
};

/// The sum of the supersteps of all tags.
SuperstepTotal all_supersteps(const Ledger& ledger);

/// A count that every run has. Whatever reports on runs goes through this table: text, JSON, CSV, means of a sweep, and
/// the file of --resume.
struct RunCount {
  /// The reports whose text has the count.
  enum class Shown {
    with_steps,        ///< those whose runs have PRAM steps, no superstep, or some of this count
    steps_alone,       ///< those whose runs have no superstep: a table with both kinds has no room
    supersteps_alone,  ///< those whose runs have supersteps and no PRAM step
    where_any,         ///< those of which some run has any
    elsewhere,         ///< only those that ask for it; JSON and CSV always have it
  };

  const char* key;      ///< in JSON and CSV
  const char* heading;  ///< of text
  std::uint64_t ProgramRun::*of;
  std::uint64_t (*from)(const Ledger&);
  Shown shown = Shown::with_steps;
  bool of_program = false;  ///< the same on every machine; a comparison says it once
};

inline constexpr RunCount run_counts[] = {
    {"steps", "T", &ProgramRun::steps, [](const Ledger& ledger) { return ledger.steps(); }, RunCount::Shown::with_steps,
     true},
    {"work", "W", &ProgramRun::work, [](const Ledger& ledger) { return ledger.work(); }, RunCount::Shown::steps_alone,
     true},
    {"requests", "requests", &ProgramRun::requests, [](const Ledger& ledger) { return ledger.requests().total(); },
     RunCount::Shown::steps_alone, true},
    {"largest_degree", "κ", &ProgramRun::largest_degree,
     [](const Ledger& ledger) { return std::max(ledger.largest_read_degree(), ledger.largest_write_degree()); },
     RunCount::Shown::elsewhere, true},
    {"forward", "charge\nforward", &ProgramRun::forward, [](const Ledger& ledger) { return ledger.charge(); }},
    {"back", "charge\nback", &ProgramRun::back, [](const Ledger& ledger) { return ledger.charge_back(); }},
    {"collectives", "charge\ncollective", &ProgramRun::collectives,
     [](const Ledger& ledger) { return ledger.collective_charge(); }, RunCount::Shown::where_any},
    {"supersteps", "super-\nsteps", &ProgramRun::supersteps, [](const Ledger& ledger) { return ledger.supersteps(); },
     RunCount::Shown::where_any},
    {"superstep_work", "w", &ProgramRun::superstep_work,
     [](const Ledger& ledger) { return all_supersteps(ledger).largest_work; }, RunCount::Shown::supersteps_alone},
    {"superstep_relation", "h", &ProgramRun::superstep_relation,
     [](const Ledger& ledger) { return all_supersteps(ledger).relation; }, RunCount::Shown::supersteps_alone},
    {"superstep_charge", "charge\nBSP", &ProgramRun::superstep_charge,
     [](const Ledger& ledger) { return ledger.superstep_charge(); }, RunCount::Shown::where_any},
};

/// The row of a run, from its ledger. The caller sets `verified` and `failed`.
ProgramRun program_run(std::uint64_t n, const MachineOptions& machine, const Ledger& ledger);

}  // namespace pram::report
