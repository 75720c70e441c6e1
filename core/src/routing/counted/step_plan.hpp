#pragma once

#include <cstdint>
#include <span>

#include <pram/access.hpp>

#include "../../hash.hpp"
#include "../../memory/placement.hpp"

namespace pram::detail {

/// Where a protocol sends the records of one step in which all ask for cells of one row, by one operation.
class StepPlan {
 public:
  /// Records that one call of route() takes at most.
  static constexpr std::uint32_t block = 1024;

  std::uint32_t phases() const { return plan_.phases(); }

  /// The components that own cells.
  virtual void locate(std::span<const std::uint32_t> index, std::uint32_t* home) const = 0;

  /// Where the next phase takes records.
  /// @param index   of their cells
  /// @param home    the cells' owners
  /// @param source  the components that they leave
  void route(std::uint32_t phase, const std::uint32_t* index, const std::uint32_t* home, const std::uint32_t* source,
             std::uint32_t count, std::uint32_t* destination) const {
    std::uint64_t address[block];
    std::uint64_t token[block];
    for (std::uint32_t k = 0; k < count; ++k) {
      address[k] = first_address_ | index[k];
      token[k] = address[k] ^ (std::uint64_t{source[k]} * 0x9E3779B97F4A7C15U);
    }
    AccessPlan::Moves moves;
    moves.phase = phase;
    moves.ordered = ordered_;
    moves.draw = draw(phase);
    moves.step = draw_;
    moves.source = {source, count};
    moves.home = {home, count};
    moves.address = {address, count};
    moves.token = {token, count};
    plan_.route(moves, {destination, count});
  }

 protected:
  /// @param first_address  AccessPlan::Moves::address of the cell of index 0; its low 32 bits are 0
  /// @param draw           AccessPlan::Moves::step
  /// @param ordered        AccessPlan::Moves::ordered
  StepPlan(const AccessPlan& plan, std::uint64_t first_address, std::uint64_t draw, bool ordered)
      : plan_(plan), first_address_(first_address), draw_(draw), ordered_(ordered) {}
  ~StepPlan() = default;

  /// AccessPlan::Moves::draw
  virtual std::uint64_t draw(std::uint32_t phase) const = 0;

 private:
  const AccessPlan& plan_;
  std::uint64_t first_address_;
  std::uint64_t draw_;
  bool ordered_;
};

/// Of a machine's step, for the cells of an array.
class ArrayPlan final : public StepPlan {
 public:
  /// @param map          of the array
  /// @param fingerprint  of the species
  /// @param ordered      AccessPlan::Moves::ordered
  ArrayPlan(const AccessPlan& plan, const CellMap& map, std::uint64_t fingerprint, std::uint64_t step,
            std::uint64_t seed, bool ordered)
      : StepPlan(plan, fingerprint << 32, hash64(step, seed), ordered), map_(map), step_(step), seed_(seed) {}

  void locate(std::span<const std::uint32_t> index, std::uint32_t* home) const override { map_.locate(index, home); }

 protected:
  std::uint64_t draw(std::uint32_t phase) const override { return hash64(step_, phase, seed_); }

 private:
  const CellMap& map_;
  std::uint64_t step_;
  std::uint64_t seed_;
};

}  // namespace pram::detail
