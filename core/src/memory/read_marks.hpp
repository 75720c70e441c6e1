#pragma once

#include <bit>
#include <cstdint>

namespace pram::detail {

/// The number in the mark of a cell that a step reads: how many requests have read it so far, and who asked last. So a
/// contended cell needs no entry in a table, which would be a miss of the caches for each request. Cells with more
/// readers than fit need one all the same, but are few, and stay in the caches.
class ReadMarks {
 public:
  ReadMarks() = default;
  /// @param last    the largest number of a mark, see Stamps::last(); at least four times as large as askers
  /// @param askers  who asks has a number below this one
  ReadMarks(std::uint32_t last, std::uint32_t askers)
      : bits_(static_cast<unsigned>(std::bit_width(askers - 1))),
        most_(static_cast<std::uint32_t>(((last + std::uint64_t{1}) >> bits_) - 1)) {}

  /// Readers that fit.
  std::uint32_t most() const { return most_; }
  std::uint32_t number(std::uint32_t readers, std::uint32_t asker) const { return (readers << bits_) | asker; }
  std::uint32_t readers(std::uint32_t number) const { return number >> bits_; }
  std::uint32_t asker(std::uint32_t number) const { return number & ((1U << bits_) - 1); }

 private:
  unsigned bits_ = 0;
  std::uint32_t most_ = 0;
};

}  // namespace pram::detail
