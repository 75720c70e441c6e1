#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../support/thread_ranks.hpp"
#include "configurations.hpp"
#include "property.hpp"
#include "reference/ledger_check.hpp"
#include "reference/reference_pram.hpp"
#include "script_machine.hpp"
#include "scripts/arbitrary.hpp"

namespace pram::conformance {

namespace {

/// All that a machine makes of a case.
struct Run {
  std::vector<Observation> scripts;
  Memory memory;
  std::string ledger;

  bool operator==(const Run&) const = default;
};

/// A case worked out, to be run many times.
struct Trial {
  explicit Trial(const Case& from) : one(from), memory(from.memory()) {
    for (std::size_t k = 0; k < one.choices.size(); ++k) scripts.push_back(one.script(k));
  }

  const Case& one;
  Memory memory;
  std::vector<Script> scripts;
};

Run run(const Trial& trial, const MachineOptions& options) {
  const ForcedWorkers forced;
  ScriptMachine machine(trial.one, trial.memory, options);
  Run made;
  for (const Script& script : trial.scripts) made.scripts.push_back(machine.run(script));
  made.memory = machine.memory();
  made.ledger = text_of(machine.ledger());
  return made;
}

/// Runs the trial beside the reference: replies, errors and the memory and ledger after each script.
Run checked_run(const Trial& trial, const MachineOptions& options) {
  ScriptMachine machine(trial.one, trial.memory, options);
  ReferencePram reference(trial.one.rule, trial.memory);
  LedgerCheck ledger;
  Run made;
  made.memory = machine.memory();
  reference.settle(made.memory);
  for (const Script& script : trial.scripts) {
    const Observation& seen = made.scripts.emplace_back(machine.run(script));
    const std::string error = expected_error(reference.run(script, seen.replies), trial.one, seen);
    if (seen.error != error) throw Mismatch(fmt::format("error '{}', not '{}'", seen.error, error));
    made.memory = machine.memory();
    reference.settle(made.memory);
    ledger.add(reference.history(), seen);
    const std::string complaint = ledger.complaint(machine.ledger(), machine.options());
    if (!complaint.empty()) throw Mismatch("ledger: " + complaint);
  }
  made.ledger = text_of(machine.ledger());
  return made;
}

/// What each of several ranks sees of a trial. Processors leave their replies and lines on their own rank alone.
std::vector<Run> runs_on_ranks(const Trial& trial, unsigned ranks, const MachineOptions& options) {
  std::vector<Run> runs = testing::on_ranks(ranks, [&] { return run(trial, options); });
  const auto gather = [](std::vector<Run>& from, std::size_t script, auto Observation::*list) {
    auto all = from.front().scripts[script].*list;
    for (const Run& one : from) {
      const auto& mine = one.scripts[script].*list;
      for (std::size_t k = 0; k < all.size(); ++k) {
        if (!mine[k].empty()) all[k] = mine[k];
      }
    }
    for (Run& one : from) one.scripts[script].*list = all;
  };
  for (std::size_t script = 0; script < trial.scripts.size(); ++script) {
    gather(runs, script, &Observation::replies);
    gather(runs, script, &Observation::lines);
  }
  return runs;
}

/// The first line in which two texts differ.
std::string difference(const std::string& a, const std::string& b) {
  std::size_t at = 0;
  while (at < std::min(a.size(), b.size()) && a[at] == b[at]) ++at;
  const std::size_t from = a.rfind('\n', at) == std::string::npos ? 0 : a.rfind('\n', at) + 1;
  return fmt::format("\n  {}\n  {}", a.substr(from, a.find('\n', at) - from), b.substr(from, b.find('\n', at) - from));
}

/// What is wrong with any machine on this case, or "".
std::string complaint(const Case& one, bool every_thread_count) {
  const Trial trial(one);
  std::optional<Run> first;
  std::size_t turn = one.seed;  // thread counts and placements alternate
  for (const std::string& network : some_networks(one.components, one.seed)) {
    for (const std::string& access : all_accesses(one.components, one.seed)) {
      if (!fits(access, network)) continue;
      MachineOptions options;
      options.network = network;
      options.access = access;
      options.threads = all_threads[turn / 4 % 4];  // one of them works: the pardos are small
      options.placement = static_cast<Placement>(++turn % 3);
      options.hash = some_hash(options.placement, turn);
      const std::string name = fmt::format("{} {} {}", network, access, placement_text(options));
      try {
        const Run alone = checked_run(trial, options);
        if (!first) first = alone;
        // Data may follow a fetch's reply, whose order is each machine's own, and so is the write that arrives first.
        const bool own_winners = access.find("winner=first") != std::string::npos;
        if (!one.fetches && !own_winners && (alone.scripts != first->scripts || alone.memory != first->memory)) {
          return name + ": replies or memory differ from the first machine's";
        }
        for (std::size_t k = 0; k < std::size(all_threads); ++k) {
          if (!every_thread_count && k != turn % 4) continue;
          options.threads = all_threads[k];
          const Run together = run(trial, options);
          if (together == alone) continue;
          return fmt::format("{} with {} threads: {} differ{}", name, options.threads,
                             together.scripts != alone.scripts ? "replies, lines or errors"
                             : together.memory != alone.memory ? "memory"
                                                               : "ledgers",
                             difference(alone.ledger, together.ledger));
        }
      } catch (const Mismatch& wrong) {
        return fmt::format("{}: {}", name, wrong.what());
      }
    }
  }
  return "";
}

/// What is wrong with some number of ranks on this case, or "".
std::string complaint_about_ranks(const Case& one) {
  static constexpr unsigned hosts[][2] = {{1, 2}, {2, 1}, {3, 1}, {5, 1}, {2, 2}, {3, 3}};
  const Trial trial(one);
  const auto [network, access] = one_machine(one.components, one.seed);
  const auto [ranks, threads] = hosts[one.seed % std::size(hosts)];
  MachineOptions options;
  options.network = network;
  options.access = access;
  options.placement = static_cast<Placement>(one.seed / 12 % 3);
  options.hash = some_hash(options.placement, one.seed);
  options.ledger = one.seed / 36 % 3 == 0 ? LedgerDetail::profile : LedgerDetail::steps;
  options.threads = 1;
  const Run alone = run(trial, options);
  options.threads = threads;
  for (const Run& seen : runs_on_ranks(trial, ranks, options)) {
    if (seen == alone) continue;
    std::string what = seen.memory != alone.memory ? "memory differs" : "ledgers differ";
    for (std::size_t k = 0; k < alone.scripts.size(); ++k) {
      if (seen.scripts[k].error != alone.scripts[k].error)
        what = fmt::format("error '{}', not '{}'", seen.scripts[k].error, alone.scripts[k].error);
      else if (seen.scripts[k] != alone.scripts[k])
        what = "replies or lines differ";
    }
    return fmt::format("{} {} on {} ranks with {} threads: {}{}", options.network.text(), options.access.text(), ranks,
                       threads, what, difference(alone.ledger, seen.ledger));
  }
  return "";
}

}  // namespace

TEST_CASE("random scripts do the same, to the bit of the ledger, on several ranks") {
  CHECK(holds<Case>("ranks", 300, complaint_about_ranks));
}

TEST_CASE("random scripts do what the reference PRAM does on every network, protocol and rule") {
  CHECK(holds<Case>("differential", 300, [](const Case& one) { return complaint(one, false); }));
}

TEST_CASE("random scripts do the same, to the bit of the ledger, with any number of threads") {
  CHECK(holds<Case>("threads", 100, [](const Case& one) { return complaint(one, true); }));
}

}  // namespace pram::conformance
