#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "rcn_full.hpp"

/// The measurements of the RCN-FULL tables, one by one.
namespace pram::perf::rcn_measures {

/// Counts the nodes' links, searches shortest paths and follows all routes: from all nodes of a network of at most
/// 1024, from a few random nodes of a larger one.
RcnProperties properties(const RcnShape& shape);

/// The formulas alone; atoms are a power of two.
RcnCosts costs_by_formula(const RcnShape& shape);

/// The number of routines that take at most `most_work` steps times nodes, by formula.
std::uint64_t executions(const RcnCosts& costs, std::uint64_t most_work);

/// Executes those routines with random data and checks their outcomes.
/// @param before  is called before each
/// @param parts   finished routines, and where new ones are kept; null: none is kept
/// @throws Error if an outcome is wrong
void execute(RcnCosts& costs, std::uint64_t most_work, const std::function<void()>& before,
             FinishedParts* parts = nullptr);

/// The pins of chips, for numbers of chips that are powers of two from 2 to `most`.
/// @param nodes  16^(2^L): 256, 65536
std::vector<RcnPins> pins(std::uint64_t nodes, std::uint64_t most);

}  // namespace pram::perf::rcn_measures
