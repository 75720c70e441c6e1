#pragma once

#include <cstdint>
#include <span>

#include <pram/access.hpp>

#include "../../hash.hpp"
#include "../../memory/placement.hpp"

namespace pram::detail {

/// Where a protocol sends the records of one step in which all ask for cells of one array, by one operation.
class StepPlan {
 public:
  /// @param map          of the array
  /// @param fingerprint  of the species
  /// @param ordered      AccessPlan::Moves::ordered
  StepPlan(const AccessPlan& plan, const CellMap& map, std::uint64_t fingerprint, std::uint64_t step,
           std::uint64_t seed, bool ordered)
      : plan_(plan), map_(map), fingerprint_(fingerprint), step_(step), seed_(seed), ordered_(ordered) {}

  /// Records that one call of route() takes at most.
  static constexpr std::uint32_t block = 1024;

  std::uint32_t phases() const { return plan_.phases(); }

  /// The components that own cells.
  void locate(std::span<const std::uint32_t> index, std::uint32_t* home) const { map_.locate(index, home); }

  /// Where the next phase takes records.
  /// @param index   of their cells
  /// @param home    the cells' owners
  /// @param source  the components that they leave
  void route(std::uint32_t phase, const std::uint32_t* index, const std::uint32_t* home, const std::uint32_t* source,
             std::uint32_t count, std::uint32_t* destination) const {
    std::uint64_t address[block];
    std::uint64_t token[block];
    for (std::uint32_t k = 0; k < count; ++k) {
      address[k] = (fingerprint_ << 32) | index[k];
      token[k] = address[k] ^ (std::uint64_t{source[k]} * 0x9E3779B97F4A7C15U);
    }
    AccessPlan::Moves moves;
    moves.phase = phase;
    moves.ordered = ordered_;
    moves.draw = hash64(step_, phase, seed_);
    moves.step = hash64(step_, seed_);
    moves.source = {source, count};
    moves.home = {home, count};
    moves.address = {address, count};
    moves.token = {token, count};
    plan_.route(moves, {destination, count});
  }

 private:
  const AccessPlan& plan_;
  const CellMap& map_;
  std::uint64_t fingerprint_;
  std::uint64_t step_;
  std::uint64_t seed_;
  bool ordered_;
};

}  // namespace pram::detail
