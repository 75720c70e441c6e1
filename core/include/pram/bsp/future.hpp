#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include <pram/detail/bsp/mailbox.hpp>
#include <pram/detail/bsp/transferable.hpp>

namespace pram::bsp {

/// The value or values that a get, or a read of shared memory, brings: there after the sync of the superstep that
/// asked, until they are read for the last time. A future that dies unread is an error: its process made a mistake.
/// Only the process that asked reads the future, while its run goes on.
template <Transferable T>
class Future {
 public:
  Future(Future&& other) noexcept : slot_(std::exchange(other.slot_, nullptr)), owner_(other.owner_) {}
  Future& operator=(Future&& other) noexcept {
    std::swap(slot_, other.slot_);
    std::swap(owner_, other.owner_);
    return *this;
  }
  ~Future() {
    if (slot_ != nullptr) detail::give_back_slot(slot_, owner_);
  }

  /// The value of a get of one.
  /// @throws Error before the sync, in another process, after the run, from a future that was moved from, and for a get
  /// of another number of values
  T value() const {
    const std::span<const std::byte> bytes = detail::read_slot(slot_, owner_);
    if (bytes.size() != sizeof(T)) [[unlikely]]
      detail::refuse_value("get", bytes.size() / sizeof(T));
    T made;
    std::memcpy(&made, bytes.data(), sizeof(T));
    return made;
  }
  operator T() const { return value(); }

  /// The values of a get of several.
  std::span<const T> values() const {
    const std::span<const std::byte> bytes = detail::read_slot(slot_, owner_);
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }

 private:
  template <Transferable>
  friend class Remote;
  template <Transferable>
  friend class RemoteElement;
  friend class AutomaticMode;
  Future(detail::GetSlot* slot, std::uint64_t owner) : slot_(slot), owner_(owner) {}

  detail::GetSlot* slot_;
  std::uint64_t owner_;
};

}  // namespace pram::bsp
