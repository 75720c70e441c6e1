#pragma once

#include <cstdint>
#include <vector>

#include <pram/machine.hpp>

namespace pram::programs {

/// All processors read one cell in one step: the hot spot against which networks and access protocols are measured.
///
/// Model: CREW. Time: T = 1 for processors >= 1. Work: W = processors.
///
/// Source: the hot spot of Pfister and Norton, IEEE Transactions on Computers C-34 (1985), with every request to it.
/// @returns what each processor read
std::vector<std::int64_t> concurrent_read(Machine& machine, std::int64_t value, std::uint64_t processors);

}  // namespace pram::programs
