#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

#include <pram/detail/memory_account.hpp>

namespace pram::detail {

/// Coroutine frames of one worker's processors, cut one after the other from a large reservation of addresses, so that
/// equal frames made in a row lie at equal distances. Released frames are handed out again; all are given back at once
/// when the pardo ends. Where the addresses of the process are limited, a reservation takes a part of what is left, and
/// further reservations follow. If host code keeps tasks beyond the pardo, the reservations stay until the last of them
/// has ended, and the next pardo makes others.
class FrameSlab {
 public:
  /// The memory of the frames counts in the account of the machine that this host thread works for.
  FrameSlab();
  ~FrameSlab();
  FrameSlab(const FrameSlab&) = delete;
  FrameSlab& operator=(const FrameSlab&) = delete;

  /// @throws std::bad_alloc, LimitError
  void* allocate(std::size_t bytes) {
    const std::size_t kind = kind_of(bytes);
    if (kind >= kinds) return allocate_large(bytes);
    if (void* const frame = free_[kind]) {
      std::memcpy(&free_[kind], frame, sizeof(void*));
      ++live_;
      return frame;
    }
    const std::size_t size = (kind + 1) * granule;
    // A frame whose size is a multiple of 16 may hold something that is aligned to 16 bytes.
    if (size % 16 == 0) used_ = (used_ + 15) / 16 * 16;
    if (used_ + size > counted_) make_room(size);
    std::byte* const frame = base_ + used_;
    used_ += size;
    ++live_;
    return frame;
  }

  /// @returns false if the frame is not of this slab, and nothing was done
  bool release(void* frame, std::size_t bytes) noexcept {
    if (static_cast<std::size_t>(static_cast<std::byte*>(frame) - base_) >= reserved_ && !owns(frame)) [[unlikely]]
      return false;
    const std::size_t kind = kind_of(bytes);
    std::memcpy(frame, &free_[kind], sizeof(void*));
    free_[kind] = static_cast<std::byte*>(frame);
    --live_;
    return true;
  }

  /// Releases a frame of another slab, living or gone, or of none. Any thread may call it.
  static void release_elsewhere(void* frame, std::size_t bytes) noexcept;

  /// Called when the pardo has ended: the slab starts again at its beginning. Its memory stays for the next pardo.
  void reset() noexcept;

  /// Frames of up to 8 KiB that are not released.
  std::uint64_t live() {
    if (live_ > 0) forget_released();
    return live_;
  }

  /// Bytes in use by live frames and those that were released.
  std::size_t used() const { return used_before_ + used_; }

  /// Bytes that stand in the account for frames of up to 8 KiB: all that were ever touched.
  std::size_t counted() const;

  /// Reservations that hold the frames: one, where addresses are plenty.
  std::size_t reservations() const;

 private:
  static constexpr std::size_t granule = 8;
  static constexpr std::size_t kinds = 1024;

  /// A reservation of addresses.
  struct Mapped {
    std::byte* base = nullptr;
    std::size_t bytes = 0;
    std::size_t counted = 0;  ///< from the beginning: may be touched
  };
  struct Chain;
  struct Chains;

  static std::size_t kind_of(std::size_t bytes) { return (bytes + granule - 1) / granule - 1; }
  static Chains& chains();

  void* allocate_large(std::size_t bytes) const;
  void make_room(std::size_t bytes);
  /// Continues in the next reservation, and makes one if there is none.
  void go_on_elsewhere(std::size_t bytes);
  void go_on_in(std::size_t number) noexcept;
  Mapped reserve(std::size_t bytes) const;
  void enter(const Mapped& fresh);
  bool owns(void* frame) const noexcept;
  /// Subtracts the frames that other threads have released.
  void forget_released() noexcept;
  /// Gives the reservations back, or leaves them to the frames that live.
  void part() noexcept;

  std::byte* base_ = nullptr;  // of the reservation that is being filled
  std::size_t reserved_ = 0;
  std::size_t counted_ = 0;
  std::size_t used_ = 0;
  std::size_t used_before_ = 0;  // in the reservations before it
  std::size_t current_ = 0;
  std::uint64_t live_ = 0;
  std::shared_ptr<Chain> chain_;  // the reservations; made with the first
  std::shared_ptr<MemoryAccount> account_;
  std::array<std::byte*, kinds> free_{};
};

}  // namespace pram::detail
