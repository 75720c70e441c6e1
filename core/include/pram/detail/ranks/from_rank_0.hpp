#pragma once

#include <cstddef>
#include <cstring>
#include <new>
#include <source_location>
#include <string>
#include <type_traits>
#include <vector>

#include <pram/detail/function.hpp>

/// How a value gets from rank 0 to the others, and what else host code of several ranks agrees on.
namespace pram::detail {

template <class T>
struct IsVectorOfBytes : std::false_type {};
template <class T, class Allocator>
struct IsVectorOfBytes<std::vector<T, Allocator>>
    : std::bool_constant<std::is_trivially_copyable_v<T> && !std::is_same_v<T, bool>> {};

template <class T>
inline constexpr bool crosses_ranks = IsVectorOfBytes<T>::value ||
                                      (std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);

template <class T>
std::string bytes_of(const T& value) {
  if constexpr (IsVectorOfBytes<T>::value) {
    std::string bytes(value.size() * sizeof(typename T::value_type), '\0');
    if (!value.empty()) std::memcpy(bytes.data(), value.data(), bytes.size());
    return bytes;
  } else {
    std::string bytes(sizeof value, '\0');
    std::memcpy(bytes.data(), &value, bytes.size());
    return bytes;
  }
}

template <class T>
T value_of(const std::string& bytes) {
  if constexpr (IsVectorOfBytes<T>::value) {
    T value(bytes.size() / sizeof(typename T::value_type));
    if (!bytes.empty()) std::memcpy(value.data(), bytes.data(), bytes.size());
    return value;
  } else {
    alignas(T) std::byte there[sizeof(T)];
    std::memcpy(there, bytes.data(), sizeof there);
    return *std::launder(reinterpret_cast<const T*>(there));
  }
}

/// @param f  is called on rank 0 alone
/// @returns what it returns there
/// @throws what it throws there
std::string bytes_from_rank_0(const Function<std::string()>& f, const std::source_location& where);

/// How a program of several ranks ends that has failed.
struct FailureOfRanks {
  bool agreed = true;  ///< whether all ranks fail alike: rank 0 says so for them; false: this one knows alone
  int code = 0;        ///< the exit code of rank 0
};
/// A rank that fails calls this before it ends.
/// @param text  what it says, @param code its exit code
FailureOfRanks agree_on_failure(const std::string& text, int code) noexcept;

/// Whether any rank says so; with one rank its own word.
bool any_rank(bool mine);

}  // namespace pram::detail
