#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <pram/detail/memory_account.hpp>

namespace pram::bsplib {

/// Copies of the program's global variables, one for each process. They are the variables of the objects that
/// pram-bspcc was given, not those of libraries. One process at a time has its copy in place, at the addresses that the
/// code uses.
class PrivateGlobals {
 public:
  /// Copies the variables, as they are now, for each process. The copies count in the account of the machine that this
  /// host thread works for.
  /// @throws ConfigError if the program was not linked by pram-bspcc
  /// @throws LimitError if the memory has no room for the copies
  explicit PrivateGlobals(std::uint64_t processes);

  /// Writes the process's copy over the variables.
  void put_in_place(std::uint64_t process) const;
  /// Saves the variables in the process's copy.
  void put_away(std::uint64_t process);

  /// The place in the process's copy of what the process knows by this address; the address itself if it is not within
  /// the variables.
  void* kept(std::uint64_t process, const void* address);

 private:
  std::byte* copy(std::uint64_t process) { return copies_.data() + process * bytes_; }
  const std::byte* copy(std::uint64_t process) const { return copies_.data() + process * bytes_; }

  std::vector<std::span<std::byte>> variables_;  ///< the places that the code uses
  std::uint64_t bytes_ = 0;
  pram::detail::CountedVector<std::byte> copies_;
};

}  // namespace pram::bsplib
