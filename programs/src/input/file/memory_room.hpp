#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace pram::programs {

/// The memory of the host that reading an input may take, and has taken. Readers ask before they take more, so that no
/// input takes more than the limit, whatever it claims to hold. A copy counts for itself from then on.
class MemoryRoom {
 public:
  /// @param file   for errors, as shown_path() gives it
  /// @param limit  bytes; 0: default_memory_limit()
  MemoryRoom(std::string file, std::uint64_t limit);

  std::uint64_t limit() const { return limit_; }

  /// Checks that there is room for more bytes.
  /// @throws LimitError if they would go beyond the limit
  void check(std::uint64_t bytes) const {
    if (bytes > limit_ - taken_) fail();
  }
  /// Takes bytes.
  /// @throws LimitError if they would go beyond the limit; then nothing is taken
  void take(std::uint64_t bytes) {
    check(bytes);
    taken_ += bytes;
  }
  void give_back(std::uint64_t bytes) { taken_ -= bytes; }

  /// Appends to a vector, and counts its memory. A vector that must grow takes its new room before it gives the old one
  /// back.
  template <class T>
  void append(std::vector<T>& values, const T& value) {
    if (values.size() == values.capacity()) {
      constexpr std::size_t least = 64;
      const std::size_t before = values.capacity();
      const std::size_t after = std::max(least, 2 * before);
      take(after * sizeof(T));
      values.reserve(after);
      give_back(before * sizeof(T));
    }
    values.push_back(value);
  }

 private:
  [[noreturn]] void fail() const;

  std::string file_;
  std::uint64_t limit_;
  std::uint64_t taken_ = 0;
};

}  // namespace pram::programs
