#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <pram/ledger.hpp>
#include <pram/report/detail/page/profile_page.hpp>
#include <pram/report/detail/value/value.hpp>

namespace pram::report {

/// The numbers that step_columns() has of the records of steps and supersteps, as far as a page draws from them.
std::uint64_t numbers_of_columns(const Ledger& ledger);

/// Whether the records are more numbers than a page holds, so that it has binned_columns().
bool are_binned(const Ledger& ledger, const PageLimits& limits);

/// The places of the costliest records, the first of equal ones first: of steps by their charge, of supersteps by local
/// work and charge.
std::vector<std::size_t> costliest_steps(const Ledger& ledger, std::size_t most);
std::vector<std::size_t> costliest_supersteps(const Ledger& ledger, std::size_t most);

/// step_columns() of a run too long for them: neighbouring records are put into bins, limits.bins of steps and as many
/// of supersteps. The columns have an entry a bin: the record of its costliest step. `bins` has of each its `first` and
/// `last` step, the `count` of records, their `most` and their `sum` of each number (of `phases`, too), and which
/// `pardos` and which lines they had to do with; a line's `charge` is its share of its steps' by requests, and
/// `requests` and `degree` are the sum and the most. `costliest` has the limits.costliest records in full, the
/// costliest first.
Record binned_columns(const Ledger& ledger, const PageLimits& limits);

}  // namespace pram::report
