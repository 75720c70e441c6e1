#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <pram/detail/memory_account.hpp>

namespace pram::bsplib {

struct Settings;

/// The program's global variables: those of the objects that pram-bspcc was given, not those of libraries.
struct Globals {
  std::array<std::span<std::byte>, 2> parts;  ///< with and without a value to begin with

  /// @returns nothing if the program was not linked by pram-bspcc
  static std::optional<Globals> find();
  std::uint64_t bytes() const { return parts[0].size() + parts[1].size(); }
};

/// Do the processes get variables of their own where the settings leave it open? On one host thread processes do, for
/// there they can, if the copies are small enough to be made in each superstep without being felt.
/// @param globals  of the program; nothing if it was not linked by pram-bspcc
bool private_by_default(const Settings& settings, std::uint64_t processes, const std::optional<Globals>& globals);

/// Copies of the program's global variables, one for each process. One process at a time has its copy in place, at the
/// addresses that the code uses.
class PrivateGlobals {
 public:
  /// Copies the variables, as they are now, for each process. The copies count in the account of the machine that this
  /// host thread works for.
  /// @throws ConfigError if the program was not linked by pram-bspcc
  /// @throws LimitError if the memory has no room for the copies
  explicit PrivateGlobals(std::uint64_t processes);
  /// False under the address sanitizer, whose zones between variables the copies would pass.
  static bool can_be_made();

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

  Globals variables_;  ///< at the places that the code uses
  std::uint64_t bytes_ = 0;
  pram::detail::CountedVector<std::byte> copies_;
};

/// Sees whether variables that all processes share are written while they run.
class SharedGlobals {
 public:
  /// Copies the variables as they are now.
  explicit SharedGlobals(const Globals& globals);

  /// Whether one of the variables has changed; false again once true was returned. Variables are compared in the first
  /// supersteps, and then ever more seldom: large ones take their time.
  bool have_changed(std::uint64_t superstep);
  std::uint64_t bytes() const { return variables_.bytes(); }

 private:
  Globals variables_;
  pram::detail::CountedVector<std::byte> before_;
  bool told_ = false;
};

}  // namespace pram::bsplib
