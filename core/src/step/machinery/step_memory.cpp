#include "step_memory.hpp"

#include <algorithm>
#include <bit>

#include "../../host/large_page.hpp"
#include "../../request/record.hpp"

namespace pram::detail {

namespace {

/// An array that is reserved for `room` elements and holds `used` of them, see Pages::reserve().
std::uint64_t reserved(std::uint64_t room, std::uint64_t used, std::uint64_t each) {
  const std::uint64_t all = room * each + room * each / 4;
  return all < large_page ? all : round_up(used * each, large_page);
}

std::uint64_t filled(std::uint64_t count, std::uint64_t each) { return reserved(count, count, each); }

/// A vector that grew one by one.
std::uint64_t grown(std::uint64_t count, std::uint64_t each) { return std::bit_ceil(count) * each; }

}  // namespace

std::uint64_t StepMemory::bytes(std::uint64_t requests) const {
  const std::uint64_t each = std::max<std::uint64_t>(requests / workers, 1);  // of one worker
  if (sorted) {
    const std::uint64_t places = components * std::bit_ceil((requests + components - 1) / components);
    const std::uint64_t held = workers * (filled(each, sizeof(UpdateRecord)) + 2 * filled(each, sizeof(std::uint32_t)));
    // Records of all components with place, reply and weight; and for each place a request, and what it is sorted as.
    return held + requests * 56 + grown(requests, 20) + grown(requests / workers, 32) + places * 227;
  }
  // Lists of messages: the workers', that of all, and that of the replies.
  const std::uint64_t listed = network->combines() ? 17 : 9;
  const std::uint64_t lists = !network->wants_messages() ? 0
                                                         : workers * grown(each, listed) + requests * (listed + 8) +
                                                               network->bytes_for(requests);
  if (phases == 1) {
    // One worker reuses the records of a chunk; several keep all of theirs till the replies are back. Without lists of
    // messages there are slots in place of records.
    const std::uint64_t kept = lists > 0 ? sizeof(ReadRecord) + 8 : 4;
    return lists + (workers == 1 ? 0 : requests * kept * 5 / 4);
  }
  if (chained) {
    // The slots of several workers; counters of all components. Reads of different cells have no links.
    const std::uint64_t slots = workers == 1 ? 0 : requests * 5;
    return slots + std::uint64_t{workers} * components * (8 * phases + 24);
  }
  const std::uint64_t share = each / workers;
  const std::uint64_t source = filled(each, sizeof(ReadRecord)) + 2 * filled(each, 4) + filled(each, 8);
  const std::uint64_t merge = 2 * filled(each, sizeof(ReadRecord)) + filled(each, 4);
  const std::uint64_t sent = workers == 1
                                 ? filled(each, 4)
                                 : workers * (reserved(each, share, sizeof(ReadRecord)) + 2 * reserved(each, share, 4));
  const std::uint64_t phase = 2 * filled(each, 4) + filled(each, 8) + sent;
  return lists + workers * (source + merge + phases * phase);
}

}  // namespace pram::detail
