#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <pram/perf/runs/scale.hpp>
#include <pram/pram.hpp>
#include "perf/scale/sweeps.hpp"
#include "programs/legal_choices.hpp"
#include "support.hpp"
#include "text_checks.hpp"

// Costs grow as claimed whatever the input's shape, and whoever wins where the model leaves it open.
namespace pram::perf {

namespace {

using programs::Program;

/// Whether the row bounds a cost by the size alone. Runs keep to other bounds, of the input, whatever they look like at
/// these few sizes: the test of legal choices in tests/programs sees to it.
bool is_bounded_by_size(const Program& program, const ScaledCost& cost) {
  const programs::Bounds bounds = program.promised_of_size(256);
  return cost.key == "work" ? bounds.work_at_most.has_value()
                            : bounds.steps.has_value() || bounds.steps_at_most.has_value();
}

/// The costs that grow faster than claimed, by shape and rule.
std::vector<std::string> broken_claims(const Program& program) {
  const int last = testing::log2_of_largest(program) + (testing::size() == testing::Size::large ? 2 : 0);
  std::vector<std::string> broken;
  for (const programs::ShapeName& shape : program.shapes) {
    for (const Rule rule : testing::legal_rules(program)) {
      // Where nobody can see who wins, one rule is as good as the other.
      if (rule != program.model && !testing::sees_who_wins(program)) continue;
      Sweep sweep;
      try {
        sweep = testing::swept(program, last - 4, last, program.random ? 4 : 2, shape.name, rule);
      } catch (const Error& error) {
        if (!testing::is_no_choice(error)) broken.push_back(error.what());
        continue;
      }
      if (!sweep.sound()) broken.push_back(fmt::format("{}, rule {}: a wrong result", shape.name, to_string(rule)));
      const Scale scale = scale_of(sweep, program);
      for (const ScaledCost& cost : scale.costs) {
        if (!cost.above_claim() || !is_bounded_by_size(program, cost)) continue;
        broken.push_back(fmt::format("{}, rule {}: {} is {}, claimed is {}", shape.name, to_string(rule), cost.symbol,
                                     to_string(cost.fitted->best, scale.size), cost.claim));
      }
    }
  }
  return broken;
}

/// One of n processors wins, and those above it go on, until none is left: log n rounds if the winner is a random one.
class LastOfWinners final : public programs::Job {
 public:
  explicit LastOfWinners(std::uint64_t n) : n_(n) {}

  programs::InputFacts input() const override { return {"numbers", {{"n", n_}}}; }

  programs::Outcome run(Machine& machine) const override {
    const auto winner = machine.array<std::uint64_t>(1, 0, "winner");
    for (std::uint64_t first = 0; first < n_; first = winner.get(0) + 1) {
      machine.pardo(n_ - first, [&](Processor self) -> Task<> { co_await (winner[0] = first + self.id()); });
    }
    programs::Outcome outcome;
    outcome.verified = true;
    return outcome;
  }

 private:
  std::uint64_t n_;
};

}  // namespace

TEST_CASE("the costs of every program grow as claimed, whoever wins, for inputs of every shape") {
  std::vector<const Program*> seeing;  // who wins
  std::vector<const Program*> others;
  for (const Program& program : programs::programs().entries()) {
    if (!program.model.is_bsp()) (testing::sees_who_wins(program) ? seeing : others).push_back(&program);
  }
  std::vector<const Program*> tried = testing::drawn(seeing, seeing.size() / 2);
  for (const Program* const program : testing::drawn(others, others.size() / 8)) tried.push_back(program);
  for (const Program* const program : tried) {
    for (const std::string& line : broken_claims(*program)) FAIL_CHECK(program->name << ": " << line);
  }
}

TEST_CASE("a claim that holds for random winners alone is found to break where the lowest processor wins") {
  Program liar = programs::find_program("leftmost-one");
  liar.name = "liar";
  liar.model = Rule::arbitrary;
  liar.time = "O(log n)";
  liar.work = "O(n log n)";
  liar.time_growth = programs::growth_of(liar.time);
  liar.work_growth = programs::growth_of(liar.work);
  liar.shapes = {{"any", "numbers"}};
  liar.promised_of_size = [](std::uint64_t) { return programs::Bounds{.steps_at_most = 1, .work_at_most = 1}; };
  liar.prepare = [](const programs::InputRequest& request) -> std::unique_ptr<programs::Job> {
    return std::make_unique<LastOfWinners>(request.size.value());
  };
  const std::vector<std::string> broken = broken_claims(liar);
  const auto is_of = [&](const std::string& rule) {
    return std::ranges::any_of(broken,
                               [&](const std::string& line) { return testing::contains(line, rule + ": T is"); });
  };
  CHECK(is_of("rule priority"));
  CHECK_FALSE(is_of("rule arbitrary"));
  CHECK_FALSE(is_of("rule maximum"));
}

}  // namespace pram::perf
