#include <doctest/doctest.h>
#include <fmt/format.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../../support/thread_ranks.hpp"
#include "../configurations.hpp"
#include "../property.hpp"
#include "program.hpp"
#include "spmd_machine.hpp"
#include "spmd_reference.hpp"

namespace rc {

template <>
struct Arbitrary<pram::conformance::spmd::SpmdChoices> {
  static Gen<pram::conformance::spmd::SpmdChoices> arbitrary() {
    using pram::conformance::spmd::SpmdChoices;
    using Words = std::vector<std::uint64_t>;
    const auto word = gen::resize(kNominalSize, gen::arbitrary<std::uint64_t>());
    const auto processes = [=](int most) {
      return gen::resize(most, gen::container<std::vector<Words>>(gen::resize(4, gen::container<Words>(word))));
    };
    const auto stretch = gen::build<SpmdChoices::OfStretch>(
        gen::set(&SpmdChoices::OfStretch::word, word),
        gen::set(&SpmdChoices::OfStretch::processes, gen::oneOf(processes(4), processes(12), processes(300))));
    return gen::build<SpmdChoices>(
        gen::set(&SpmdChoices::flavour, word),
        gen::set(&SpmdChoices::stretches,
                 gen::resize(7, gen::container<std::vector<SpmdChoices::OfStretch>>(stretch))));
  }
};

template <>
struct Arbitrary<pram::conformance::spmd::SpmdCase> {
  static Gen<pram::conformance::spmd::SpmdCase> arbitrary() {
    using pram::Rule;
    using pram::conformance::spmd::SpmdCase;
    using pram::conformance::spmd::SpmdChoices;
    return gen::build<SpmdCase>(
        gen::set(&SpmdCase::rule, gen::element(Rule::arbitrary, Rule::priority, Rule::sum, Rule::common, Rule::erew,
                                               Rule::crew, Rule::tolerant, Rule::collision)),
        gen::set(&SpmdCase::components,
                 gen::oneOf(gen::inRange<std::uint32_t>(1, 65), gen::element<std::uint32_t>(4, 16, 36, 64, 2, 8, 32))),
        gen::set(&SpmdCase::processes, gen::oneOf(gen::inRange<std::uint32_t>(1, 9), gen::inRange<std::uint32_t>(1, 33),
                                                  gen::inRange<std::uint32_t>(1, 301))),
        gen::set(&SpmdCase::seed, gen::inRange<std::uint64_t>(0, 1000)),
        gen::set(&SpmdCase::choices, gen::resize(2, gen::container<std::vector<SpmdChoices>>(
                                                        gen::resize(kNominalSize, gen::arbitrary<SpmdChoices>())))));
  }
};

}  // namespace rc

namespace pram::conformance::spmd {

namespace {

/// All that a machine makes of a case.
struct SpmdRun {
  std::vector<SpmdSeen> programs;
  std::string ledger;

  bool operator==(const SpmdRun&) const = default;
};

std::optional<Port> port_of(const SpmdCase& one, const MachineOptions& options) {
  return networks().make(options.network.text(), one.components)->port();
}

/// Whether a program has fetches, which may be served in an order of each machine's own.
bool has_fetches(const SpmdProgram& program) {
  return std::ranges::any_of(program.stretches, [](const Stretch& stretch) {
    return std::ranges::any_of(stretch.deeds, [](const std::vector<Deed>& deeds) {
      return std::ranges::find(deeds, Deed::Kind::fetch_add, &Deed::kind) != deeds.end();
    });
  });
}

SpmdRun run(const SpmdCase& one, const std::vector<SpmdProgram>& programs, const MachineOptions& options,
            SpmdReference* reference) {
  const ForcedWorkers forced;
  SpmdMachine machine(one, options);
  SpmdRun made;
  for (const SpmdProgram& program : programs) {
    made.programs.push_back(machine.run(program));
    if (reference == nullptr) continue;
    reference->run(program, made.programs.back());
    const std::optional<Port> port = port_of(one, options);
    const std::string wrong = reference->accounts().complaint(machine.ledger(), port);
    if (!wrong.empty()) throw SpmdMismatch("ledger: " + wrong);
  }
  made.ledger = text_of(machine.ledger());
  return made;
}

/// What is wrong with any machine on this case, or "".
std::string complaint(const SpmdCase& one) {
  std::vector<SpmdProgram> programs;
  for (std::size_t k = 0; k < one.choices.size(); ++k) programs.push_back(one.program(k));
  std::optional<SpmdRun> first;
  std::size_t turn = one.seed;
  std::vector<std::string> all = some_networks(one.components, one.seed);
  all[1] = fmt::format("router:g={},l={}", 1 + one.seed % 5, one.seed / 5 % 100);
  for (const std::string& network : all) {
    std::vector<std::string> accesses = all_accesses(one.components, one.seed);
    std::erase_if(accesses, [&](const std::string& access) { return !fits(access, network); });
    MachineOptions options;
    options.components = one.components;
    options.rule = one.rule;
    options.seed = one.seed;
    options.network = network;
    options.access = accesses[++turn % accesses.size()];
    options.placement = static_cast<Placement>(turn % 3);
    options.collision_marker = spmd_marker;
    options.threads = 1;
    const std::string name = fmt::format("{} {}", network, options.access.text());
    try {
      const std::optional<Port> port = port_of(one, options);
      SpmdReference reference(one,
                              port ? bsp::Parameters{static_cast<double>(port->gap), static_cast<double>(port->latency)}
                                   : bsp::Parameters{1, 0});
      const SpmdRun alone = run(one, programs, options, &reference);
      if (!first) first = alone;
      bool same_order = true;
      for (std::size_t k = 0; k < programs.size(); ++k) {
        if (alone.programs[k].error_type != first->programs[k].error_type)
          return fmt::format("{}: {}, and {} on {}", name, alone.programs[k].error, first->programs[k].error, all[0]);
        same_order = same_order && !has_fetches(programs[k]);
        if (same_order && alone.programs[k].error_type.empty() && !(alone.programs[k] == first->programs[k]))
          return fmt::format("{}: program {} leaves something else than on {}", name, k, all[0]);
      }
      for (const unsigned threads : all_threads) {
        // All thread counts on the first machine, one of them on each other machine.
        if (threads == 1 || (network != all[0] && threads != all_threads[1 + turn % 3])) continue;
        options.threads = threads;
        const SpmdRun together = run(one, programs, options, nullptr);
        if (together == alone) continue;
        return fmt::format("{} with {} threads: {} differ", name, threads,
                           together.programs != alone.programs ? "results or errors" : "ledgers");
      }
    } catch (const SpmdMismatch& wrong) {
      return fmt::format("{}: {}", name, wrong.what());
    } catch (const ConfigError& wrong) {  // routines of sorting need a network that has them
      if (options.access != "sorting") return fmt::format("{}: {}", name, wrong.what());
    }
  }
  return "";
}

/// What is wrong with what one of several ranks has seen, or "". Processes leave their logs on their own rank alone.
std::string difference(const SpmdRun& rank, const SpmdRun& alone) {
  for (std::size_t k = 0; k < alone.programs.size(); ++k) {
    const SpmdSeen& seen = rank.programs[k];
    const SpmdSeen& expected = alone.programs[k];
    if (seen.error_type != expected.error_type || seen.error != expected.error)
      return fmt::format("program {} throws {} {}, and {} {} in one process", k, seen.error_type, seen.error,
                         expected.error_type, expected.error);
    if (seen.memory != expected.memory) return fmt::format("program {} leaves other cells", k);
    if (seen.logs != expected.logs) return fmt::format("processes of program {} see something else", k);
  }
  return rank.ledger == alone.ledger
             ? ""
             : fmt::format("ledgers differ:\n{}\nand in one process:\n{}", rank.ledger, alone.ledger);
}

/// What is wrong with some number of ranks on this case, or "".
std::string complaint_about_ranks(const SpmdCase& one) {
  static constexpr unsigned hosts[][2] = {{1, 2}, {2, 1}, {3, 1}, {5, 1}, {2, 2}, {3, 3}};
  std::vector<SpmdProgram> programs;
  for (std::size_t k = 0; k < one.choices.size(); ++k) programs.push_back(one.program(k));
  const auto [network, access] = one_machine(one.components, one.seed);
  const auto [ranks, threads] = hosts[one.seed / 4 % std::size(hosts)];
  MachineOptions options;
  options.components = one.components;
  options.rule = one.rule;
  options.seed = one.seed;
  options.network = network;
  options.access = access;
  options.placement = static_cast<Placement>(one.seed / 24 % 3);
  options.collision_marker = spmd_marker;
  options.ledger = one.seed / 72 % 3 == 0 ? LedgerDetail::profile : LedgerDetail::steps;
  options.threads = 1;
  const SpmdRun alone = run(one, programs, options, nullptr);
  options.threads = threads;
  std::vector<SpmdRun> seen = testing::on_ranks(ranks, [&] { return run(one, programs, options, nullptr); });
  for (std::size_t k = 0; k < programs.size(); ++k) {
    std::vector<std::vector<std::vector<std::uint64_t>>> logs(programs[k].processes);
    for (const SpmdRun& of_rank : seen) {
      for (std::size_t process = 0; process < logs.size(); ++process) {
        if (!of_rank.programs[k].logs[process].empty()) logs[process] = of_rank.programs[k].logs[process];
      }
    }
    for (SpmdRun& of_rank : seen) of_rank.programs[k].logs = logs;
  }
  for (std::size_t rank = 0; rank < seen.size(); ++rank) {
    const std::string wrong = difference(seen[rank], alone);
    if (!wrong.empty())
      return fmt::format("{} {}: rank {} of {} with {} threads: {}", options.network.text(), options.access.text(),
                         rank, ranks, threads, wrong);
  }
  return "";
}

}  // namespace

TEST_CASE("random BSP programs on several ranks leave, cost and throw what they do in one process") {
  CHECK(holds<SpmdCase>("processes on ranks", 1000, complaint_about_ranks));
}

TEST_CASE("random BSP programs do and cost what the reference says, on every network and protocol, with any threads") {
  CHECK(holds<SpmdCase>("processes", 1000, complaint));
}

}  // namespace pram::conformance::spmd
