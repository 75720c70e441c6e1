#pragma once

#include <cstdint>
#include <vector>

#include "../host/pages.hpp"
#include "../memory/cell_servers.hpp"
#include "../processors/worker.hpp"

namespace pram::detail {

/// Where a worker lists slots by servers, before it is known how many each has: one for all of its chunks.
struct SlotLists {
  Pages<std::uint32_t> slots;        ///< per server: as many as the chunk has requests
  std::vector<std::uint32_t*> next;  ///< per server: where its next slot goes
};

/// The slots of a chunk that ask for something, by the worker that serves their cells.
class SlotShares {
 public:
  /// @param chunk  of one line
  void share_out(const Worker& worker, const Chunk& chunk, CellServers servers, std::uint32_t workers,
                 SlotLists& lists);

  /// Is every request for this worker? Then no slots are listed.
  bool all_ask(std::uint32_t server) const { return sole_ == server; }
  bool any_ask(std::uint32_t server) const { return all_ask(server) || (sole_ == nobody && count(server) > 0); }
  /// The cell that every request is for; no_request if they are for several.
  std::uint32_t one_cell() const { return one_cell_; }
  /// The slots that ask this worker, ascending.
  const std::uint32_t* slots(std::uint32_t server) const { return slots_.data() + first_[server]; }
  std::uint32_t count(std::uint32_t server) const { return first_[server + std::size_t{1}] - first_[server]; }

 private:
  static constexpr std::uint32_t nobody = 0xFFFFFFFF;

  std::uint32_t sole_ = nobody;
  std::uint32_t one_cell_ = no_request;
  Pages<std::uint32_t> slots_;
  std::vector<std::uint32_t> first_;  ///< per worker: of slots_; one more at the end
};

}  // namespace pram::detail
