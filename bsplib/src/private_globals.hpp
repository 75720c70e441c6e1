#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <pram/detail/memory_account.hpp>

namespace pram::bsplib {

/// The program's global variables, a copy for each process: those of the objects that pram-bspcc was given, not those
/// of libraries. One process at a time has its own in place.
class PrivateGlobals {
 public:
  /// Copies them, as they are now, for each process. They count in the account of the machine that this host thread
  /// works for.
  /// @throws ConfigError if the program was not linked by pram-bspcc, LimitError
  explicit PrivateGlobals(std::uint64_t processes);

  void put_in_place(std::uint64_t process) const;
  void put_away(std::uint64_t process);

  /// Where the process keeps what it knows by this address, while its variables are not in place.
  void* kept(std::uint64_t process, const void* address);

 private:
  std::byte* copy(std::uint64_t process) { return copies_.data() + process * bytes_; }
  const std::byte* copy(std::uint64_t process) const { return copies_.data() + process * bytes_; }

  std::vector<std::span<std::byte>> variables_;  ///< where they are in place
  std::uint64_t bytes_ = 0;
  pram::detail::CountedVector<std::byte> copies_;
};

}  // namespace pram::bsplib
