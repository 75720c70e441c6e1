#pragma once

#include <cstdint>

#include <pram/detail/processors/outbox.hpp>

#include "../../host/pages.hpp"

/// Requests in the order of their processors, as they are served at their cells. Each list says how many there are, and
/// what the k-th is.
namespace pram::detail {

/// A request, perhaps on its way to the worker that serves its cell.
struct SlotRequest {
  std::uint32_t index;
  std::uint32_t slot;  ///< of its own worker
};

/// All slots of a chunk, each of which asks.
struct ChunkRequests {
  static constexpr bool has_homes = true;

  const std::uint32_t* index;  ///< per slot of the chunk
  const std::uint32_t* home;   ///< of what it asks for
  std::uint32_t first;         ///< slot
  std::uint32_t count;

  SlotRequest operator[](std::uint32_t k) const { return {index[k], first + k}; }
};

/// Requests in a list.
struct ListedRequests {
  static constexpr bool has_homes = false;

  const SlotRequest* list;
  std::uint32_t count;

  SlotRequest operator[](std::uint32_t k) const { return list[k]; }
};

/// The slots of a chunk that ask, where others do not.
struct SomeRequests : ListedRequests {
  static constexpr bool has_homes = true;

  const std::uint32_t* home;  ///< per request
};

/// The slots of a chunk that ask for something, picked without a branch: who asks is often what no branch predictor
/// can know.
class AskingSlots {
 public:
  /// @param index  per slot; no_request: it asks for nothing
  /// @param asked  gets what they ask for; room for all slots
  void pick(const std::uint32_t* index, std::uint32_t first, std::uint32_t last, std::uint32_t* asked) {
    list_.reserve(last - first);
    SlotRequest* const list = list_.data();
    std::uint32_t count = 0;
    for (std::uint32_t at = first; at < last; ++at) {
      list[count] = {index[at], at};
      asked[count] = index[at];
      count += index[at] < no_request ? 1 : 0;
    }
  }
  const SlotRequest* list() const { return list_.data(); }

 private:
  Pages<SlotRequest> list_;
};

}  // namespace pram::detail
