#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <pram/detail/routing/adaptive_routing.hpp>

#include "allotment.hpp"
#include "bin_blocks.hpp"
#include "component_order.hpp"

/// Slots: many small parts of each block's addresses, about as many as it has addresses. One count tells where records
/// of one address are, and allots components so that these meet.
namespace pram::detail {

class SlotBlocks {
 public:
  /// @param order  outlives this object, as `blocks` does
  SlotBlocks(const ComponentOrder& order, const BinBlocks& blocks) : order_(order), blocks_(blocks) {}

  /// Begins a count of the present blocks.
  void begin();

  /// Counts records. May be called from several threads at a time, for one component from one.
  void add(const AccessPlan::Moves& moves);

  /// Takes over what other ranks have counted. A component's records are counted on one rank.
  void unite(const AdaptiveRouting::AddUp& add_up);

  /// Adds up what the blocks have counted, has a network carry the messages, and allots components to slots.
  PhaseRecord count(Network& network);

  /// Where the record of number k goes after the count: to a component of its slot, or nowhere yet. A light one waits
  /// until the heavy ones have met, so that both come home in one phase.
  std::uint32_t destination(const AccessPlan::Moves& moves, std::size_t k) const;

  /// Have some slots so many components that records of one address should meet once more before they go home?
  bool has_leaders() const { return has_leaders_; }

  /// Where it goes then: to a leader among its slot's components, or home.
  std::uint32_t leader(const AccessPlan::Moves& moves, std::size_t k) const;

 private:
  struct SlotBlock {
    std::uint32_t first_slot = 0;
    std::uint32_t slots = 0;  ///< none: all records go home as they are
    bool light = false;       ///< records of most slots go home as they are
    std::uint64_t load = 1;   ///< of a component
  };

  struct Located {
    std::uint32_t block = 0;
    std::uint32_t slot = 0;  ///< in slots_
  };
  /// @returns false if records of the address go home as they are
  bool locate(std::uint64_t address, Located& at) const;
  void allot(const ComponentBlock& block, SlotBlock& slots);

  const ComponentOrder& order_;
  const BinBlocks& blocks_;
  std::vector<SlotBlock> slot_blocks_;
  std::vector<Portion> slots_;        ///< after the count; no components: their records go home
  std::vector<std::uint32_t> sums_;   ///< records of each slot, of all components
  std::vector<std::uint64_t> marks_;  ///< per place: saturating numbers of 2 bits of its block's slots
  bool has_leaders_ = false;
};

}  // namespace pram::detail
