#pragma once

#include <cstdint>

#include "../../host/pages.hpp"
#include "../../request/combine.hpp"
#include "../counted/phase_counts.hpp"
#include "cell_degrees.hpp"

namespace pram::detail {

/// What one worker knows at last of a step whose records do not move. A link is what one component asks of one cell.
struct alignas(64) CountedStep {
  PhaseCounts phases;
  Pages<std::uint32_t> sent;           ///< per component: links
  std::uint32_t links = 0;             ///< of all components
  std::uint32_t largest_requests = 0;  ///< of one component
  CombiningContext context;
  CellDegrees degrees;

  /// @param profiled  does anybody ask for the degrees' count_profile()?
  void begin(const CombiningContext& of_step, bool profiled, std::uint32_t components) {
    context = of_step;
    links = largest_requests = 0;
    degrees.begin(profiled);
    sent.reserve(components);
    std::fill_n(sent.data(), components, 0U);
  }
};

}  // namespace pram::detail
