#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <source_location>
#include <string>

#include <pram/detail/bsp/transferable.hpp>
#include <pram/machine/cell_type.hpp>

namespace pram::bsp::detail {

/// What a machine knows of the elements of a coarray or queue: enough to settle puts and to show values. A type is
/// known by the address of its own.
struct ElementType {
  std::uint64_t bytes = 0;
  WordType word = WordType::opaque;
  bool is_number = false;                           ///< the text is a number's
  std::string (*text)(const std::byte*) = nullptr;  ///< of a value, as cells of its type show it
  const char* name = "";                            ///< by which other ranks know the type: addresses differ there
};

/// The bytes of a value that is shown by nothing else, two hexadecimal digits each, and "…" behind the 16th.
std::string bytes_text(const std::byte* value, std::uint64_t bytes);

template <Transferable T>
std::string element_text(const std::byte* value) {
  T own;
  std::memcpy(static_cast<void*>(&own), value, sizeof(T));
  if constexpr (Storable<T>) {
    return pram::detail::cell_type<T>().text(to_word(own));
  } else if constexpr (pram::detail::HasOwnText<T>) {
    return to_string(own);
  } else if constexpr (pram::detail::word_fields<T>().count > 0) {
    return pram::detail::fields_text(value, pram::detail::word_fields<T>());
  } else {
    return bytes_text(value, sizeof(T));
  }
}

template <Transferable T>
constexpr ElementType element_type_of() {
  const char* const name = std::source_location::current().function_name();  // with T in it
  if constexpr (Storable<T>) {
    return {sizeof(T), word_type<T>(), pram::detail::cell_type<T>().is_number(), element_text<T>, name};
  } else {
    return {sizeof(T), WordType::opaque, false, element_text<T>, name};
  }
}

template <Transferable T>
inline constexpr ElementType element_type = element_type_of<T>();

}  // namespace pram::bsp::detail
