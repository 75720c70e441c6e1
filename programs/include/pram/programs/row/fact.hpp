#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <pram/detail/copied_variant.hpp>

namespace pram::programs {

/// A value that a report shows under a name.
using FactValue = pram::detail::CopiedVariant<bool, std::int64_t, double, std::string>;

/// Names with their values: {{"components", 1}, {"connected", true}}.
using Facts = std::vector<std::pair<std::string, FactValue>>;

}  // namespace pram::programs
