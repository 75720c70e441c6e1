#pragma once

#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "../host/pages.hpp"
#include "frames.hpp"
#include "slots.hpp"

namespace pram::detail {

/// Tasks inside one another that the host stack holds when they end by recursion.
inline constexpr std::uint32_t nested_ends = 500;

/// The tasks of a host worker's processors: where each begins, where it stands, and how all of them end.
class Tasks : public Slots {
 public:
  /// Takes over the processors of components [first, last), which have no tasks yet.
  void assign(const BlockDistribution& how, std::uint32_t first, std::uint32_t last);

  /// A processor's own task, in which the others are nested.
  std::coroutine_handle<> root_of(std::uint32_t at) const {
    void* const frame = roots.size() != 0 ? roots[at] : even_place(at);
    return std::coroutine_handle<>::from_address(frame);
  }
  /// Notes that processors have subtasks: each slot then knows where it stands.
  void note_subtasks();
  /// Takes back the frame of a task that ends. The one that the awaiting task still looks at stays.
  /// @returns false if it is not one of `frames`
  bool take_back(void* frame, std::size_t bytes) noexcept {
    if (ending != nullptr) [[unlikely]] {
      const auto first = reinterpret_cast<std::uintptr_t>(frame);
      if (reinterpret_cast<std::uintptr_t>(ending) - first < bytes) {
        kept = {frame, bytes};
        return true;
      }
    }
    return frames.release(frame, bytes);
  }
  /// Ends the tasks whose end would have nested too deep.
  void end_waiting();

  FrameSlab frames;
  std::uint32_t spawned = 0;
  void* first_root = nullptr;
  std::ptrdiff_t root_stride = 0;
  Pages<void*> roots;  ///< empty while the frames lie at equal distances
  Pages<std::coroutine_handle<>> leaves;
  Pages<std::uint32_t> depths;
  std::vector<std::uint32_t> finished;           ///< slots whose tasks ended in the chunk in progress
  std::vector<std::coroutine_handle<>> dropped;  ///< tasks whose handles died while they ran
  bool destroying = false;                       ///< a processor's tasks may end before they are done
  const void* ending = nullptr;                  ///< a task of a deep chain that ends before the one that awaits it
  const void* ended = nullptr;                   ///< the one that ended so before it
  std::pair<void*, std::size_t> kept = {nullptr, 0};  ///< the frame of the last of them: the awaiting task looks at it
  void* end_later = nullptr;  ///< the first of the tasks whose end would nest too deep, linked by their promises

 protected:
  /// Tasks may call one another down to some distance below the caller's frame on the host stack.
  [[gnu::always_inline]] void watch_stack() {
    stack_floor = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) - stack_for_tasks;
  }
  /// No processor has a task yet.
  void begin_tasks();
  /// The next processor's task is made.
  void place_root(std::coroutine_handle<> task) {
    void* const frame = task.address();
    if (spawned == 0) first_root = frame;
    if (spawned == 1) root_stride = static_cast<char*>(frame) - static_cast<char*>(first_root);
    if (roots.size() == 0 && (frame != even_place(spawned) || root_stride > widest_stride)) list_roots();
    if (roots.size() != 0) roots[spawned] = frame;
  }
  /// All processors have their tasks.
  void end_spawning();
  /// Ends those tasks that still live. The calling host thread runs as this worker.
  void destroy() noexcept;

 private:
  // Bytes of host stack that tasks may use by calling one another.
  static constexpr std::uintptr_t stack_for_tasks = std::uintptr_t{256} << 10;
  // Frames that lie further apart are in different reservations or on the heap, even if two distances happen to agree.
  static constexpr std::ptrdiff_t widest_stride = 8192;

  void* even_place(std::uint32_t at) const { return static_cast<char*>(first_root) + root_stride * at; }
  /// The frames do not lie at equal distances: makes a list of those that there are.
  void list_roots();
  void end_processor(std::uint32_t at);
};

}  // namespace pram::detail
