#pragma once

#include <cstdint>
#include <vector>

#include <pram/access.hpp>

namespace pram::detail {

AccessEntry direct_access();
AccessEntry combining_access();
AccessEntry adaptive_access();
AccessEntry sorting_access();

/// The basis that `combining` takes for p components when none is given: product p, or just covering p.
std::vector<std::uint32_t> default_basis(std::uint32_t components);

}  // namespace pram::detail
