#include <doctest/doctest.h>

#include <random>
#include <vector>

#include "../../support.hpp"
#include "served_step.hpp"

/// Protocols of several phases: records that move, requests that are chained at their cells or in a table of them, and
/// routines of sorting.
namespace pram::testing {

namespace {

constexpr Action writing_actions[] = {Action::write, Action::update, Action::fetch, Action::multiprefix};

StepAsked random_step(std::mt19937_64& random, const OperatorOnType& on, const Shape& shape) {
  if (random() % 3 != 0)
    return step_of_line(random, on, writing_actions[random() % 4], rule_from(on.name), false, shape);
  const Rule rule = plain_rules[random() % std::size(plain_rules)];
  return step_of_line(random, on, random() % 2 == 0 ? Action::read : Action::write, rule, true, shape);
}

}  // namespace

TEST_CASE("served by counting, in chains: cells, replies, degrees and messages are those of plain loops") {
  const std::uint64_t seed = testing::seed();
  INFO("seed ", seed);
  std::mt19937_64 random(seed);
  for (const OperatorOnType& on : operators_on_types(random, 12, false)) {
    CAPTURE(on);
    const Shape shape{300, random() % 2 == 0 ? 1000U : 120U, random() % 2 == 0, random() % 4 == 0};
    const StepAsked step = random_step(random, on, shape);
    CHECK(check_served(step, {.access = "combining:4,4", .kind = Carrier::Kind::chained}) == ServedBy::counted);
  }
}

TEST_CASE("served by counting, in a table: few cells have many requests") {
  const std::uint64_t seed = testing::seed();
  INFO("seed ", seed);
  std::mt19937_64 random(seed);
  for (const OperatorOnType& on : operators_on_types(random, 12, false)) {
    CAPTURE(on);
    const Shape shape{600, 1 + static_cast<std::uint32_t>(random() % 4), random() % 2 == 0, false};
    const StepAsked step = random_step(random, on, shape);
    CHECK(check_served(step, {.access = "combining:4,4", .kind = Carrier::Kind::chained}) == ServedBy::counted);
  }
}

TEST_CASE("served in phases: records merge where they meet") {
  const std::uint64_t seed = testing::seed();
  INFO("seed ", seed);
  std::mt19937_64 random(seed);
  const std::vector<OperatorOnType> all = operators_on_types(random, 12, false);
  for (int round = 0; round < 20; ++round) {
    const OperatorOnType& on = all[random() % all.size()];
    CAPTURE(on);
    StepAsked step;
    step.rule = plain_rules[random() % std::size(plain_rules)];
    step.marker = random();
    const Shape shape{200, 40, random() % 2 == 0, false};
    add_line(step, random, on, writing_actions[1 + random() % 3], shape.cells, false);
    add_line(step, random, all[random() % all.size()], Action::write, shape.cells, true);
    step.lines.push_back({1, Action::read});
    add_requests(step, random, shape);
    const Carrier::Kind kind = random() % 2 == 0 ? Carrier::Kind::phased : Carrier::Kind::chained;
    CHECK(check_served(step, {.access = "combining:4,4", .kind = kind}) == ServedBy::records);
    CHECK(check_served(step, {.network = "hypercube", .access = "combining:4,4", .kind = Carrier::Kind::phased}) ==
          ServedBy::records);
  }
}

TEST_CASE("records that move have the name of the way by which a machine with chains serves them") {
  const std::uint64_t seed = testing::seed();
  INFO("seed ", seed);
  std::mt19937_64 random(seed);
  for (const OperatorOnType& on : operators_on_types(random, 12, false)) {
    CAPTURE(on);
    const StepAsked step = random_step(random, on, {200, 50, true, false});
    CHECK(check_served(step, {.access = "combining:4,4", .kind = Carrier::Kind::phased}) == ServedBy::counted);
  }
}

TEST_CASE("served by sorting: the network's routines take requests to their cells") {
  const std::uint64_t seed = testing::seed();
  INFO("seed ", seed);
  std::mt19937_64 random(seed);
  for (const OperatorOnType& on : operators_on_types(random, 12, false)) {
    CAPTURE(on);
    const StepAsked step = random_step(random, on, {60, 30, random() % 2 == 0, false});
    CHECK(check_served(step, {.network = "hypercube", .access = "sorting", .kind = Carrier::Kind::sorted}) ==
          ServedBy::sorted);
  }
}

}  // namespace pram::testing
