#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/machine.hpp>

namespace pram::programs {

/// How many keys fall into each bucket: every processor adds 1 to the count of its key.
///
/// Model: combining CRCW (sum), not CREW. The sum is a named operation, and so runs under any CRCW rule. Time: T = 2
/// for n >= 1. Work: W = 2n.
///
/// Source: combining writes as in Ranade, How to emulate shared memory, JCSS 42 (1991).
/// @param keys     each below buckets
/// @throws AddressError for a key that is not
std::vector<std::int64_t> histogram(Machine& machine, std::span<const std::uint32_t> keys, std::uint32_t buckets);

}  // namespace pram::programs
