#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace pram {

template <class Signature>
class Function;

/// Something to call, or nothing: a copy of a lambda, a function or any other callable object, made implicitly as a
/// std::function is. `functional` is a tenth of what a program that includes `pram/pram.hpp` takes to compile, nearly
/// all of it for other things: no header that `pram/pram.hpp` brings includes it.
template <class Result, class... Arguments>
class Function<Result(Arguments...)> {
 public:
  Function() = default;
  Function(std::nullptr_t) {}  // NOLINT(google-explicit-constructor)
  /// An empty std::function and a null pointer make an empty one.
  template <class Given>
  requires(!std::is_same_v<std::decay_t<Given>, Function> && !std::is_member_pointer_v<std::decay_t<Given>> &&
           std::is_invocable_r_v<Result, std::decay_t<Given>&, Arguments...>)
      Function(Given&& given) {  // NOLINT: implicit, and no Function is Given
    using Callable = std::decay_t<Given>;
    if constexpr (!std::is_function_v<std::remove_reference_t<Given>> &&
                  std::is_assignable_v<Callable&, std::nullptr_t>) {
      if (given == nullptr) return;
    }
    if constexpr (held_in_place<Callable>) {
      ::new (static_cast<void*>(&place_)) Callable(std::forward<Given>(given));
    } else {
      place_.elsewhere = new Callable(std::forward<Given>(given));
    }
    kind_ = &kind_of<Callable>;
  }
  Function(const Function& other) : kind_(other.kind_) {
    if (kind_ == nullptr) return;
    if (kind_->copy == nullptr) {
      place_ = other.place_;
    } else {
      place_.elsewhere = kind_->copy(other.place_.elsewhere);
    }
  }
  Function(Function&& other) noexcept : kind_(std::exchange(other.kind_, nullptr)), place_(other.place_) {}
  Function& operator=(Function other) noexcept {
    std::swap(kind_, other.kind_);
    std::swap(place_, other.place_);
    return *this;
  }
  ~Function() {
    if (kind_ != nullptr && kind_->destroy != nullptr) kind_->destroy(place_.elsewhere);
  }

  /// There must be something to call.
  Result operator()(Arguments... arguments) const { return kind_->call(place_, std::forward<Arguments>(arguments)...); }

  explicit operator bool() const { return kind_ != nullptr; }
  friend bool operator==(const Function& one, std::nullptr_t) { return one.kind_ == nullptr; }

 private:
  union Place {
    mutable std::byte here[2 * sizeof(void*)];
    void* elsewhere;
  };

  struct Kind {
    Result (*call)(const Place&, Arguments&&...);
    void* (*copy)(const void*);  // null: a copy of its bytes is one
    void (*destroy)(void*);      // null: there is nothing to do
  };

  /// What captures little, and all by reference or as numbers, needs no memory of its own.
  template <class Callable>
  static constexpr bool held_in_place = std::is_trivially_copyable_v<Callable> && sizeof(Callable) <= sizeof(Place) &&
                                        alignof(Callable) <= alignof(Place);

  template <class Callable>
  static Callable& callable_in(const Place& place) {
    if constexpr (held_in_place<Callable>) {
      return *std::launder(reinterpret_cast<Callable*>(place.here));
    } else {
      return *static_cast<Callable*>(place.elsewhere);
    }
  }

  template <class Callable>
  static Result call(const Place& place, Arguments&&... arguments) {
    if constexpr (std::is_void_v<Result>) {
      callable_in<Callable>(place)(std::forward<Arguments>(arguments)...);
    } else {
      return callable_in<Callable>(place)(std::forward<Arguments>(arguments)...);
    }
  }
  template <class Callable>
  static void* copy(const void* callable) {
    return new Callable(*static_cast<const Callable*>(callable));
  }
  template <class Callable>
  static void destroy(void* callable) {
    delete static_cast<Callable*>(callable);
  }

  template <class Callable>
  static constexpr Kind kind_of = {&call<Callable>, held_in_place<Callable> ? nullptr : &copy<Callable>,
                                   held_in_place<Callable> ? nullptr : &destroy<Callable>};

  const Kind* kind_ = nullptr;
  Place place_ = {};
};

}  // namespace pram
