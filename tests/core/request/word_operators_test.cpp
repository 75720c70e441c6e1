#include "request/word_operators.hpp"

#include <doctest/doctest.h>

#include <concepts>
#include <cstdint>
#include <random>
#include <set>
#include <type_traits>
#include <typeindex>
#include <vector>

#include "../../support.hpp"
#include "combined_values.hpp"
#include "memory/stamps.hpp"
#include "request/combine.hpp"

/// Operators on words give the bits of the plain definitions on values, cut to their width.
namespace pram::detail {

namespace {

/// An operator that no list names.
struct LowestBits {
  template <Numeric T>
  static constexpr T apply(T a, T b) {
    return a % 16 < b % 16 ? a : b;
  }
};

/// Which NaN it is that two of them give depends on what the compiler makes of a sum.
template <class T>
bool same_bits(Word a, Word b) {
  if constexpr (std::floating_point<T>)
    return a == b || (from_word<T>(a) != from_word<T>(a) && from_word<T>(b) != from_word<T>(b));
  return a == b;
}

/// That of the widest integers, as words have it: narrower ones need not be changed by it, no more.
template <class Operator, class T>
Word widest_identity() {
  using Signed = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
  return OnWords<Operator, std::conditional_t<std::floating_point<T>, T, Signed>>::identity();
}

template <class Operator, class T, class Words>
void check_words(const Words& words, const Operation& operation, const std::vector<T>& values) {
  using Plain = OnWords<Operator, T>;
  std::size_t wrong = 0;
  const auto compare = [&](Word word, Word expected) {
    wrong += same_bits<T>(normalise(operation, word), expected) ? 0 : 1;
  };
  CHECK(words.identity() == widest_identity<Operator, T>());
  Word joined = words.masked(words.identity());
  Word expected = Plain::identity();
  for (const T value : values) {
    const Word a = to_word(value);
    CHECK(words.masked(words.masked(a)) == a);
    compare(words.apply(words.identity(), a), Plain::apply(Plain::identity(), a));
    for (const T other : values) compare(words.apply(a, to_word(other)), Plain::apply(a, to_word(other)));
    joined = words.join(joined, words.masked(a));
    expected = Plain::apply(expected, a);
    compare(words.masked(joined), expected);
  }
  CHECK(wrong == 0);
}

/// Every way to the words of an operator.
struct CheckAllWays {
  std::mt19937_64& random;

  template <class Operator, class T>
  void operator()() const {
    const std::vector<T> values = testing::values_to_combine<T>(random, 60);
    const Operation operation{Action::update, kind_of<Operator>, word_type<T>(), sizeof(T)};
    const auto check = [&](auto words) { check_words<Operator, T>(words, operation, values); };
    with_words(operation.op, operation.type, check);
    with_words_in<decltype(CellOf<T>::word)>(operation.op, operation.type, check);
    if constexpr (std::integral<T>) with_integers(operation.op, operation.type, check);
    CHECK(identity_of(operation) == widest_identity<Operator, T>());
    for (std::size_t k = 1; k < values.size(); ++k) {
      const Word a = to_word(values[k - 1]);
      const Word b = to_word(values[k]);
      CHECK(same_bits<T>(normalise(operation, apply_operator(operation, a, b)), OnWords<Operator, T>::apply(a, b)));
    }
  }
};

}  // namespace

TEST_CASE("operators on words give the bits of those on values, of every type") {
  const std::uint64_t seed = testing::seed();
  INFO("seed ", seed);
  std::mt19937_64 random(seed);
  const CheckAllWays check{random};
  testing::on_integers(check);
  testing::on_operators<float>(check);
  testing::on_operators<double>(check);
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
  const auto check = [&random]<class Operator, class T>() {
    const Operation operation{Action::update, kind_of<Operator>, word_type<T>(), sizeof(T)};
    const CellWords words(operation);
    for (const T value : testing::values_to_combine<T>(random, 20)) {
      CellOf<T> cell{};
      words.set(cell, to_word(value));
      CHECK(words.of(cell) == to_word(value));
      CHECK(word_of(cell, operation.type) == to_word(value));
      if constexpr (std::integral<T>) {
        // What an operator gives has more bits than the type.
        const Word sum = to_word(value) + random() % 1000 * (Word{1} << (4 * sizeof(T)));
        words.set(cell, sum);
        CHECK(words.of(cell) == normalise(operation, sum));
      }
    }
  };
  testing::on_integers(check);
  testing::on_operators<float>(check);
  testing::on_operators<double>(check);
}

}  // namespace pram::detail
