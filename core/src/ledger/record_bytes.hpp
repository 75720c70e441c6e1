#pragma once

#include <cstdint>
#include <utility>

#include <pram/detail/memory_account.hpp>

namespace pram::detail {

/// Counts the bytes of a profile's record against the machine's account: for good once the record is entered, else only
/// while it lives.
class RecordBytes {
 public:
  /// @param counted  the bytes of all records that are entered
  /// @param bytes    of this one
  /// @throws LimitError
  RecordBytes(MemoryAccount& account, std::uint64_t& counted, std::uint64_t bytes)
      : account_(account), counted_(counted), bytes_(bytes) {
    if (bytes_ > 0) account_.take(bytes_);
  }
  ~RecordBytes() {
    if (bytes_ > 0) account_.give_back(bytes_);
  }
  RecordBytes(const RecordBytes&) = delete;
  RecordBytes& operator=(const RecordBytes&) = delete;

  void entered() noexcept { counted_ += std::exchange(bytes_, 0); }

 private:
  MemoryAccount& account_;
  std::uint64_t& counted_;
  std::uint64_t bytes_;
};

}  // namespace pram::detail
