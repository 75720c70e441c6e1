#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace pram::bsplib {

/// Memory that all processes have registered together: each an area of its own size.
struct Registration {
  explicit Registration(std::uint64_t processes) : bytes(processes) {}

  std::vector<std::uint64_t> bytes;  ///< per process; each enters its own
};

/// What a process did to its registrations in a superstep, in its order. All processes must have done the same.
struct RegistrationChanges {
  struct Change {
    std::uint32_t number = 0;  ///< of the registration; of a removal by NULL not_known
    bool removes = false;
  };
  static constexpr std::uint32_t not_known = ~std::uint32_t{0};

  std::vector<Change> changes;
  std::uint64_t tag_bytes = 0;  ///< that bsp_set_tagsize has set last
};

/// What the processes of a run know of one another's registrations.
class SharedRegistrations {
 public:
  explicit SharedRegistrations(std::uint64_t processes) : processes_(processes), changes_{make(), make()} {}

  /// Made at its first use. It stays where it is.
  Registration& registration(std::uint32_t number);

  /// What a process has done in a superstep: written by the process itself, read by others in the next one.
  RegistrationChanges& changes(std::uint64_t superstep, std::uint32_t process) {
    return changes_[superstep % 2][process];
  }

  std::uint64_t processes() const { return processes_; }

 private:
  std::vector<RegistrationChanges> make() const { return std::vector<RegistrationChanges>(processes_); }

  std::uint64_t processes_;
  std::vector<RegistrationChanges> changes_[2];
  std::mutex mutex_;
  std::deque<Registration> all_;
};

/// The registrations of one process: bsp_push_reg and bsp_pop_reg, which take effect at the end of a superstep. They
/// work in the order of their calls: a removal takes the latest registration of its address that is not removed yet,
/// one of the same superstep too.
class Registrations {
 public:
  Registrations(SharedRegistrations& shared, std::uint32_t process) : shared_(&shared), process_(process) {}

  /// A registration that can be used, by the address that this process has registered.
  struct Found {
    std::uint32_t number = 0;
    const std::vector<std::uint64_t>* bytes = nullptr;  ///< per process; null: the address is not registered
    bool too_early = false;                             ///< but will be in the next superstep
  };
  Found find(const void* address);

  /// @returns the number of the registration
  std::uint32_t push(std::uint64_t superstep, const void* address, std::uint64_t bytes);

  /// @returns false: the address is not registered
  bool pop(std::uint64_t superstep, const void* address);

  /// The superstep has ended: what was done in it takes effect.
  /// @returns what is wrong, as a sentence that begins with this process; "" if all processes did the same
  std::string settle(std::uint64_t superstep);

 private:
  struct Area {
    std::uint32_t number = 0;
    bool pending = false;  ///< from the next superstep on
    bool removed = false;  ///< until the end of this one
    const std::vector<std::uint64_t>* bytes = nullptr;
  };

  std::string compare(const RegistrationChanges& own, std::uint64_t superstep);
  /// The registration that a removal by NULL means: that which other processes remove there.
  std::uint32_t meant_at(std::uint64_t superstep, std::size_t change);

  SharedRegistrations* shared_;
  std::uint32_t process_;
  std::uint32_t count_ = 0;
  std::vector<std::uint32_t> free_;  ///< numbers of those that were removed: used again
  std::unordered_map<const void*, std::vector<Area>> areas_;
  std::vector<const void*> changed_;  ///< addresses, a change each
  // The last one that was found.
  const void* last_address_ = nullptr;
  Found last_;
};

}  // namespace pram::bsplib
