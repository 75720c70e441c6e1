#pragma once

#include <algorithm>
#include <cstdint>

namespace pram::detail {

/// The worker that serves each cell of an array; every worker has a block of cells. The choice concerns the host only,
/// and does not depend on the homes of cells.
class CellServers {
 public:
  CellServers() = default;
  CellServers(std::uint32_t workers, std::uint64_t cells)
      : workers_a_cell_((std::uint64_t{workers} << 32) / std::max<std::uint64_t>(cells, 1)) {}

  std::uint32_t of(std::uint32_t index) const { return static_cast<std::uint32_t>((index * workers_a_cell_) >> 32); }

 private:
  std::uint64_t workers_a_cell_ = 0;  // 32 bits below the point
};

}  // namespace pram::detail
