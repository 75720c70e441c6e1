#include <doctest/doctest.h>

#include <random>
#include <vector>

#include "../../support.hpp"
#include "served_step.hpp"

/// Direct access: requests in place, chunk by chunk in place or as records, and as records.
namespace pram::testing {

namespace {

constexpr Action combining_actions[] = {Action::write, Action::update, Action::fetch, Action::multiprefix};

/// Does a random step of one line for each operator on each type, each action and each rule of plain writes.
template <class Check>
void on_steps_of_a_line(std::mt19937_64& random, bool floating, const Check& check) {
  for (const OperatorOnType& on : operators_on_types(random, 12, floating)) {
    CAPTURE(on);
    const Action action = combining_actions[random() % 4];
    check(step_of_line(random, on, action, rule_from(on.name), false, random_shape(random)));
    const Rule rule = plain_rules[random() % std::size(plain_rules)];
    const Action plain = random() % 2 == 0 ? Action::read : Action::write;
    check(step_of_line(random, on, plain, rule, true, random_shape(random)));
  }
}

}  // namespace

TEST_CASE("served in place: cells, replies, degrees and messages are those of plain loops over the requests") {
  const std::uint64_t seed = testing::seed();
  INFO("seed ", seed);
  std::mt19937_64 random(seed);
  on_steps_of_a_line(random, false, [](const StepAsked& step) {
    const ServedBy served_by = check_served(step, {});
    CHECK((served_by == ServedBy::in_place || served_by == ServedBy::nothing));
  });
}

TEST_CASE("served in chunks: several lines ask, some of them the same of one array") {
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
    const Shape shape = random_shape(random);
    add_line(step, random, on, combining_actions[1 + random() % 3], shape.cells, false);
    add_line(step, random, all[random() % all.size()], Action::write, shape.cells, true);
    step.lines.push_back({1, Action::read});
    step.lines.push_back({1, Action::read});
    add_requests(step, random, shape);
    const ServedBy served_by = check_served(step, {});
    CHECK((served_by == ServedBy::chunks || shape.processors < 100));
  }
}

TEST_CASE("served in order: a program's sums of floating-point numbers go as records") {
  const std::uint64_t seed = testing::seed();
  INFO("seed ", seed);
  std::mt19937_64 random(seed);
  for (OperatorOnType on : operators_on_types(random, 0, true)) {
    if (on.type < WordType::float32) continue;
    CAPTURE(on);
    // Sums and products of these are exact in any order.
    on.values.clear();
    for (const double value : {1.0, -1.0, 2.0, 0.5}) {
      on.values.push_back(on.width == 8 ? to_word(value) : to_word(static_cast<float>(value)));
    }
    const Shape shape{60, 9, random() % 2 == 0, false};
    const StepAsked step = step_of_line(random, on, combining_actions[1 + random() % 3], Rule::priority, false, shape);
    CHECK(check_served(step, {}) == ServedBy::in_order);
  }
}

TEST_CASE("served as records: a network that asks for its messages has each of them") {
  const std::uint64_t seed = testing::seed();
  INFO("seed ", seed);
  std::mt19937_64 random(seed);
  on_steps_of_a_line(random, false, [](const StepAsked& step) {
    const ServedBy served_by = check_served(step, {.network = "hypercube"});
    CHECK((served_by == ServedBy::records || served_by == ServedBy::nothing));
  });
}

}  // namespace pram::testing
