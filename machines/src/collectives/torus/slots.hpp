#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/machines/detail/torus_exchange.hpp>

#include "line.hpp"

namespace pram {

/// The exchanges along the lines of the tori that the masters of a torus form, by dimension.
std::vector<LineExchange> torus_lines(const TorusExchange& schedule);

/// The steps of the exchange stage. Both parities of nodes work at once, never in the same dimension, and each has to
/// go through all dimensions: that takes max(L_1 + … + L_d, 2 max L_i) steps, which is the least, where a parity has
/// L_i steps in dimension i. If all dimensions can begin with the steps between groups at no cost, they do. Then come
/// the common steps of each dimension.
std::vector<TorusExchange::Slot> torus_slots(std::span<const LineExchange> lines);

}  // namespace pram
