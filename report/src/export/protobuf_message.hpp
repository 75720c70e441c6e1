#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pram::report {

/// A message in the encoding of Protocol Buffers: fields one after the other, each with its number and how its value is
/// written. (https://protobuf.dev/programming-guides/encoding)
class ProtobufMessage {
 public:
  /// A whole number, as integers, truths and enumerations are.
  ProtobufMessage& number(std::uint32_t field, std::uint64_t value) {
    varint(std::uint64_t{field} << 3 | wire_varint);
    varint(value);
    return *this;
  }

  ProtobufMessage& text(std::uint32_t field, std::string_view value) {
    varint(std::uint64_t{field} << 3 | wire_bytes);
    varint(value.size());
    bytes_ += value;
    return *this;
  }

  /// A message within this one.
  ProtobufMessage& message(std::uint32_t field, const ProtobufMessage& value) { return text(field, value.bytes_); }

  /// The fields of another message behind those of this one.
  ProtobufMessage& append(const ProtobufMessage& more) {
    bytes_ += more.bytes_;
    return *this;
  }

  const std::string& bytes() const { return bytes_; }

 private:
  static constexpr std::uint64_t wire_varint = 0;
  static constexpr std::uint64_t wire_bytes = 2;

  /// Seven bits a byte, the lowest first; the highest bit says that more follow.
  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
    bytes_ += static_cast<char>(value);
  }

  std::string bytes_;
};

}  // namespace pram::report
