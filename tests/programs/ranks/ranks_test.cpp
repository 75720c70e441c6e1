#include <doctest/doctest.h>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
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

/// All that a run gives: verdict, result, ledger, facts; or its error. Last come the facts of the oracle, which of
/// several ranks rank 0 alone asks.
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
    std::string text = fmt::format("{} {}\n{}{}", outcome.verified ? "verified:" : "wrong:", outcome.check,
                                   result.str(), detail::exact_text(machine.ledger()));
    for (const auto& [name, value] : outcome.facts) {
      std::visit([&text, &name = name](const auto& one) { text += fmt::format("{} {}\n", name, one); },
                 static_cast<const programs::FactValue::Variant&>(value));
    }
    return text;
  } catch (const std::exception& error) {
    return error.what();
  }
}

/// All BSP programs, whose processes leave their results in the host's memory each in a way of its own, and some of the
/// others.
std::vector<programs::Program> tried_programs() {
  std::vector<programs::Program> tried;
  std::vector<programs::Program> others;
  for (const programs::Program& program : programs::programs().entries())
    (program.model.is_bsp() ? tried : others).push_back(program);
  for (programs::Program& program : drawn(others, 12)) tried.push_back(std::move(program));
  return tried;
}

/// A size that the program takes, and is tested with elsewhere.
std::uint64_t drawn_size(const programs::Program& program, std::mt19937_64& random) {
  const std::uint64_t largest =
      std::clamp<std::uint64_t>(program.tested_size, program.least_size + 1, size() <= Size::small ? 50 : 420);
  const std::uint64_t smallest = std::max<std::uint64_t>(program.least_size, largest / 4);
  const std::uint64_t n = smallest + random() % (largest - smallest + 1);
  return program.power_of_two ? std::bit_floor(n) : n;
}

MachineOptions drawn_machine(const programs::Program& program, std::mt19937_64& random) {
  const auto any = [&random](const std::vector<std::string>& names) { return names[random() % names.size()]; };
  MachineOptions options;
  options.components = static_cast<std::uint32_t>(4U << random() % (size() <= Size::small ? 3 : 4));
  options.network = any({"router", "ideal", "router:g=2,l=3", "hypercube", "omega"});
  options.access = program.access.empty()
                       ? any({"direct", "combining", fmt::format("combining:2,{}", options.components / 2)})
                       : program.access;
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
  for (const programs::Program& program : tried_programs()) {
    MachineOptions options = drawn_machine(program, random);
    const std::uint64_t n = drawn_size(program, random);
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
    CHECK_MESSAGE(alone.starts_with("verified:"), alone.substr(0, 160));
    options.threads = host.second;
    CAPTURE(host.first);
    CAPTURE(host.second);
    std::size_t rank_number = 0;
    for (const std::string& one : on_ranks(host.first, [&] { return run_text(program, options, n, input_seed); })) {
      CAPTURE(rank_number);
      const auto differ = std::ranges::mismatch(one, alone);
      const auto place = static_cast<std::size_t>(differ.in1 - one.begin());
      const std::size_t begin = place - std::min<std::size_t>(place, 60);
      const bool same = rank_number == 0 ? one == alone : alone.starts_with(one);
      CHECK_MESSAGE(same, one.substr(begin, 160) << "\n--- alone ---\n" << alone.substr(begin, 160));
      ++rank_number;
    }
  }
}

}  // namespace pram::testing
