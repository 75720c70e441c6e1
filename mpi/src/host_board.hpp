#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pram::mpi {

/// Memory that the ranks of one host share, where each leaves bytes for all others, round by round. A round takes a
/// fraction of what a message of MPI takes. A rank that has left its bytes looks at those of every other rank before it
/// leaves the next ones: so two places a rank are enough, as nobody is more than a round ahead.
class HostBoard {
 public:
  /// Bytes that a rank may leave in a round.
  static constexpr std::size_t capacity = std::size_t{64} << 10;

  /// What a rank's part of the memory takes. All of it is zero before the first rank makes its board.
  static constexpr std::size_t part_bytes() { return first_place + 2 * capacity; }

  /// @param parts      the memory: a part for each rank, aligned to 64 bytes
  /// @param rank       whose board it is
  /// @param gives_way  ranks that wait leave the processor to those that work
  HostBoard(std::vector<std::byte*> parts, std::uint32_t rank, bool gives_way);

  /// Where this rank writes what it leaves in the next round.
  std::span<std::byte> mine();
  /// Begins the next round: what stands in mine() is to be read.
  void leave();
  /// What a rank has left in this round, once it has.
  std::span<const std::byte> of(std::uint32_t rank);

 private:
  /// The number of rounds for which a rank has left its bytes stands in a line of the cache by itself.
  static constexpr std::size_t first_place = 64;

  std::atomic<std::uint64_t>& left_by(std::uint32_t rank) const {
    return *reinterpret_cast<std::atomic<std::uint64_t>*>(parts_[rank]);
  }
  std::span<std::byte> place(std::uint32_t rank, std::uint64_t round) const {
    return {parts_[rank] + first_place + round % 2 * capacity, capacity};
  }

  std::vector<std::byte*> parts_;
  std::uint32_t rank_;
  bool gives_way_;
  std::uint64_t round_ = 0;  // for which this rank has left its bytes
};

}  // namespace pram::mpi
