#pragma once

namespace pram::bsp {

/// A machine as the cost model of BSP sees it (Bisseling 2020, Section 1.2): a superstep of at most w local operations
/// and h words that a process sends or gets costs w + g h + l.
struct Parameters {
  double g = 1;  ///< units for each word
  double l = 0;  ///< units for each superstep
};

}  // namespace pram::bsp
