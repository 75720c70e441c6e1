#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <pram/detail/word/word.hpp>

/// What the members of a plain struct of numbers are, so that its values can be shown.
namespace pram::detail {

/// A number within a value.
struct WordField {
  WordType type = WordType::opaque;
  std::uint8_t first = 0;  ///< its first byte
  std::uint8_t bytes = 0;

  friend bool operator==(const WordField&, const WordField&) = default;
};

inline constexpr std::size_t most_fields = 8;

/// The fields of a type, in order; none if it is no plain struct of numbers, or has too many.
struct WordFields {
  std::array<WordField, most_fields> field{};
  std::uint8_t count = 0;
};

/// How a number or enumeration of type T is read; opaque for all else.
template <class T>
consteval WordType number_type() {
  if constexpr (std::is_enum_v<T>) {
    return word_type<std::underlying_type_t<T>>();
  } else if constexpr (std::is_arithmetic_v<T> && Storable<T>) {
    return word_type<T>();
  } else {
    return WordType::opaque;
  }
}

/// Converts to whatever a member is.
template <std::size_t>
struct AnyMember {
  template <class T>
  operator T() const;  // NOLINT(google-explicit-constructor)
};

/// Converts to numbers of this type and size alone.
template <WordType type, std::size_t bytes>
struct NumberMember {
  template <class T>
  requires(number_type<T>() == type && sizeof(T) == bytes) operator T() const;  // NOLINT(google-explicit-constructor)
};

/// Whether T has so many members. Each has braces of its own, so that no inner array takes those of its elements apart.
template <class T, std::size_t... members>
consteval bool has_members(std::index_sequence<members...>) {
  return requires { T{{AnyMember<members>()}...}; };
}

/// Whether T's member behind those `before` is a number of this kind.
template <class T, class Number, std::size_t... before, std::size_t... behind>
consteval bool has_number(std::index_sequence<before...>, std::index_sequence<behind...>) {
  return requires { T{{AnyMember<before>()}..., {Number()}, {AnyMember<behind>()}...}; };
}

template <class T, std::size_t count, std::size_t at>
consteval WordField field_at() {
  WordField found;
  const auto look = [&]<WordType type, std::size_t bytes>() {
    if (has_number<T, NumberMember<type, bytes>>(std::make_index_sequence<at>(),
                                                 std::make_index_sequence<count - at - 1>()))
      found = {type, 0, bytes};
  };
  const auto look_for_integers = [&]<std::size_t... bytes>(std::index_sequence<bytes...>) {
    (look.template operator()<WordType::signed_integer, bytes>(), ...);
    (look.template operator()<WordType::unsigned_integer, bytes>(), ...);
  };
  look_for_integers(std::index_sequence<1, 2, 4, 8>());
  look.template operator()<WordType::float32, 4>();
  look.template operator()<WordType::float64, 8>();
  return found;
}

/// The fields of a struct whose members are all numbers or enumerations, each where the members before it leave off.
/// Anything else, such as bit-fields or members of other classes, has none.
template <class T>
consteval WordFields word_fields() {
  WordFields fields;
  if constexpr (std::is_aggregate_v<T> && std::is_class_v<T> && std::is_standard_layout_v<T> &&
                sizeof(T) <= most_fields * sizeof(Word)) {
    const auto fill = [&]<std::size_t count, std::size_t... at>(std::index_sequence<at...>) {
      std::size_t end = 0;
      for (WordField field : {field_at<T, count, at>()...}) {
        if (field.type == WordType::opaque) return;
        end = (end + field.bytes - 1) / field.bytes * field.bytes;
        if (end + field.bytes > sizeof(T)) return;
        field.first = static_cast<std::uint8_t>(end);
        fields.field[fields.count++] = field;
        end += field.bytes;
      }
      if ((end + alignof(T) - 1) / alignof(T) * alignof(T) == sizeof(T) && fields.count == count) return;
      fields.count = 0;
    };
    const auto try_count = [&]<std::size_t count>() {
      if constexpr (has_members<T>(std::make_index_sequence<count>())) {
        fields = {};
        fill.template operator()<count>(std::make_index_sequence<count>());
        if (fields.count != count) fields.count = 0;
      }
    };
    [&]<std::size_t... less>(std::index_sequence<less...>) {
      (try_count.template operator()<less + 1>(), ...);  // the largest count stands
    }
    (std::make_index_sequence<most_fields>());
  }
  return fields;
}

}  // namespace pram::detail
