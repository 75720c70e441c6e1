#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace pram::programs {

/// "100 kB", "2147 MB": as people write what memory holds, of units of 1000 the largest of which there are 1 or more,
/// up to MB.
std::string shown_memory(std::uint64_t bytes);

/// The host memory that reading an input may take, and what it has taken. Readers ask before they take more, so that
/// no input, whatever it claims to hold, takes more than the limit. A copy counts on by itself.
class MemoryRoom {
 public:
  /// @param file   for errors, as shown_path() gives it
  /// @param limit  bytes; 0: default_memory_limit()
  MemoryRoom(std::string file, std::uint64_t limit);

  std::uint64_t limit() const { return limit_; }

  /// @throws LimitError if so many bytes more are beyond the limit
  void check(std::uint64_t bytes) const {
    if (bytes > limit_ - taken_) fail();
  }
  /// @throws LimitError if they are beyond the limit; then nothing is taken
  void take(std::uint64_t bytes) {
    check(bytes);
    taken_ += bytes;
  }
  void give_back(std::uint64_t bytes) { taken_ -= bytes; }

  /// push_back. A vector that must grow takes its new room before it gives the old one back.
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
