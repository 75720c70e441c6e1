#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

namespace pram::detail {

/// Coroutine frames of one worker's processors: cut one after the other from one large reservation of addresses, so
/// that equal frames made in a row lie at equal distances; handed out again when released, all given back at once when
/// the pardo ends.
class FrameSlab {
 public:
  FrameSlab() = default;
  ~FrameSlab();
  FrameSlab(const FrameSlab&) = delete;
  FrameSlab& operator=(const FrameSlab&) = delete;

  /// @throws std::bad_alloc
  void* allocate(std::size_t bytes) {
    const std::size_t kind = kind_of(bytes);
    if (kind >= kinds) return ::operator new(bytes);
    if (void* const frame = free_[kind]) {
      std::memcpy(&free_[kind], frame, sizeof(void*));
      return frame;
    }
    const std::size_t size = (kind + 1) * granule;
    if (used_ + size > reserved_) reserve();
    std::byte* const frame = base_ + used_;
    used_ += size;
    if (used_ > touched_) touched_ = used_;
    return frame;
  }

  void release(void* frame, std::size_t bytes) noexcept {
    const std::size_t kind = kind_of(bytes);
    if (kind >= kinds) {
      ::operator delete(frame);
      return;
    }
    std::memcpy(frame, &free_[kind], sizeof(void*));
    free_[kind] = static_cast<std::byte*>(frame);
  }

  /// Every frame is dead: start again at the beginning. The memory stays for the next pardo.
  void reset() noexcept {
    free_.fill(nullptr);
    used_ = 0;
  }

  /// Bytes in use by live frames and those that were released, and the most there ever were.
  std::size_t used() const { return used_; }
  std::size_t touched() const { return touched_; }

 private:
  static constexpr std::size_t granule = 8;
  static constexpr std::size_t kinds = 1024;

  static std::size_t kind_of(std::size_t bytes) { return (bytes + granule - 1) / granule - 1; }
  void reserve();

  std::byte* base_ = nullptr;
  std::size_t reserved_ = 0;
  std::size_t used_ = 0;
  std::size_t touched_ = 0;
  std::array<std::byte*, kinds> free_{};
};

}  // namespace pram::detail
