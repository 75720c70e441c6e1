#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include <pram/detail/word/word.hpp>
#include <pram/detail/word/word_fields.hpp>

namespace pram {

/// What the cells of an array hold, as far as their machine knows it: enough to show a value.
struct CellType {
  WordType word = WordType::opaque;
  std::uint8_t bytes = sizeof(Word);        ///< of a value
  std::string (*own_text)(Word) = nullptr;  ///< the type's own to_string(), or its members; null: the type has neither

  /// "int32", "uint8", "float64"; "bytes3" for a type that is no number.
  std::string name() const;
  constexpr bool is_number() const { return word != WordType::opaque && own_text == nullptr; }
  /// The word of a value, of which only the value's own bytes count: integers extended by their sign.
  Word value(Word word_of_cell) const;
  /// A number in the fewest digits that give it back; what the type's own to_string() says; the members of a struct of
  /// numbers, as "{3, 1}"; else the bytes in the order of memory, two hexadecimal digits each.
  std::string text(Word word_of_value) const;
};

namespace detail {

template <class T>
concept HasOwnText = (std::is_class_v<T> || std::is_union_v<T>)&&requires(const T& value) {
  { to_string(value) } -> std::convertible_to<std::string>;
};

/// The members of a value: "{3, 1}".
std::string fields_text(const std::byte* value, const WordFields& fields);
inline std::string fields_text(Word word, const WordFields& fields) {
  return fields_text(reinterpret_cast<const std::byte*>(&word), fields);
}

/// Enumerations are shown by their numbers.
template <Storable T>
constexpr CellType cell_type() {
  if constexpr (std::is_enum_v<T>) {
    return {word_type<std::underlying_type_t<T>>(), sizeof(T)};
  } else if constexpr (HasOwnText<T>) {
    return {WordType::opaque, sizeof(T), [](Word word) -> std::string { return to_string(from_word<T>(word)); }};
  } else if constexpr (word_fields<T>().count > 0) {
    return {WordType::opaque, sizeof(T), [](Word word) { return fields_text(word, word_fields<T>()); }};
  } else {
    return {word_type<T>(), sizeof(T)};
  }
}

}  // namespace detail

}  // namespace pram
