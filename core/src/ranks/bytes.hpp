#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

namespace pram::detail {

/// Writes numbers and texts, one behind the other, for other ranks.
class BytesWriter {
 public:
  void number(std::uint64_t value) { append(&value, sizeof value); }
  void text(std::string_view value) {
    number(value.size());
    append(value.data(), value.size());
  }
  std::span<const std::byte> bytes() const { return std::as_bytes(std::span(bytes_)); }

 private:
  void append(const void* from, std::size_t count) {
    if (count > 0) bytes_.append(static_cast<const char*>(from), count);
  }

  std::string bytes_;
};

/// Reads what a BytesWriter of the same program has written.
class BytesReader {
 public:
  explicit BytesReader(std::span<const std::byte> bytes) : left_(bytes) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    take(&value, sizeof value);
    return value;
  }
  std::string text() {
    std::string value(number(), '\0');
    take(value.data(), value.size());
    return value;
  }
  bool empty() const { return left_.empty(); }

 private:
  void take(void* to, std::size_t count) {
    if (count > 0) std::memcpy(to, left_.data(), count);
    left_ = left_.subspan(count);
  }

  std::span<const std::byte> left_;
};

}  // namespace pram::detail
