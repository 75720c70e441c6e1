#pragma once

#include <array>
#include <concepts>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include <pram/detail/processors/outbox.hpp>
#include <pram/error.hpp>
#include <pram/operators.hpp>

#define PRAM_AWAIT_IT [[nodiscard("a request does nothing until it is awaited: co_await it")]]
#define PRAM_FROM const char *file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()

namespace pram {

namespace detail {

/// What a co_await on a request yields: the processor stops here until the step is done.
struct Suspend {
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<>) const noexcept {}
  void await_resume() const noexcept {}
};

/// Where `co_await cells[i] = value` is meant to write, it assigns to the value that was read, for co_await binds
/// tighter than `=`. A class is const here, under a name for the compiler's message. Of a number the language itself
/// refuses the assignment, in words of its own ("lvalue required", "not assignable"), since a function returns no const
/// number. An object that stands for the number could say more. But `auto value = co_await cells[i]` would then be such
/// an object and no number, std::max(co_await cells[i], 3) would compile no more, and neither would a format of it. So
/// the manual has those words (docs/reference/language.md).
template <Storable T>
struct SuspendForReply {
  using value_read_to_write_the_cell_put_the_assignment_in_parentheses =
      std::conditional_t<std::is_class_v<T> || std::is_union_v<T>, const T, T>;

  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<>) const noexcept {}
  value_read_to_write_the_cell_put_the_assignment_in_parentheses await_resume() const noexcept {
    return from_word<T>(current_outbox->value[current_outbox->slot]);
  }
};

/// False for every type: for static assertions in functions that must not be used.
template <class>
inline constexpr bool never = false;

/// Does not compile where a value would lose its fraction when it is combined into a cell of type T.
template <class T, class Value>
consteval void keep_fraction() {
  static_assert(!std::integral<T> || !std::floating_point<std::remove_cvref_t<Value>>,
                "a floating-point value would lose its fraction in a cell of integers: convert it yourself, "
                "`static_cast<T>(value)`, or make an array of double");
}

}  // namespace detail

namespace detail {

template <class T>
struct HasEquality : std::bool_constant<std::equality_comparable<T>> {};
template <class T, std::size_t n>
struct HasEquality<std::array<T, n>> : HasEquality<T> {};

/// The number of T's own operator==.
template <Storable T>
struct EqualityNumber {
  static std::uint16_t get() {
    static const std::uint16_t number = enter_equality(
        {[](Word a, Word b) { return static_cast<bool>(from_word<T>(a) == from_word<T>(b)); }, typeid(T).name()});
    static_cast<void>(&used);  // which makes it
    return number;
  }
  inline static const UsedSomewhere used{&get};
};

/// How writes of T are compared where they must agree: by its own operator== if it is a class with one.
template <Storable T>
std::uint16_t equality_of() {
  if constexpr (!std::is_class_v<T> && !std::is_union_v<T>) {
    return equal_bytes;
  } else if constexpr (HasEquality<T>::value) {
    return EqualityNumber<T>::get();
  } else {
    return std::has_unique_object_representations_v<T> ? equal_bytes : no_equality;
  }
}

/// The number under which the process knows an operator.
template <Storable T, class Operator>
struct OperatorNumber {
  static std::uint16_t get() {
    static const std::uint16_t number =
        enter_operator({std::string(std::string_view(Operator::name)), &OnWords<Operator, T>::apply,
                        OnWords<Operator, T>::identity()});
    static_cast<void>(&used);  // which makes it
    return number;
  }
  inline static const UsedSomewhere used{&get};
};

}  // namespace detail

/// A request with an operand, to be awaited at once. What the request asks for stands in the processor's outbox, and
/// takes no room in the processor's frame. A request can be neither copied nor kept: programs meet it as an rvalue.
/// @tparam Operator  by which concurrent ones combine; void for a write, which the rule settles
template <Storable T, Action action, class Operator = void>
class Update {
 public:
  constexpr Update() = default;
  Update(const Update&) { kept(); }
  Update& operator=(const Update&) = delete;
  operator T() const {  // NOLINT(google-explicit-constructor): declared for its message
    kept();
    return from_word<T>(0);
  }

  static Operation operation() {
    Operation made{action, detail::kind_of<Operator>, word_type<T>(), sizeof(T)};
    if constexpr (detail::kind_of<Operator> == OperatorKind::own) made.own = detail::OperatorNumber<T, Operator>::get();
    if constexpr (action == Action::write) made.own = detail::equality_of<T>();
    return made;
  }

  /// Makes the request.
  /// @param file  the source file that makes it; null if it is not known
  /// @throws Error if the processor never awaited the request that it made before, and in host code
  static Update&& of(const void* cell, T operand, const char* file, std::uint32_t line) {
    detail::make_request(cell, to_word(operand), file, line);
    return std::move(one_);
  }

  /// Hands the request over to the machine.
  [[gnu::always_inline]] void issue(const char* file, std::uint32_t line) {
    detail::issue_made<detail::CellOf<T>>(operation(), file, line);
  }

 private:
  static void kept() {
    static_assert(detail::never<T>,
                  "a request is awaited where it is made: `co_await cells[i].add(value)`, "
                  "`before = co_await cells[i].fetch_add(value)`");
  }

  static constinit Update one_;  // empty: all requests of this kind are known by it
};

template <Storable T, Action action, class Operator>
constinit Update<T, action, Operator> Update<T, action, Operator>::one_{};

/// Lets a step pass without a request.
struct PRAM_AWAIT_IT Idle {};

template <Storable T>
class Array;

/// A shared cell, as a program sees it. Awaiting the cell reads it; its operations make the other requests. Each
/// request takes one PRAM step. A program cannot touch the content itself; `auto& cell = array[i]` gives the cell a
/// name.
///
/// Cells stand in an array's memory though nothing constructs them: a class that is created trivially, as this one,
/// begins to live with the memory that it is looked for in ([intro.object] of C++20). The machine knows them by their
/// base.
template <Storable T>
class Cell : private detail::CellOf<T> {
 public:
  Cell(const Cell&) = delete;
  Cell& operator=(const Cell&) = delete;

  operator T() const {  // NOLINT(google-explicit-constructor): declared for its message
    static_assert(detail::never<T>, "a shared cell is read by co_await: `value = co_await cells[i]`");
    return from_word<T>(0);
  }

  /// Writes under the machine's rule. Rule `common` compares values, not bytes: numbers as numbers, where 0.0 agrees
  /// with -0.0 and NaN with NaN; a class by its operator==, or by its bytes if these are its value. The cell gets the
  /// lowest processor's.
  /// @throws ConfigError under that rule for a class that has padding, or another part that is no value, and no
  /// operator==
  PRAM_AWAIT_IT Update<T, Action::write>&& operator=(T value) const {
    return Update<T, Action::write>::of(address(), value, nullptr, 0);
  }

  /// Combines the value into the cell, which gets operator(cell, value): by Sum, Product, Minimum, Maximum, BitAnd,
  /// BitOr, BitXor (operators.hpp), or a program's own operator. Whatever the machine's CRCW rule, concurrent ones all
  /// count; two different operators on one cell in one step are a breach of every rule.
  template <CombiningOperator<T> Operator>
  PRAM_AWAIT_IT Update<T, Action::update, Operator>&& combine(Operator, T value, PRAM_FROM) const {
    return Update<T, Action::update, Operator>::of(address(), value, file, line);
  }
  /// The same, returning the cell's value before this request in some serial order of the step's requests.
  template <CombiningOperator<T> Operator>
  PRAM_AWAIT_IT Update<T, Action::fetch, Operator>&& fetch_combine(Operator, T value, PRAM_FROM) const {
    return Update<T, Action::fetch, Operator>::of(address(), value, file, line);
  }
  /// The same in the order of processor ids.
  template <CombiningOperator<T> Operator>
  PRAM_AWAIT_IT Update<T, Action::multiprefix, Operator>&& multiprefix_combine(Operator, T value, PRAM_FROM) const {
    return Update<T, Action::multiprefix, Operator>::of(address(), value, file, line);
  }

  // Declared for the compiler's message.
  template <class Operator, std::floating_point Value>
  requires std::integral<T> Idle combine(Operator, Value)
  const { return refused<Value>(); }
  template <class Operator, std::floating_point Value>
  requires std::integral<T> Idle fetch_combine(Operator, Value)
  const { return refused<Value>(); }
  template <class Operator, std::floating_point Value>
  requires std::integral<T> Idle multiprefix_combine(Operator, Value)
  const { return refused<Value>(); }

  // The built-in operators under names of their own: add, fetch_add, multiprefix_add, and so on (rules.def).
#define PRAM_OPERATOR(Type, rule, plain, fetching, ordered, ...)                   \
  PRAM_AWAIT_IT Update<T, Action::update, Type>&& plain(T value, PRAM_FROM)        \
      const requires CombiningOperator<Type, T> {                                  \
    return Update<T, Action::update, Type>::of(address(), value, file, line);      \
  }                                                                                \
  PRAM_AWAIT_IT Update<T, Action::fetch, Type>&& fetching(T value, PRAM_FROM)      \
      const requires CombiningOperator<Type, T> {                                  \
    return Update<T, Action::fetch, Type>::of(address(), value, file, line);       \
  }                                                                                \
  PRAM_AWAIT_IT Update<T, Action::multiprefix, Type>&& ordered(T value, PRAM_FROM) \
      const requires CombiningOperator<Type, T> {                                  \
    return Update<T, Action::multiprefix, Type>::of(address(), value, file, line); \
  }                                                                                \
  template <std::floating_point Value>                                             \
  requires std::integral<T> Idle plain(Value)                                      \
  const { return refused<Value>(); }                                               \
  template <std::floating_point Value>                                             \
  requires std::integral<T> Idle fetching(Value)                                   \
  const { return refused<Value>(); }                                               \
  template <std::floating_point Value>                                             \
  requires std::integral<T> Idle ordered(Value)                                    \
  const { return refused<Value>(); }
#include <pram/detail/rules.def>

  /// The cell's address, which says what cell it is.
  const detail::CellOf<T>* address() const { return this; }

 private:
  friend class Array<T>;

  Cell() = default;

  template <class Value>
  static Idle refused() {
    detail::keep_fraction<T, Value>();
    return {};
  }

  /// Stands for a cell outside an array: whoever awaits it gets an AddressError.
  static const Cell& invalid(const Cell* array, std::int64_t index) noexcept {
    detail::note_invalid(&outside_, array, index);
    return outside_;
  }

  static const Cell outside_;
};

template <Storable T>
constinit const Cell<T> Cell<T>::outside_{};

}  // namespace pram

#undef PRAM_FROM
#undef PRAM_AWAIT_IT
