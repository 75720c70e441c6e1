#include "request/word_operators.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <set>
#include <typeindex>
#include <vector>

#include "../../support.hpp"
#include "combined_values.hpp"
#include "memory/stamps.hpp"
#include "request/combine.hpp"

/// Operators on words give the bits of the plain definitions on values, cut to their width.
namespace pram::detail {

namespace {

using testing::OperatorOnType;

/// An operator that no list names.
struct LowestBits {
  template <Numeric T>
  static constexpr T apply(T a, T b) {
    return a % 16 < b % 16 ? a : b;
  }
};

/// What the compiler makes of a sum decides which NaN two of them give.
bool same_bits(WordType type, Word a, Word b) {
  const auto both_are_none = [a, b]<class T>(T) {
    return from_word<T>(a) != from_word<T>(a) && from_word<T>(b) != from_word<T>(b);
  };
  return a == b || (type == WordType::float32 && both_are_none(float())) ||
         (type == WordType::float64 && both_are_none(double()));
}

/// How often words differ from the plain definition.
template <class Words>
std::size_t differences(const Words& words, const OperatorOnType& on) {
  const Operation operation = on.operation(Action::update);
  std::size_t wrong = 0;
  const auto compare = [&](Word word, Word expected) {
    wrong += same_bits(on.type, normalise(operation, word), expected) ? 0 : 1;
  };
  Word joined = words.masked(words.identity());
  Word expected = on.identity;
  for (const Word a : on.values) {
    wrong += words.masked(words.masked(a)) == a ? 0 : 1;
    compare(words.apply(words.identity(), a), on.apply(on.identity, a));
    for (const Word other : on.values) compare(words.apply(a, other), on.apply(a, other));
    joined = words.join(joined, words.masked(a));
    expected = on.apply(expected, a);
    compare(words.masked(joined), expected);
  }
  return wrong;
}

}  // namespace

TEST_CASE("operators on words give the bits of those on values, of every type") {
  const std::uint64_t seed = testing::seed();
  INFO("seed ", seed);
  std::mt19937_64 random(seed);
  for (const OperatorOnType& on : testing::operators_on_types(random, 60, true)) {
    CAPTURE(on);
    const bool integers = on.type <= WordType::unsigned_integer;
    const auto check = [&](auto words) {
      // The identity of the widest integers is that of narrower ones, too.
      CHECK(words.identity() == on.widest_identity);
      CHECK(differences(words, on) == 0);
    };
    with_words(on.kind, on.type, check);
    testing::with_cell(on.width, [&](auto cell) { with_words_in<decltype(cell.word)>(on.kind, on.type, check); });
    if (integers) with_integers(on.kind, on.type, check);
    const Operation operation = on.operation(Action::update);
    CHECK(identity_of(operation) == on.widest_identity);
    for (std::size_t k = 1; k < on.values.size(); ++k) {
      const Word a = on.values[k - 1];
      const Word b = on.values[k];
      CHECK(same_bits(on.type, normalise(operation, apply_operator(operation, a, b)), on.apply(a, b)));
    }
  }
}

TEST_CASE("integers of both signs and all widths are combined by few types of words") {
  std::set<std::type_index> types;
  for (const OperatorKind op : {OperatorKind::sum, OperatorKind::product, OperatorKind::minimum, OperatorKind::maximum,
                                OperatorKind::bit_and, OperatorKind::bit_or, OperatorKind::bit_xor}) {
    for (const WordType type : {WordType::signed_integer, WordType::unsigned_integer}) {
      types.insert(with_integers(op, type, [](auto words) { return std::type_index(typeid(words)); }));
    }
  }
  CHECK(types.size() == 5);
}

TEST_CASE("an operator that is not known to need less goes by its type and sign") {
  const auto of = [](WordType type, std::int64_t a, std::int64_t b) {
    return with_integers<LowestBits>(
        type, [&](auto words) { return static_cast<std::int64_t>(words.apply(to_word(a), to_word(b))); });
  };
  CHECK(of(WordType::signed_integer, -1, 0) == -1);
  CHECK(of(WordType::unsigned_integer, -1, 0) == 0);
}

TEST_CASE("a program's own operator is called as it is") {
  const OwnWords words{[](Word a, Word b) { return 10 * a + b; }};
  CHECK(words.apply(3, 4) == 34);
  CHECK(words.join(words.masked(3), words.masked(4)) == words.masked(34));
}

TEST_CASE("cells hold a value's bits and give its word back, whatever the type") {
  const std::uint64_t seed = testing::seed();
  INFO("seed ", seed);
  std::mt19937_64 random(seed);
  for (const OperatorOnType& on : testing::operators_on_types(random, 20, true)) {
    CAPTURE(on);
    const Operation operation = on.operation(Action::update);
    const CellWords words(operation);
    testing::with_cell(on.width, [&](auto cell) {
      for (const Word value : on.values) {
        words.set(cell, value);
        CHECK(words.of(cell) == value);
        CHECK(word_of(cell, on.type) == value);
        if (on.type > WordType::unsigned_integer) continue;
        // What an operator gives has more bits than the type.
        const Word sum = value + random() % 1000 * (Word{1} << (4 * on.width));
        words.set(cell, sum);
        CHECK(words.of(cell) == normalise(operation, sum));
      }
    });
  }
}

}  // namespace pram::detail
