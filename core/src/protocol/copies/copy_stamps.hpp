#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>

#include <pram/detail/memory_account.hpp>

namespace pram::detail {

/// Which access last wrote each copy of a cell, as its module notes it. Cells that were never written have 0
/// everywhere.
class CopyStamps {
 public:
  static constexpr std::uint32_t most_copies = 3;

  /// Notes a write in the copies that answered it.
  /// @param access  number of the access, larger than that of all before
  void write(std::uint64_t cell, std::uint32_t answered, std::uint64_t access);
  /// The largest number that the copies which answered have.
  std::uint64_t newest(std::uint64_t cell, std::uint32_t answered) const;
  /// Checks that the copies which answered a read know the last write.
  /// @throws Error
  void check_read(std::uint64_t cell, std::uint32_t answered) const;

 private:
  struct Stamps {
    std::array<std::uint64_t, most_copies> copy = {};
    std::uint64_t last = 0;  ///< of the cell, whatever answers
  };

  std::unordered_map<std::uint64_t, Stamps, std::hash<std::uint64_t>, std::equal_to<>,
                     CountingAllocator<std::pair<const std::uint64_t, Stamps>>>
      stamps_;
};

}  // namespace pram::detail
