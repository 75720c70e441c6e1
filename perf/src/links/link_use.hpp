#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <pram/machines/collectives.hpp>
#include <pram/machines/switching.hpp>
#include <pram/machines/topology.hpp>
#include <pram/perf/link_use.hpp>

namespace pram::perf {

/// What the links did in a delivery, from its crossings. Over time: the steps in which links were busy, and the
/// messages that waited for them.
/// @param options  of the carrier
/// @param steps    of the delivery
LinkUse link_use(const Topology& topology, const SwitchingOptions& options, const Messages& batch, const Trace& trace,
                 std::uint64_t steps);

/// Notes what links carry while a collective is executed.
class CarriedBlocks {
 public:
  /// @param model  whose network has the links; on one without links every sender counts as a link, the shared memory
  ///               as sender k
  explicit CarriedBlocks(const CollectiveModel& model) : model_(model) {}

  /// Notes a block; beyond most_noted of them none.
  void note(const CollectiveTransfer& transfer);

  /// Whether there were more than could be noted.
  bool too_many() const { return too_many_; }

  /// What the links did. Over time: the words that links carried.
  /// @param steps  of the execution
  LinkUse use(std::uint64_t steps) const;

  static constexpr std::size_t most_noted = std::size_t{1} << 22;

 private:
  struct Block {
    std::uint64_t step = 0;
    std::uint32_t link = 0;
    double words = 0;
  };

  /// A piece on a link.
  struct Piece {
    std::uint32_t number = 0;  ///< of the algorithm
    std::uint32_t link = 0;
    std::uint64_t step = 0;
  };

  std::optional<PieceWays> ways(const std::vector<std::uint32_t>& row) const;

  const CollectiveModel& model_;
  std::vector<Block> blocks_;
  std::vector<Piece> pieces_;  ///< no more than most_ways + 1
  bool too_many_ = false;
};

}  // namespace pram::perf
