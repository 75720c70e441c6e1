#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <pram/detail/routing/adaptive_routing.hpp>

#include "../rounds/rounds.hpp"
#include "allotment.hpp"
#include "component_order.hpp"

/// Blocks of components that share their records out by bins, level by level.
namespace pram::detail {

/// Neighbouring places; the first block has all. A block of the next level has a bin of this level to itself.
struct ComponentBlock {
  std::uint32_t first = 0;  ///< its first place
  std::uint32_t components = 0;
  std::uint64_t most_records = 0;  ///< of all its components
  std::uint64_t most_held = 0;     ///< of one
};

/// Each component counts its records by bin, a digit of a hash of their address. From the sums of the count, and from
/// what the components before it have, follows where each record goes: its bin has components in proportion to its
/// records, and the records go to these by number, so that all get about the same load, whatever the pattern.
class BinBlocks {
 public:
  /// @param order  outlives this object
  explicit BinBlocks(const ComponentOrder& order);

  static constexpr std::uint32_t most_bins = 48;

  /// @param most_requests  of the step
  /// @param bins  of the first block
  void begin(std::uint64_t step, std::uint64_t most_requests, std::uint32_t bins);

  /// Counts records. May be called from several threads at a time, for one component from one.
  void add(const AccessPlan::Moves& moves);

  /// Takes over what other ranks have counted. A component's records are counted on one rank.
  void unite(const AdaptiveRouting::AddUp& add_up);

  /// Adds up what the blocks have counted, and has a network carry the messages by which all learn the sums.
  PhaseRecord count(Network& network);

  /// Has a network carry the messages by which each component learns what those before it have: after count(), and
  /// before records move.
  PhaseRecord number(Network& network);

  /// The bins that have been counted, block by block.
  std::span<const Portion> bins() const { return parts_; }

  /// Allots each block's components to its bins. From here on these are the blocks.
  void divide();

  /// Where a record goes after divide(). To be called at most once for each record that was counted, from its
  /// component's thread.
  std::uint32_t destination(std::uint32_t source, std::uint64_t address);

  /// Goes on to a count of as many bins in each block as `bins` says of its components.
  template <class Bins>
  void next_count(const Bins& bins) {
    std::vector<std::uint32_t> wanted;
    for (const ComponentBlock& block : blocks_) wanted.push_back(block.components > 0 ? bins(block.components) : 1);
    set_bins(wanted);
  }

  std::span<const ComponentBlock> blocks() const { return blocks_; }

  struct Located {
    std::uint32_t bin = 0;       ///< in bins(); after divide() that is its block, in blocks()
    std::uint32_t in_block = 0;  ///< the bin among those of its block
    std::uint64_t digits = 0;    ///< a hash of the address that has nothing to do with the bin
  };
  Located locate(std::uint64_t address) const { return locate(address, levels_.size()); }

 private:
  Located locate(std::uint64_t address, std::size_t levels) const;

  /// Where the bins of each block of a level begin; the last number is one past the last bin.
  using FirstBins = std::vector<std::uint32_t>;

  Rounds count_block(const ComponentBlock& block, std::span<Portion> bins);
  void set_bins(std::span<const std::uint32_t> bins);
  std::uint32_t* row(std::uint32_t place) { return rows_.data() + std::size_t{place} * most_bins; }

  const ComponentOrder& order_;
  std::uint64_t step_ = 0;
  std::uint64_t most_counted_ = 0;  ///< of a bin by one component
  std::vector<ComponentBlock> blocks_;
  std::vector<FirstBins> levels_;
  std::vector<Portion> parts_;     ///< bins of the last level
  std::vector<Rounds> numbering_;  ///< that number() has to carry
  std::vector<Portion> divided_;   ///< bins to which records go: those of the level before, once the next one is begun
  std::size_t divided_levels_ = 0;

  /// Per place: what its component has of each bin of its block; after the count, how many those before it have.
  /// Valid where the stamp is the count's.
  std::vector<std::uint32_t> rows_;
  std::vector<std::uint64_t> stamp_;
  std::uint64_t counts_ = 0;
};

}  // namespace pram::detail
