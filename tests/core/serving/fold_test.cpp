#include "serving/fold.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include <pram/rule.hpp>

#include "../../support.hpp"
#include "../request/combined_values.hpp"
#include "memory/stamps.hpp"

/// What requests of one cell come to by folds, beside the plain definitions of operators and rules.
namespace pram::detail {

namespace {

using testing::OperatorOnType;

constexpr int rounds = 12;

/// One cell, and what several processors ask of it.
struct Asked {
  Word before;
  std::vector<Word> operands;

  Asked(std::mt19937_64& random, const std::vector<Word>& values) : before(values[random() % values.size()]) {
    const std::size_t requests = 1 + random() % 7;
    for (std::size_t k = 0; k < requests; ++k) operands.push_back(values[random() % values.size()]);
  }

  Word combined(const OperatorOnType& on, Word start) const {
    for (const Word operand : operands) start = on.apply(start, operand);
    return start;
  }
};

template <class Fold, class Cell>
void check_fold(const OperatorOnType& on, const Operation& operation, const Fold& fold, Cell cell, const Asked& asked) {
  CombiningContext context;
  const CellWords words(operation);
  const bool writes = operation.action == Action::write;
  words.set(cell, asked.before);
  words.set(cell, fold.written(words.of(cell), asked.operands[0]));
  CHECK(words.of(cell) == (writes ? asked.operands[0] : on.apply(asked.before, asked.operands[0])));

  Word joined = fold.masked(asked.operands[0]);
  std::uint32_t winner = 0;
  for (std::size_t k = 1; k < asked.operands.size(); ++k)
    fold.join(context, joined, winner, fold.masked(asked.operands[k]), static_cast<std::uint32_t>(k));
  words.set(cell, fold.left(asked.before, joined, 2, 0));
  CHECK(words.of(cell) == asked.combined(on, writes ? on.identity : asked.before));
  CHECK(word_of(cell, operation.type) == updated(operation, asked.before, fold.masked(joined), 2, 0));
  CHECK(fold.masked(joined) == (joined ^ mask_of(operation)));
}

/// All that a fold does, of one type that is made for several operators and types of values.
struct CheckFold {
  std::mt19937_64& random;
  const OperatorOnType& on;
  Operation operation;

  template <class Fold>
  void operator()(const Fold& fold) const {
    CHECK(Fold::fetches == operation.fetches());
    CHECK_FALSE(Fold::chooses);
    if constexpr (Fold::writes && !Fold::chooses) {
      Word nothing = fold.identity();
      std::uint32_t winner = 0;
      CombiningContext context;
      const Word some = fold.masked(on.values[5]);
      fold.join(context, nothing, winner, some, 0);
      CHECK(nothing == some);
      testing::with_cell(on.width, [&](auto cell) {
        for (int k = 0; k < rounds; ++k) check_fold(on, operation, fold, cell, Asked(random, on.values));
      });
    }
  }
};

}  // namespace

TEST_CASE("folds leave in a cell what the operator on values does, of every type and action") {
  const std::uint64_t seed = testing::seed();
  INFO("seed ", seed);
  std::mt19937_64 random(seed);
  for (const OperatorOnType& on : testing::operators_on_types(random, 20, false)) {
    CAPTURE(on);
    for (const Action action : {Action::write, Action::update, Action::fetch, Action::multiprefix}) {
      CAPTURE(static_cast<int>(action));
      const Operation operation = on.operation(action);
      REQUIRE(folds_in_any_order(operation));
      with_fold(operation, CheckFold{random, on, operation});
    }
  }
}

TEST_CASE("reads fold, and nothing is written") {
  with_fold({Action::read, OperatorKind::none, WordType::float64, 8}, []<class Fold>(const Fold&) {
    CHECK_FALSE(Fold::writes);
    CHECK_FALSE(Fold::fetches);
    CHECK_FALSE(Fold::chooses);
  });
}

TEST_CASE("plain writes fold to the value of the writer that the rule lets win, or to what it leaves") {
  const std::uint64_t seed = testing::seed();
  INFO("seed ", seed);
  std::mt19937_64 random(seed);
  constexpr Word old = 7;
  constexpr Word marker = 99;
  for (const Rule rule : {Rule::erew, Rule::common, Rule::arbitrary, Rule::priority, Rule::tolerant, Rule::collision}) {
    CAPTURE(static_cast<int>(rule));
    const Operation operation{Action::write, OperatorKind::none, WordType::signed_integer, 4, 0, rule};
    const CombiningContext step{random(), random(), false};
    std::vector<std::uint32_t> processors = {3, 8, 5, 11, 2};
    std::ranges::shuffle(processors, random);
    const auto wins_over = [&](std::uint32_t a, std::uint32_t b) {
      return with_rule(rule, [&](auto type) { return wins<decltype(type)>(step, a, b); });
    };
    const std::uint32_t best = *std::ranges::min_element(processors, wins_over);
    with_fold(operation, [&]<class Fold>(const Fold& fold) {
      CHECK(Fold::chooses);
      if constexpr (Fold::chooses) {
        CHECK(fold.written(old, 100) == 100);
        CombiningContext context = step;
        Word value = fold.masked(100 + processors[0]);
        std::uint32_t winner = processors[0];
        for (std::size_t k = 1; k < processors.size(); ++k)
          fold.join(context, value, winner, fold.masked(100 + processors[k]), processors[k]);
        CHECK(winner == best);
        CHECK(context.unequal_writes);
        const Word expected = rule == Rule::tolerant ? old : rule == Rule::collision ? marker : Word{100 + best};
        CHECK(fold.left(old, value, processors.size(), marker) == expected);
        CHECK(updated(operation, old, value, processors.size(), marker) == expected);
      }
    });
  }
}

TEST_CASE("floating-point numbers, own operators and types whose equality is unknown do not fold in any order") {
  CHECK_FALSE(folds_in_any_order({Action::update, OperatorKind::sum, WordType::float32, 4}));
  CHECK_FALSE(folds_in_any_order({Action::fetch, OperatorKind::minimum, WordType::float64, 8}));
  CHECK_FALSE(folds_in_any_order({Action::update, OperatorKind::own, WordType::signed_integer, 8}));
  CHECK_FALSE(folds_in_any_order({Action::write, OperatorKind::none, WordType::opaque, 8, no_equality + 1}));
  CHECK(folds_in_any_order({Action::write, OperatorKind::none, WordType::opaque, 8, no_equality}));
  CHECK(folds_in_any_order({Action::write, OperatorKind::none, WordType::float64, 8}));
  CHECK(folds_in_any_order({Action::read, OperatorKind::none, WordType::opaque, 8}));
}

}  // namespace pram::detail
