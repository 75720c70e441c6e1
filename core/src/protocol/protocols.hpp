#pragma once

#include <cstdint>
#include <vector>

#include <pram/access.hpp>

namespace pram::detail {

#define ACCESS_PROTOCOL(name) AccessEntry name##_access();
#include "protocols.def"

/// The basis that `combining` takes for p components when none is given: product p, or just covering p.
std::vector<std::uint32_t> default_basis(std::uint32_t components);

}  // namespace pram::detail
