#pragma once

#include <cstdint>
#include <vector>

#include "../../host/pages.hpp"
#include "../../memory/cell_servers.hpp"
#include "../../processors/worker.hpp"

namespace pram::detail {

/// The slots of a chunk that ask for something, by the worker that serves their cells.
class SlotShares {
 public:
  /// @param chunk  of one line
  void share_out(const Worker& worker, const Chunk& chunk, CellServers servers, std::uint32_t workers);

  /// Does every slot of the chunk ask this worker? Then nothing is listed.
  bool all_ask(std::uint32_t server) const { return sole_ == server; }
  bool any_ask(std::uint32_t server) const { return all_ask(server) || (sole_ == nobody && of_[server].count > 0); }
  /// The slots that ask it, ascending.
  const std::uint32_t* slots(std::uint32_t server) const { return of_[server].slot.data(); }
  std::uint32_t count(std::uint32_t server) const { return of_[server].count; }

 private:
  static constexpr std::uint32_t nobody = 0xFFFFFFFF;

  struct Share {
    Pages<std::uint32_t> slot;
    std::uint32_t count = 0;
  };

  std::uint32_t sole_ = nobody;
  std::vector<Share> of_;             ///< per worker
  std::vector<std::uint32_t*> next_;  ///< the same: where its next slot goes
};

}  // namespace pram::detail
