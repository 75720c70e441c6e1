#pragma once

#include <pram/ledger.hpp>
#include <pram/report/detail/picture/drawing.hpp>

namespace pram::report {

/// The run's whole charge as one bar: what the same requests would have been charged with all addresses distinct
/// (needed), what came on top of it, the replies, collectives and supersteps; each with its number. Where
/// the network combined requests on their way, less was charged than was needed, and a bracket shows what was saved.
/// @param baseline  of an earlier run, whose charge is a narrow bar below; null: there is none
Drawing charge_bar(const Ledger& ledger, const Ledger* baseline = nullptr);

}  // namespace pram::report
