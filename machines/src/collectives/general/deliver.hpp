#pragma once

#include <cstdint>
#include <span>

#include "plan/plan.hpp"

namespace pram {

/// A piece that is to go from one terminal to another one.
struct Parcel {
  std::uint32_t piece = 0;
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

/// Plans steps in which every parcel comes nearer to its target wherever it moves, over whichever wire has room. A wire
/// takes up to `most` parcels in a step, those first that have the longest way to go.
MovePlan plan_deliveries(const Wires& wires, std::span<const Parcel> parcels, std::uint32_t most);

}  // namespace pram
