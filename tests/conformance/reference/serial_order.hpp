#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "../scripts/script.hpp"

namespace pram::conformance {

/// left op right, as the array's element type does it: integers wrap modulo 2^width.
std::uint64_t apply(Cells cells, Operator op, std::uint64_t left, std::uint64_t right);

/// A fetch-and-op leads from the value that it saw to the value that it left.
using Edge = std::pair<std::uint64_t, std::uint64_t>;

/// Is there an order of these fetches in which the first sees `start`, each other sees what the one before left, and
/// the last leaves `end`?
bool in_some_order(const std::vector<Edge>& fetches, std::uint64_t start, std::uint64_t end);

/// The same for additions of positive numbers whose sum does not wrap, with `updates` additions of `operand` that saw
/// nothing anywhere in between.
bool in_some_order(std::vector<Edge> fetches, std::uint64_t start, Cells cells, std::uint64_t operand,
                   std::size_t updates);

}  // namespace pram::conformance
