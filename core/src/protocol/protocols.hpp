#pragma once

#include <cstdint>
#include <vector>

#include <pram/access.hpp>

/// The access protocols that are built in, each in the file of its name: NAME_access() is its row of the table. Whoever
/// adds one adds its file and its name here.
#define PRAM_ACCESS_PROTOCOLS(protocol) protocol(direct) protocol(combining) protocol(adaptive) protocol(sorting)

namespace pram::detail {

#define PRAM_DECLARE(name) AccessEntry name##_access();
PRAM_ACCESS_PROTOCOLS(PRAM_DECLARE)
#undef PRAM_DECLARE

/// The basis that `combining` takes for p components when none is given: product p, or just covering p.
std::vector<std::uint32_t> default_basis(std::uint32_t components);

}  // namespace pram::detail
