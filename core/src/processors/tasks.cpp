#include "tasks.hpp"

#include <algorithm>
#include <utility>

#include <pram/machine/task.hpp>

#include "promise.hpp"

namespace pram::detail {

void Tasks::assign(const BlockDistribution& how, std::uint32_t first, std::uint32_t last) {
  spawned = 0;  // until all is there that destroy() looks at
  Slots::assign(how, first, last);
  first_maker = distribution.pardo << 33 | first_processor << 1 | 1;
  roots.release();
  leaf = nullptr;
  depth = nullptr;
  std::uint32_t largest_chunk = 0;
  for (const Chunk& chunk : chunks) largest_chunk = std::max(largest_chunk, chunk.live);
  finished.reserve(largest_chunk);  // a task that ends must not fail
}

void Tasks::note_subtasks() {
  leaves.reserve(slots);
  depths.reserve(slots);
  leaf = leaves.data();
  depth = depths.data();
  for (std::uint32_t at = 0; at < slots; ++at) leaf[at] = root_of(at);
  std::fill_n(depth, slots, 0);
}

void Tasks::begin_tasks() {
  root_stride = 0;
  spawned = 0;
  std::fill_n(index, slots, no_request);
}

void Tasks::list_roots() {
  roots.reset(slots);
  for (std::uint32_t at = 0; at < spawned; ++at) roots[at] = even_place(at);
}

void Tasks::end_spawning() {
  if (roots.size() != 0) note_subtasks();
  end_waiting();
}

void Tasks::destroy() noexcept {
  watch_stack();
  destroying = true;
  for (const std::coroutine_handle<> task : dropped) end_task(task);
  // After a failed spawn only the first tasks exist; otherwise every slot had one, and the finished ones are gone
  // already.
  if (spawned < slots) {
    for (std::uint32_t at = 0; at < spawned; ++at) end_processor(at);
  } else if (live > 0) {
    for (std::uint32_t at = 0; at < slots; ++at) {
      if (index[at] != finished_processor) end_processor(at);
    }
  }
  end_waiting();
  destroying = false;
  dropped.clear();
  live = 0;
  slots = spawned = 0;
  nested_failure = nullptr;
  frames.reset();
  chunks.clear();
}

void Tasks::end_processor(std::uint32_t at) {
  if (leaf != nullptr && depth[at] > nested_ends && dropped.empty()) {
    // The innermost go first, in parts that the host stack holds. The frame of the last one that is gone stays, since
    // the task that awaits it looks at it once more.
    std::coroutine_handle<> awaiting = awaiting_task(leaf[at]);
    for (std::uint32_t k = 1; k < depth[at]; ++k) {
      const std::coroutine_handle<> task = std::exchange(awaiting, awaiting_task(awaiting));
      if (k % nested_ends != 0) continue;
      const auto [frame, bytes] = kept;
      ending = task.address();
      task.destroy();
      ended = std::exchange(ending, nullptr);
      if (frame != nullptr) release_frame(frame, bytes);
    }
  }
  root_of(at).destroy();
  ended = nullptr;
  if (const auto [frame, bytes] = std::exchange(kept, {nullptr, 0}); frame != nullptr) release_frame(frame, bytes);
}

void Tasks::end_waiting() {
  while (end_later != nullptr) {
    const auto task = std::coroutine_handle<>::from_address(end_later);
    end_later = reinterpret_cast<void*>(promise_of(task).awaiting);
    task.destroy();
  }
}

}  // namespace pram::detail
