#include <doctest/doctest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <pram/detail/exact_text.hpp>
#include <pram/pram.hpp>
#include <pram/programs/program.hpp>
#include "../../support.hpp"
#include "../../support/forced.hpp"
#include "../../support/thread_ranks.hpp"

/// The bundled programs on several ranks.
namespace pram::testing {

namespace {

/// All that a run gives: result, facts, verdict, ledger; or its error.
std::string run_text(const programs::Program& program, const MachineOptions& options, std::uint64_t n,
                     std::uint64_t input_seed) {
  try {
    Machine machine(options);
    programs::InputRequest request;
    request.size = n;
    request.seed = input_seed;
    const auto job = program.prepare(request);
    const programs::Outcome outcome = job->run(machine);
    std::ostringstream result;
    outcome.write(result);
    return fmt::format("{} {}\n{}{}", outcome.verified, outcome.check, result.str(),
                       detail::exact_text(machine.ledger()));
  } catch (const std::exception& error) {
    return error.what();
  }
}

MachineOptions drawn_machine(const programs::Program& program, std::mt19937_64& random) {
  const auto any = [&random](const std::vector<std::string>& names) { return names[random() % names.size()]; };
  MachineOptions options;
  options.components = static_cast<std::uint32_t>(4U << random() % 4);
  options.network = any({"router", "ideal", "router:g=2,l=3", "hypercube", "omega"});
  options.access = program.access.empty() ? any({"direct", "combining", "combining:4,4"}) : program.access;
  options.rule = program.model.is_bsp() ? Rule(Rule::arbitrary) : Rule(program.model);
  options.placement = program.placement;
  options.seed = random();
  options.ledger = random() % 2 == 0 ? LedgerDetail::steps : LedgerDetail::profile;
  return options;
}

}  // namespace

TEST_CASE("bundled programs give the bits of one process on several ranks") {
  const ForcedWorkers all_workers;
  std::mt19937_64 random(seed());
  for (const programs::Program& program : drawn(programs::programs().entries(), 12)) {
    MachineOptions options = drawn_machine(program, random);
    const std::uint64_t n = size() <= Size::small ? 20 + random() % 60 : 20 + random() % 400;
    const std::uint64_t input_seed = random();
    CAPTURE(program.name);
    CAPTURE(options.network.text());
    CAPTURE(options.access.text());
    CAPTURE(options.components);
    CAPTURE(n);
    CAPTURE(seed());
    const auto host = std::vector<std::pair<unsigned, unsigned>>{{2, 1}, {3, 1}, {2, 2}, {5, 1}}[random() % 4];
    options.threads = 1;
    const std::string alone = run_text(program, options, n, input_seed);
    options.threads = host.second;
    CAPTURE(host.first);
    CAPTURE(host.second);
    std::size_t rank_number = 0;
    for (const std::string& one : on_ranks(host.first, [&] { return run_text(program, options, n, input_seed); })) {
      CAPTURE(rank_number++);
      const auto differ = std::ranges::mismatch(one, alone);
      const auto place = static_cast<std::size_t>(differ.in1 - one.begin());
      const std::size_t begin = place - std::min<std::size_t>(place, 60);
      CHECK_MESSAGE(one == alone, one.substr(begin, 160) << "\n--- alone ---\n" << alone.substr(begin, 160));
    }
  }
}

}  // namespace pram::testing
