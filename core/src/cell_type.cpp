#include <pram/machine/cell_type.hpp>

#include <fmt/format.h>

#include <cstring>

namespace pram {

std::string CellType::name() const {
  switch (word) {
    case WordType::signed_integer: return fmt::format("int{}", 8 * bytes);
    case WordType::unsigned_integer: return fmt::format("uint{}", 8 * bytes);
    case WordType::float32: return "float32";
    case WordType::float64: return "float64";
    case WordType::opaque: break;
  }
  return fmt::format("bytes{}", bytes);
}

Word CellType::value(Word word_of_cell) const {
  const unsigned unused = 64 - 8U * bytes;
  if (unused == 0 || unused >= 64) return word_of_cell;
  const Word shifted = word_of_cell << unused;
  if (word == WordType::signed_integer) return static_cast<Word>(static_cast<std::int64_t>(shifted) >> unused);
  return shifted >> unused;
}

std::string CellType::text(Word word_of_value) const {
  if (own_text != nullptr) return own_text(word_of_value);
  switch (word) {
    case WordType::signed_integer: return fmt::format("{}", static_cast<std::int64_t>(word_of_value));
    case WordType::unsigned_integer: return fmt::format("{}", word_of_value);
    case WordType::float32: return fmt::format("{}", from_word<float>(word_of_value));
    case WordType::float64: return fmt::format("{}", from_word<double>(word_of_value));
    case WordType::opaque: break;
  }
  std::string digits;
  for (unsigned k = 0; k < bytes; ++k) digits += fmt::format("{:02x}", (word_of_value >> (8 * k)) & 0xFF);
  return digits;
}

std::string detail::fields_text(const std::byte* value, const WordFields& fields) {
  std::string text;
  for (std::size_t k = 0; k < fields.count; ++k) {
    const WordField& field = fields.field[k];
    const CellType type{field.type, field.bytes};
    Word word = 0;
    std::memcpy(&word, value + field.first, field.bytes);
    text += (k == 0 ? "{" : ", ") + type.text(type.value(word));
  }
  return text + "}";
}

}  // namespace pram
