#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>
#include <type_traits>

/// How a row of the table of programs keeps functions whose types differ from program to program.
namespace pram::programs {

/// The most bytes that a function of a row may capture.
inline constexpr std::size_t most_captured = 16;

/// A function that a row can keep: one that captures two words of plain data at most.
template <class Function>
concept PlainFunction = std::is_trivially_copyable_v<Function> && sizeof(Function) <= most_captured &&
                        alignof(Function) <= alignof(std::uint64_t);

/// A function without its type: a copy of what it captures, and a pointer to a function that gets this copy before the
/// parameters. Plain data, 24 bytes whatever the function is: copying it allocates nothing, and there is nothing to
/// destroy.
template <class Result, class... Parameters>
class UntypedFunction {
 public:
  using Call = Result (*)(const void* captured, Parameters...);

  /// No function.
  UntypedFunction() = default;

  /// @param call  calls the function, a const Function, at whose copy `captured` points
  template <class Function>
  UntypedFunction(const Function& function, Call call) : call_(call) {
    static_assert(PlainFunction<Function>, "a function of a row captures two words of plain data at most");
    ::new (static_cast<void*>(captured_)) Function(function);
  }

  explicit operator bool() const { return call_ != nullptr; }

  /// @throws std::bad_function_call if there is no function
  Result operator()(Parameters... parameters) const {
    if (call_ == nullptr) throw std::bad_function_call();
    return call_(captured_, parameters...);
  }

 private:
  Call call_ = nullptr;
  alignas(std::uint64_t) std::byte captured_[most_captured] = {};
};

/// The function at whose copy an UntypedFunction::Call is pointed.
template <class Function>
const Function& captured_function(const void* captured) {
  return *static_cast<const Function*>(captured);
}

}  // namespace pram::programs
