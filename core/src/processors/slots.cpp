#include "slots.hpp"

#include <algorithm>

namespace pram::detail {

void Slots::reserve(std::uint32_t count) {
  indices.reserve(count);
  values.reserve(count);
  index = indices.data();
  value = values.data();
}

void Slots::assign(const BlockDistribution& how, std::uint32_t first, std::uint32_t last) {
  slots = 0;  // until all is there that is looked at when a run ends
  distribution = how;
  first_component = first;
  last_component = last;
  first_processor = distribution.first_of(first);
  processors = distribution.processors;
  const auto count = static_cast<std::uint32_t>(distribution.first_of(last) - first_processor);
  live = 0;
  reserve(count);
  chunks.clear();
  for (std::uint64_t at = 0; at < count;) {
    std::uint64_t end = at + chunk_slots;
    if (end < count) {
      end = std::min<std::uint64_t>(
          distribution.first_of(std::uint64_t{distribution.component_of(first_processor + end - 1)} + 1) -
              first_processor,
          count);
    } else {
      end = count;
    }
    Chunk made;
    made.first = static_cast<std::uint32_t>(at);
    made.last = static_cast<std::uint32_t>(end);
    made.live = made.last - made.first;
    chunks.push_back(made);
    at = end;
  }
  slots = count;
}

void Slots::drop_empty_chunks() {
  std::erase_if(chunks, [](const Chunk& one) { return one.live == 0; });
}

void Slots::begin_requests(std::uint32_t most) {
  if (origins == nullptr) origins = std::make_unique<RequestOrigins>();
  origins->process.reserve(most);
  origins->component.clear();
  origins->first.assign(1, 0);
  reserve(most);
  slots = 0;
  chunks.clear();
  chunks.reserve(most / chunk_slots + std::size_t{1});  // deliveries keep where they stand
}

}  // namespace pram::detail
