#pragma once

#include <pram/ledger.hpp>
#include <pram/report/detail/picture/drawing.hpp>
#include <pram/report/detail/picture/heat_grid.hpp>

namespace pram::report {

/// Components lie in rows of so many.
std::size_t component_row(std::size_t components);

/// The cells of such a square.
HeatGrid component_grid(std::size_t components);

/// The components as a square, row by row, once by the messages that they received and once by the requests that they
/// served. Needs a ledger of LedgerDetail::profile; of any other a sentence says so.
Drawing component_map(const Ledger& ledger);

}  // namespace pram::report
