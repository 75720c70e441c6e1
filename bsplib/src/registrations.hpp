#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace pram::bsplib {

/// Memory that all processes have registered together; each has an area of its own size.
struct Registration {
  explicit Registration(std::uint64_t processes) : bytes(processes), places(processes) {}

  // The process itself enters these.
  std::vector<std::uint64_t> bytes;      ///< size of each process's area
  std::vector<const std::byte*> places;  ///< where it lies while the process does not run
  /// The last even and the last odd superstep in which a process registered an address, and not NULL, under this
  /// number. A process that is ahead writes the one while others still read the other.
  std::atomic<std::uint64_t> given_an_address[2] = {0, 0};
};

/// The changes that a process made to its registrations in a superstep, in the order of its calls. All processes must
/// make the same ones.
struct RegistrationChanges {
  struct Change {
    std::uint32_t number = 0;  ///< number of the registration; not_known for a removal by NULL
    bool removes = false;
  };
  static constexpr std::uint32_t not_known = ~std::uint32_t{0};

  std::vector<Change> changes;
  std::uint64_t tag_bytes = 0;               ///< size of tags that bsp_set_tagsize set last
  std::vector<std::uint64_t> set_tag_bytes;  ///< sizes that bsp_set_tagsize set in this superstep, in order
};

/// The part of the registrations that the processes of a run see of one another.
class SharedRegistrations {
 public:
  explicit SharedRegistrations(std::uint64_t processes) : processes_(processes), changes_{make(), make()} {}

  /// The registration of that number, made at its first use. Its address never changes.
  Registration& registration(std::uint32_t number);

  /// The changes of a process in a superstep. The process itself writes them; the others read them in the next
  /// superstep.
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

/// The registrations of one process: bsp_push_reg and bsp_pop_reg, which take effect at the end of a superstep. Calls
/// work in their order: a removal takes the latest registration of its address that is not removed yet, one of the same
/// superstep too.
class Registrations {
 public:
  Registrations(SharedRegistrations& shared, std::uint32_t process) : shared_(&shared), process_(process) {}

  /// A registration that can be used, by the address that this process has registered.
  struct Found {
    std::uint32_t number = 0;
    const std::vector<std::uint64_t>* bytes = nullptr;  ///< per process; null: the address is not registered
    bool too_early = false;                             ///< the address is registered only from the next superstep on
  };
  /// The latest registration of this address that is in effect.
  Found find(const void* address);

  /// bsp_push_reg: registers an area from the next superstep on.
  /// @returns the number of the registration
  /// @param area  where the area lies while the process does not run
  std::uint32_t push(std::uint64_t superstep, const void* address, std::span<const std::byte> area);

  /// bsp_pop_reg: removes a registration from the next superstep on.
  /// @returns false if the address is not registered
  bool pop(std::uint64_t superstep, const void* address);

  /// Ends the superstep: the changes made in it take effect.
  /// @returns what is wrong, as a sentence that begins with this process; "" if all processes did the same
  std::string settle(std::uint64_t superstep);

 private:
  struct Area {
    std::uint32_t number = 0;
    bool pending = false;    ///< in effect only from the next superstep on
    bool removed = false;    ///< in effect only until the end of this superstep
    bool of_nobody = false;  ///< all processes have registered NULL; known from the next superstep on
    const std::vector<std::uint64_t>* bytes = nullptr;
  };

  std::string compare(const RegistrationChanges& own, std::uint64_t superstep) const;
  std::string compare_tags(const RegistrationChanges& own, const RegistrationChanges& first) const;
  /// The registration that other processes name by an address where this one removes one of NULL; not_known: all of
  /// them remove NULL.
  std::uint32_t named_at(std::uint64_t superstep, std::size_t change) const;
  /// Finds out which registrations of NULL were removed in the superstep.
  /// @returns what is wrong, as settle() does
  std::string settle_null(const RegistrationChanges& own, std::uint64_t superstep);

  SharedRegistrations* shared_;
  std::uint32_t process_;
  std::uint32_t count_ = 0;
  std::vector<std::uint32_t> free_;  ///< numbers of removed registrations, which are used again
  std::unordered_map<const void*, std::vector<Area>> areas_;
  std::vector<const void*> changed_;  ///< the address of each change
  // The registration that was found last: calls mostly repeat an address.
  const void* last_address_ = nullptr;
  Found last_;
};

}  // namespace pram::bsplib
