#include "slot_blocks.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <limits>

#include "../../hash.hpp"
#include "../rounds/slot_count.hpp"
#include "scatter.hpp"

namespace pram::detail {

namespace {

/// From a block of at most so many components records go home without another count.
constexpr std::uint32_t smallest_block = 4;

/// Slots of a block. More would tell more addresses apart, and cost more messages.
constexpr std::uint32_t slots_in_large = 128;

constexpr std::uint32_t slots_a_component = 4;

/// A component takes at least so many records of heavy slots, where others stay, and of slots where none do: spreading
/// them thinner would bring more of them home.
constexpr std::uint64_t least_of_heavy = 8;
constexpr std::uint64_t least_of_all = 4;

/// A slot of at least so many components has leaders, about their square root.
constexpr std::uint32_t least_led = 16;

constexpr std::uint32_t numbers_in_word = 32;
constexpr std::size_t words_of_place = most_slots / numbers_in_word;

std::uint32_t slots_for(std::uint32_t components) {
  return components <= smallest_block ? 0 : std::min(slots_a_component * components, slots_in_large);
}

}  // namespace

void SlotBlocks::begin() {
  slot_blocks_.clear();
  std::uint32_t slots = 0;
  for (const ComponentBlock& block : blocks_.blocks()) {
    slot_blocks_.push_back({slots, slots_for(block.components), false, 1});
    slots += slot_blocks_.back().slots;
  }
  slots_.assign(slots, Portion{});
  sums_.assign(slots, 0);
  marks_.assign(order_.components() * words_of_place, 0);
  has_leaders_ = false;
}

bool SlotBlocks::locate(std::uint64_t address, Located& at) const {
  const BinBlocks::Located bin = blocks_.locate(address);
  const SlotBlock& block = slot_blocks_[bin.bin];
  if (block.slots == 0) return false;
  at = {bin.bin, block.first_slot + reduce(bin.digits, block.slots)};
  return true;
}

void SlotBlocks::add(const AccessPlan::Moves& moves) {
  for (std::size_t k = 0; k < moves.source.size(); ++k) {
    Located at;
    if (moves.source[k] == moves.home[k] || !locate(moves.address[k], at)) continue;
    const std::uint32_t of_block = at.slot - slot_blocks_[at.block].first_slot;
    std::uint64_t& word = marks_[order_.place_of(moves.source[k]) * words_of_place + of_block / numbers_in_word];
    const std::uint32_t shift = 2 * (of_block % numbers_in_word);
    if ((word >> shift & most_of_component) == most_of_component) continue;
    word += std::uint64_t{1} << shift;
    std::atomic_ref(sums_[at.slot]).fetch_add(1, std::memory_order_relaxed);
  }
}

void SlotBlocks::unite(const AdaptiveRouting::AddUp& add_up) {
  std::vector<std::uint64_t> sums(sums_.begin(), sums_.end());
  add_up(sums);
  std::ranges::transform(sums, sums_.begin(), [](std::uint64_t sum) { return static_cast<std::uint32_t>(sum); });
}

PhaseRecord SlotBlocks::count(Network& network) {
  std::vector<Rounds> rounds;
  for (std::size_t b = 0; b < slot_blocks_.size(); ++b) {
    const ComponentBlock& block = blocks_.blocks()[b];
    if (slot_blocks_[b].slots == 0) continue;
    rounds.push_back(slot_rounds(block.first, block.components, slot_blocks_[b].slots));
    allot(block, slot_blocks_[b]);
  }
  return carry_rounds(network, rounds, order_.all());
}

/// Every component of the block comes to the same, from the sizes that it has been told.
void SlotBlocks::allot(const ComponentBlock& block, SlotBlock& slots) {
  const std::span<Portion> parts(slots_.data() + slots.first_slot, slots.slots);
  // A slot of the largest class may have more: about one record of an address from each component of a large block.
  const std::uint64_t largest_told = rounded_size(std::numeric_limits<std::uint64_t>::max());
  for (std::uint32_t k = 0; k < slots.slots; ++k) {
    const std::uint64_t told = rounded_size(sums_[slots.first_slot + k]);
    parts[k].records = told < largest_told ? told : std::max<std::uint64_t>(told, block.components);
  }
  const LightSlots light = light_slots(parts);
  slots.light = light.are_light;
  std::uint64_t largest = 0;
  for (Portion& part : parts) {
    if (light.are_light && static_cast<double>(part.records) <= light.most) part.records = 0;
    largest = std::max(largest, part.records);
  }
  if (largest == 0) return;
  // What one component takes is merged into one record of an address, and their home gets one of each.
  const auto balanced = static_cast<std::uint64_t>(std::ceil(std::sqrt(static_cast<double>(largest))));
  slots.load = lay_out(parts, block.components, std::max(light.are_light ? least_of_heavy : least_of_all, balanced));
  has_leaders_ |= std::ranges::any_of(parts, [](const Portion& part) { return part.components >= least_led; });
}

std::uint32_t SlotBlocks::destination(const AccessPlan::Moves& moves, std::size_t k) const {
  Located at;
  if (!locate(moves.address[k], at) || slots_[at.slot].components == 0) return moves.source[k];
  const ComponentBlock& block = blocks_.blocks()[at.block];
  const std::uint32_t source = order_.place_of(moves.source[k]) - block.first;
  return order_.at(block.first + component_of(slots_[at.slot], slot_blocks_[at.block].load, source, block.components));
}

std::uint32_t SlotBlocks::leader(const AccessPlan::Moves& moves, std::size_t k) const {
  Located at;
  if (!locate(moves.address[k], at)) return moves.home[k];
  const Portion& slot = slots_[at.slot];
  const bool alone = slot_blocks_[at.block].light && moves.arrivals[k] == 1;
  if (slot.components < least_led || alone) return moves.home[k];
  const auto leaders = static_cast<std::uint32_t>(std::lround(std::sqrt(slot.components)));
  const std::uint32_t first = blocks_.blocks()[at.block].first + slot.first;
  return order_.at(first + (order_.place_of(moves.source[k]) - first) % leaders);
}

}  // namespace pram::detail
