#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <pram/detail/routing/random_access.hpp>
#include <pram/network.hpp>

namespace pram::detail {

/// The options of "copies:3,collide=4,batch=1,merge=sorting,charge=network".
struct CopiesOptions {
  enum class Merge { sorting, none };
  enum class Charge { network, rounds };

  std::uint32_t copies = 3;
  std::uint32_t collide = 4;        ///< c: messages that a module answers in a round
  double batch = 1;                 ///< requests that are on their way together, as a share of the components
  Merge merge = Merge::sorting;     ///< how requests for one cell become one
  Charge charge = Charge::network;  ///< what the network carries them in, or c a round
};

/// The routines of access by copies.
/// @param name     of the protocol, for errors
/// @param network  carries the messages of the rounds
/// @param sorting  merges requests for one cell; null: none may meet
std::unique_ptr<RandomAccess> make_copied_access(const std::string& name, const CopiesOptions& options,
                                                 std::uint32_t components, std::unique_ptr<Network> network,
                                                 std::unique_ptr<RandomAccess> sorting);

}  // namespace pram::detail
