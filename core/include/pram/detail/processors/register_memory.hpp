#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include <pram/detail/processors/outbox.hpp>

namespace pram::detail {

class ProcessorGroup;

/// Memory of the host that counts against the machine's memory limit, and may outlive the machine. Of several ranks
/// each has the registers of its own processors, at the same places as one process has them.
class RegisterMemory {
 public:
  RegisterMemory() = default;
  /// @throws LimitError if the machine's memory limit does not permit so many bytes
  RegisterMemory(std::shared_ptr<ProcessorGroup> group, std::size_t bytes);
  RegisterMemory(RegisterMemory&& other) noexcept
      : group_(std::move(other.group_)), place_(std::exchange(other.place_, {})) {}
  RegisterMemory& operator=(RegisterMemory&& other) noexcept {
    RegisterMemory taken(std::move(other));  // what was here ends with it
    std::swap(group_, taken.group_);
    std::swap(place_, taken.place_);
    return *this;
  }
  ~RegisterMemory();

  /// Where the registers begin, of which this rank has a part; null: there are none.
  void* data() const { return place_.whole != nullptr ? place_.whole : place_.divided; }
  std::size_t bytes() const { return place_.bytes; }
  /// Where they begin if this rank has all of them; else null.
  void* whole() const { return place_.whole; }
  /// The same for the function of a processor that asks for its own, where whole() is null.
  /// @throws Error
  void* of_processor(std::uint64_t i) const {
    if (i - place_.first_own >= place_.last_own - place_.first_own || current_outbox == nullptr) [[unlikely]]
      refuse(i);
    return place_.divided;
  }
  /// Where they begin. @throws Error if this rank has a part of them
  void* all() const {
    if (place_.divided != nullptr) [[unlikely]]
      refuse_part();
    return place_.whole;
  }
  /// The processors whose registers this rank has.
  std::uint64_t first_own() const { return place_.first_own; }
  std::uint64_t last_own() const { return place_.last_own; }

 private:
  struct Place {
    void* whole = nullptr;    ///< of all registers
    void* divided = nullptr;  ///< the same, of which other ranks have some
    std::size_t bytes = 0;
    std::uint64_t first_own = 0;
    std::uint64_t last_own = 0;
  };

  [[noreturn]] void refuse(std::uint64_t processor) const;
  [[noreturn]] void refuse_part() const;

  std::shared_ptr<ProcessorGroup> group_;
  Place place_;
};

}  // namespace pram::detail
