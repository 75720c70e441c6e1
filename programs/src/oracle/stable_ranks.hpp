#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pram::programs::oracle {

/// For each key, its place after std::stable_sort.
std::vector<std::int64_t> stable_ranks(std::span<const std::uint32_t> keys);

}  // namespace pram::programs::oracle
