#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

namespace pram::detail {

/// Coroutine frames of one worker's processors: cut one after the other from one large reservation of addresses, so
/// that equal frames made in a row lie at equal distances; handed out again when released, all given back at once when
/// the pardo ends. If host code keeps tasks beyond that, the reservation stays for them until the last has ended, and
/// the next pardo makes another.
class FrameSlab {
 public:
  FrameSlab() = default;
  ~FrameSlab() { part(); }
  FrameSlab(const FrameSlab&) = delete;
  FrameSlab& operator=(const FrameSlab&) = delete;

  /// @throws std::bad_alloc
  void* allocate(std::size_t bytes) {
    const std::size_t kind = kind_of(bytes);
    if (kind >= kinds) return ::operator new(bytes);
    if (void* const frame = free_[kind]) {
      ++live_;
      std::memcpy(&free_[kind], frame, sizeof(void*));
      return frame;
    }
    const std::size_t size = (kind + 1) * granule;
    // A frame with something that is aligned to 16 bytes has such a size too.
    if (size % 16 == 0) used_ = (used_ + 15) / 16 * 16;
    if (used_ + size > reserved_) reserve();
    ++live_;
    std::byte* const frame = base_ + used_;
    used_ += size;
    if (used_ > touched_) touched_ = used_;
    return frame;
  }

  /// @returns false if the frame is not of this slab, and nothing was done
  bool release(void* frame, std::size_t bytes) noexcept {
    if (static_cast<std::size_t>(static_cast<std::byte*>(frame) - base_) >= reserved_) [[unlikely]]
      return false;
    const std::size_t kind = kind_of(bytes);
    std::memcpy(frame, &free_[kind], sizeof(void*));
    free_[kind] = static_cast<std::byte*>(frame);
    --live_;
    return true;
  }

  /// The same for a frame of another slab, living or gone, or of none. From any thread.
  static void release_elsewhere(void* frame, std::size_t bytes) noexcept;

  /// The pardo has ended: start again at the beginning. The memory stays for the next one.
  void reset() noexcept {
    if (live_ > 0) forget_released();
    if (live_ > 0) part();
    free_.fill(nullptr);
    used_ = 0;
  }

  /// Frames of up to 8 KiB that are not released.
  std::uint64_t live() {
    if (live_ > 0) forget_released();
    return live_;
  }

  /// Bytes in use by live frames and those that were released, and the most there ever were.
  std::size_t used() const { return used_; }
  std::size_t touched() const { return touched_; }

 private:
  static constexpr std::size_t granule = 8;
  static constexpr std::size_t kinds = 1024;

  static std::size_t kind_of(std::size_t bytes) { return (bytes + granule - 1) / granule - 1; }
  void reserve();
  /// Counts what was released elsewhere.
  void forget_released() noexcept;
  /// Gives the reservation back, or leaves it to the frames that live.
  void part() noexcept;

  std::byte* base_ = nullptr;
  std::size_t reserved_ = 0;
  std::size_t used_ = 0;
  std::size_t touched_ = 0;
  std::uint64_t live_ = 0;
  std::array<std::byte*, kinds> free_{};
};

}  // namespace pram::detail
