#pragma once

#include <algorithm>
#include <cstdint>

namespace pram::detail {

/// The worker that serves each cell of an array; every worker has a block of cells. The choice concerns the host only,
/// and does not depend on the homes of cells.
class CellServers {
 public:
  CellServers() = default;
  /// @param first  of the cells that this rank stores; `last` is the one behind them
  CellServers(std::uint32_t workers, std::uint64_t first, std::uint64_t last)
      : first_(static_cast<std::uint32_t>(first)),
        workers_a_cell_((std::uint64_t{workers} << 32) / std::max<std::uint64_t>(last - first, 1)) {}

  std::uint32_t of(std::uint32_t index) const {
    return static_cast<std::uint32_t>(((index - first_) * workers_a_cell_) >> 32);
  }

 private:
  std::uint32_t first_ = 0;
  std::uint64_t workers_a_cell_ = 0;  // 32 bits below the point
};

}  // namespace pram::detail
