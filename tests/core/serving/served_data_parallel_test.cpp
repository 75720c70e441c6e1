#include <doctest/doctest.h>

#include <random>
#include <vector>

#include "../../support.hpp"
#include "served_step.hpp"

/// Data-parallel steps: without marks where no cell is asked for twice, and by marked cells.
namespace pram::testing {

namespace {

/// A read, a plain write under any rule, or a write or an update that combines.
StepAsked random_data_parallel_step(std::mt19937_64& random, const OperatorOnType& on, const Shape& shape) {
  switch (random() % 4) {
    case 0: return step_of_line(random, on, Action::read, Rule::priority, true, shape);
    case 1: return step_of_line(random, on, Action::write, plain_rules[random() % 7], true, shape);
    case 2: return step_of_line(random, on, Action::write, rule_from(on.name), false, shape);
    default: return step_of_line(random, on, Action::update, Rule::priority, false, shape);
  }
}

const Carrier all_at_once{.kind = Carrier::Kind::data_parallel};

}  // namespace

TEST_CASE("served as distinct cells: no mark is set, and cells are written when nothing can fail") {
  const std::uint64_t seed = testing::seed();
  INFO("seed ", seed);
  std::mt19937_64 random(seed);
  for (const OperatorOnType& on : operators_on_types(random, 12, false)) {
    CAPTURE(on);
    const std::uint32_t processors = random() % 4 == 0 ? 5000 : 300;
    const Shape shape{processors, processors + static_cast<std::uint32_t>(random() % 3000), random() % 2 == 0, true};
    CHECK(check_served(random_data_parallel_step(random, on, shape), all_at_once) == ServedBy::distinct);
  }
}

TEST_CASE("served as distinct cells: each processor has the cell of its own number") {
  const std::uint64_t seed = testing::seed();
  INFO("seed ", seed);
  std::mt19937_64 random(seed);
  for (const OperatorOnType& on : operators_on_types(random, 12, false)) {
    CAPTURE(on);
    StepAsked step = random_data_parallel_step(random, on, {300, 300, random() % 2 == 0, false});
    for (std::uint32_t i = 0; i < step.requests.size(); ++i) step.requests[i].index = i;
    CHECK(check_served(step, {.kind = Carrier::Kind::data_parallel, .own_cells = true}) == ServedBy::distinct);
  }
}

TEST_CASE("served at marked cells: reads and updates of cells that several ask for") {
  const std::uint64_t seed = testing::seed();
  INFO("seed ", seed);
  std::mt19937_64 random(seed);
  const std::uint32_t cells[] = {1, 3, 40, 250};
  for (const OperatorOnType& on : operators_on_types(random, 12, false)) {
    CAPTURE(on);
    const Shape shape{random() % 4 == 0 ? 5000U : 400U, cells[random() % 4], random() % 2 == 0, false};
    CHECK(check_served(random_data_parallel_step(random, on, shape), all_at_once) == ServedBy::marked);
  }
}

}  // namespace pram::testing
