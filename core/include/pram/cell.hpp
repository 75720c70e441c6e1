#pragma once

#include <concepts>
#include <coroutine>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <pram/error.hpp>
#include <pram/lane.hpp>

#define PRAM_AWAIT_IT [[nodiscard("a request does nothing until it is awaited: co_await it")]]

namespace pram {

namespace detail {

/// What a co_await on a request yields: the processor stops here until the step is done.
struct Suspend {
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<>) const noexcept {}
  void await_resume() const noexcept {}
};

template <Storable T>
struct SuspendForReply {
  /// A class is const here, since `co_await cells[i] = value` would assign to the value that was read. Of numbers the
  /// language says so itself. The name is for the compiler's message.
  using value_read_to_write_the_cell_put_the_assignment_in_parentheses =
      std::conditional_t<std::is_class_v<T> || std::is_union_v<T>, const T, T>;

  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<>) const noexcept {}
  value_read_to_write_the_cell_put_the_assignment_in_parentheses await_resume() const noexcept {
    return from_word<T>(current_lane->value[current_lane->slot]);
  }
};

[[noreturn]] void throw_unawaited();

/// For assertions in what must not be used.
template <class>
inline constexpr bool never = false;

}  // namespace detail

/// A program's own operator on values of type T, associative and commutative: a type with apply(a, b), identity(),
/// which leaves any value as it is, and a name for the ledger. All three are static, so that it can be combined
/// anywhere.
template <class Operator, class T>
concept CombiningOperator = Storable<T> && requires(T a, T b) {
  { Operator::apply(a, b) } -> std::same_as<T>;
  { Operator::identity() } -> std::same_as<T>;
  { Operator::name } -> std::convertible_to<std::string_view>;
};

namespace detail {

/// The number under which the process knows an operator.
template <Storable T, class Operator>
std::uint16_t number_of() {
  static const std::uint16_t number =
      enter_operator({std::string(std::string_view(Operator::name)),
                      [](Word a, Word b) { return to_word<T>(Operator::apply(from_word<T>(a), from_word<T>(b))); },
                      to_word<T>(Operator::identity())});
  return number;
}

}  // namespace detail

/// A request with an operand, to be awaited at once: there is one of each kind a host thread, so that it takes no room
/// in the processor's frame. It can be neither copied nor kept: programs meet it as an rvalue.
template <Storable T, Action action, Fold fold, class Operator = void>
class Update {
 public:
  constexpr Update() = default;
  Update(const Update&) { kept(); }
  Update& operator=(const Update&) = delete;
  operator T() const {  // NOLINT(google-explicit-constructor): it is there for its message
    kept();
    return operand_;
  }

  static Operation operation() {
    Operation made{action, fold, word_type<T>(), sizeof(T)};
    if constexpr (fold == Fold::own) made.own = detail::number_of<T, Operator>();
    return made;
  }

  /// Makes the request.
  /// @throws Error if the one made before was never awaited
  static Update&& of(const detail::MemoryCell* cell, T operand) {
    Update& request = current_;
    if (request.cell_ != nullptr) [[unlikely]] {
      request.cell_ = nullptr;
      detail::throw_unawaited();
    }
    request.cell_ = cell;
    request.operand_ = operand;
    return std::move(request);
  }

  /// Hands the request over to the machine.
  void issue(const char* file, std::uint32_t line) {
    const detail::MemoryCell* const cell = cell_;
    cell_ = nullptr;
    detail::issue(cell, operation(), to_word(operand_), file, line);
  }

 private:
  static void kept() {
    static_assert(detail::never<T>,
                  "a request is awaited where it is made: `co_await cells[i].add(value)`, "
                  "`before = co_await cells[i].fetch_add(value)`");
  }

  static constinit thread_local Update current_;

  const detail::MemoryCell* cell_ = nullptr;
  T operand_{};
};

template <Storable T, Action action, Fold fold, class Operator>
constinit thread_local Update<T, action, fold, Operator> Update<T, action, fold, Operator>::current_{};

/// Lets a step pass without a request.
struct PRAM_AWAIT_IT Idle {};

template <Storable T>
class Array;

/// A shared cell, as a program sees it. Awaiting it reads it; its operations make the other requests. Each is one PRAM
/// step. Its content is out of the program's reach; `auto& cell = array[i]` is a name for it.
template <Storable T>
class Cell : private detail::MemoryCell {
 public:
  Cell() = delete;
  Cell(const Cell&) = delete;
  Cell& operator=(const Cell&) = delete;

  operator T() const {  // NOLINT(google-explicit-constructor): it is there for its message
    static_assert(detail::never<T>, "a shared cell is read by co_await: `value = co_await cells[i]`");
    return from_word<T>(0);
  }

  /// Writes under the machine's rule.
  PRAM_AWAIT_IT Update<T, Action::write, Fold::none>&& operator=(T value) const {
    return request<Action::write, Fold::none>(value);
  }

  /// Combining updates: whatever the machine's CRCW rule, concurrent ones all count. Integers wrap to their width.
  PRAM_AWAIT_IT Update<T, Action::update, Fold::add>&& add(T value) const requires Numeric<T> {
    return request<Action::update, Fold::add>(value);
  }
  PRAM_AWAIT_IT Update<T, Action::update, Fold::multiply>&& multiply(T value) const requires Numeric<T> {
    return request<Action::update, Fold::multiply>(value);
  }
  PRAM_AWAIT_IT Update<T, Action::update, Fold::minimum>&& min(T value) const requires Numeric<T> {
    return request<Action::update, Fold::minimum>(value);
  }
  PRAM_AWAIT_IT Update<T, Action::update, Fold::maximum>&& max(T value) const requires Numeric<T> {
    return request<Action::update, Fold::maximum>(value);
  }
  PRAM_AWAIT_IT Update<T, Action::update, Fold::bit_and>&& bit_and(T value) const requires Bitwise<T> {
    return request<Action::update, Fold::bit_and>(value);
  }
  PRAM_AWAIT_IT Update<T, Action::update, Fold::bit_or>&& bit_or(T value) const requires Bitwise<T> {
    return request<Action::update, Fold::bit_or>(value);
  }
  PRAM_AWAIT_IT Update<T, Action::update, Fold::bit_xor>&& bit_xor(T value) const requires Bitwise<T> {
    return request<Action::update, Fold::bit_xor>(value);
  }

  /// The same, returning the cell's value before this request in some serial order of the step's requests.
  PRAM_AWAIT_IT Update<T, Action::fetch, Fold::add>&& fetch_add(T value) const requires Numeric<T> {
    return request<Action::fetch, Fold::add>(value);
  }
  PRAM_AWAIT_IT Update<T, Action::fetch, Fold::multiply>&& fetch_multiply(T value) const requires Numeric<T> {
    return request<Action::fetch, Fold::multiply>(value);
  }
  PRAM_AWAIT_IT Update<T, Action::fetch, Fold::minimum>&& fetch_min(T value) const requires Numeric<T> {
    return request<Action::fetch, Fold::minimum>(value);
  }
  PRAM_AWAIT_IT Update<T, Action::fetch, Fold::maximum>&& fetch_max(T value) const requires Numeric<T> {
    return request<Action::fetch, Fold::maximum>(value);
  }
  PRAM_AWAIT_IT Update<T, Action::fetch, Fold::bit_and>&& fetch_and(T value) const requires Bitwise<T> {
    return request<Action::fetch, Fold::bit_and>(value);
  }
  PRAM_AWAIT_IT Update<T, Action::fetch, Fold::bit_or>&& fetch_or(T value) const requires Bitwise<T> {
    return request<Action::fetch, Fold::bit_or>(value);
  }
  PRAM_AWAIT_IT Update<T, Action::fetch, Fold::bit_xor>&& fetch_xor(T value) const requires Bitwise<T> {
    return request<Action::fetch, Fold::bit_xor>(value);
  }

  /// The same in the order of processor ids.
  PRAM_AWAIT_IT Update<T, Action::multiprefix, Fold::add>&& multiprefix_add(T value) const requires Numeric<T> {
    return request<Action::multiprefix, Fold::add>(value);
  }
  PRAM_AWAIT_IT Update<T, Action::multiprefix, Fold::multiply>&& multiprefix_multiply(
      T value) const requires Numeric<T> {
    return request<Action::multiprefix, Fold::multiply>(value);
  }
  PRAM_AWAIT_IT Update<T, Action::multiprefix, Fold::minimum>&& multiprefix_min(T value) const requires Numeric<T> {
    return request<Action::multiprefix, Fold::minimum>(value);
  }
  PRAM_AWAIT_IT Update<T, Action::multiprefix, Fold::maximum>&& multiprefix_max(T value) const requires Numeric<T> {
    return request<Action::multiprefix, Fold::maximum>(value);
  }
  PRAM_AWAIT_IT Update<T, Action::multiprefix, Fold::bit_and>&& multiprefix_and(T value) const requires Bitwise<T> {
    return request<Action::multiprefix, Fold::bit_and>(value);
  }
  PRAM_AWAIT_IT Update<T, Action::multiprefix, Fold::bit_or>&& multiprefix_or(T value) const requires Bitwise<T> {
    return request<Action::multiprefix, Fold::bit_or>(value);
  }
  PRAM_AWAIT_IT Update<T, Action::multiprefix, Fold::bit_xor>&& multiprefix_xor(T value) const requires Bitwise<T> {
    return request<Action::multiprefix, Fold::bit_xor>(value);
  }

  /// The same with a program's own operator.
  template <CombiningOperator<T> Operator>
  PRAM_AWAIT_IT Update<T, Action::update, Fold::own, Operator>&& combine(Operator, T value) const {
    return Update<T, Action::update, Fold::own, Operator>::of(this, value);
  }
  template <CombiningOperator<T> Operator>
  PRAM_AWAIT_IT Update<T, Action::fetch, Fold::own, Operator>&& fetch_combine(Operator, T value) const {
    return Update<T, Action::fetch, Fold::own, Operator>::of(this, value);
  }
  template <CombiningOperator<T> Operator>
  PRAM_AWAIT_IT Update<T, Action::multiprefix, Fold::own, Operator>&& multiprefix_combine(Operator, T value) const {
    return Update<T, Action::multiprefix, Fold::own, Operator>::of(this, value);
  }

  /// The cell's address, which tells what cell it is.
  const detail::MemoryCell* address() const { return this; }

 private:
  friend class Array<T>;

  template <Action action, Fold fold>
  Update<T, action, fold>&& request(T value) const {
    return Update<T, action, fold>::of(this, value);
  }
};

}  // namespace pram

#undef PRAM_AWAIT_IT
