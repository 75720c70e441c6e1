#include <pram/detail/function.hpp>

#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

using pram::Function;

namespace {

int doubled(int value) { return 2 * value; }

/// What the function is called with, and how often copies of it are alive.
struct Counted {
  explicit Counted(int& count) : alive(&count) { ++*alive; }
  Counted(const Counted& other) : alive(other.alive), calls(other.calls) { ++*alive; }
  Counted& operator=(const Counted&) = delete;
  ~Counted() { --*alive; }

  int operator()(int by) { return calls += by; }

  int* alive;
  int calls = 0;
};

}  // namespace

TEST_CASE("a function is called with what it is given, and gives back what it returns") {
  const Function<int(int)> of_pointer = doubled;
  CHECK(of_pointer(4) == 8);
  int sum = 0;
  const Function<void(int)> adds = [&sum](int value) { return sum += value; };  // the result is dropped
  adds(3);
  adds(4);
  CHECK(sum == 7);
  const std::string text = "as long as no place has room for it in itself";
  const Function<std::string(std::string)> joins = [text](std::string more) { return text + more; };
  CHECK(joins("!") == text + "!");
  const Function<std::size_t(std::unique_ptr<int>)> takes = [](std::unique_ptr<int> given) { return given ? 1U : 0U; };
  CHECK(takes(std::make_unique<int>(1)) == 1);
  const Function<std::optional<int>(int)> none = [](int) { return std::nullopt; };
  CHECK(none(1) == std::nullopt);
  int value = 1;
  const Function<int&(int&)> same = [](int& given) -> int& { return given; };
  CHECK(&same(value) == &value);
  const Function<void()> throws = [] { throw std::runtime_error("thrown"); };
  CHECK_THROWS_WITH_AS(throws(), "thrown", std::runtime_error);
}

TEST_CASE("a function that is none says so, whatever it was made from") {
  CHECK_FALSE(Function<void()>());
  CHECK(Function<void()>(nullptr) == nullptr);
  CHECK(Function<void()>(std::function<void()>()) == nullptr);
  int (*const nowhere)(int) = nullptr;
  CHECK(Function<int(int)>(nowhere) == nullptr);
  CHECK(Function<long(int)>(Function<int(int)>()) == nullptr);
  CHECK(Function<long(int)>(Function<int(int)>(doubled))(4) == 8);
  CHECK(Function<void()>([] {}) != nullptr);
  CHECK(Function<int(int)>(std::function<int(int)>(doubled))(4) == 8);
  Function<int(int)> function = doubled;
  function = nullptr;
  CHECK_FALSE(function);
}

TEST_CASE("a copy of a function has a copy of what is called, and one that was moved from has nothing") {
  int alive = 0;
  {
    Function<int(int)> first = Counted(alive);
    CHECK(alive == 1);
    CHECK(first(2) == 2);
    const Function<int(int)> second = first;
    CHECK(alive == 2);
    CHECK(first(2) == 4);
    CHECK(second(1) == 3);  // from where the first stood
    CHECK(first(1) == 5);
    Function<int(int)> third = std::move(first);
    CHECK(alive == 2);
    CHECK(first == nullptr);  // NOLINT(bugprone-use-after-move)
    CHECK(third(1) == 6);
    third = second;
    CHECK(alive == 2);
    CHECK(third(1) == 4);
    third = *&third;
    CHECK(third(1) == 5);
    first = std::move(third);
    CHECK(first(1) == 6);
    std::vector<Function<int(int)>> many(10, first);
    CHECK(alive == 12);
    many.clear();
  }
  CHECK(alive == 0);
  int small = 0;
  const Function<int()> counts = [&small] { return ++small; };
  const Function<int()> again = counts;  // NOLINT(performance-unnecessary-copy-initialization)
  counts();
  CHECK(again() == 2);
}

TEST_CASE("what cannot be called so makes no function") {
  CHECK(std::is_convertible_v<int (*)(int), Function<int(int)>>);
  CHECK_FALSE(std::is_convertible_v<int, Function<int(int)>>);
  CHECK_FALSE(std::is_convertible_v<int (*)(std::string), Function<int(int)>>);
  CHECK_FALSE(std::is_convertible_v<std::string (*)(int), Function<int(int)>>);
  CHECK_FALSE(std::is_convertible_v<std::size_t (std::string::*)() const, Function<std::size_t(const std::string&)>>);
}
