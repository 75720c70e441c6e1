#pragma once

#include <cstdint>
#include <memory>

#include <pram/detail/routing/random_access.hpp>

namespace pram {

/// How the butterfly serves whole steps: the options of "butterfly:64,access=ranade,buffers=4,merge=yes".
struct RanadeOptions {
  enum class Access { ranade };
  enum class Merge { yes, no };
  /// Which bit of the home counts most in the order of a stream: the one that switches settle first, as Ranade has it,
  /// or last. With the last, the requests of a stream take either output of the first switches in turn.
  enum class Keys { first, last };

  Access access = Access::ranade;
  std::uint32_t buffers = 4;  ///< B: requests that a queue holds, 1 to 1024, beside a ghost
  Merge merge = Merge::yes;   ///< no: requests for one cell go each by itself, which shows what merging saves
  Keys keys = Keys::first;
};

inline constexpr std::uint32_t most_ranade_buffers = 1024;

/// What the requests of an access did on their way to memory.
struct RanadeCounts {
  std::uint64_t steps = 0;          ///< until every module has the end of its streams
  std::uint64_t crossings = 0;      ///< links crossed by requests
  std::uint64_t ghosts = 0;         ///< links crossed by ghosts
  std::uint64_t merges = 0;         ///< in switches and modules; not those at a request's own processor
  std::uint64_t largest_queue = 0;  ///< requests, end of stream and ghost of one queue at a time
};

/// Ranade's emulation of a PRAM by a butterfly (Ranade, How to emulate shared memory, JCSS 42, 1991; FOCS 1987). Every
/// processor sends its requests in the order of their homes and addresses. Switches merge the streams, and requests for
/// one cell where they meet; ghosts tell the other output that nothing smaller will come. Replies take the same links
/// back, in as many steps. One access at a time. With p rows and a request a processor an access takes O(log p) steps,
/// with high probability, if homes are hashed.
class RanadeEmulation : public RandomAccess {
 public:
  /// What the access served last did. Of replies nothing is counted.
  virtual const RanadeCounts& counts() const = 0;
};

/// @param rows  p, a power of two, 2 to 2^16; component r has the processor and the module of row r
std::unique_ptr<RanadeEmulation> make_ranade_emulation(std::uint32_t rows, const RanadeOptions& options);

}  // namespace pram
