#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include <pram/machines/collectives.hpp>

namespace pram::perf {

/// The letters in the formulas of Tables 1 and 2; b = 1, so N stands for N / b.
struct PrintedParameters {
  PrintedParameters(double words, std::uint32_t nodes, std::uint32_t modules, double startup)
      : N(words), k(nodes), served(modules), tau(startup), s(std::sqrt(k)), n(std::log2(k)) {}

  double N;  // NOLINT(readability-identifier-naming): the paper's name
  double k;
  double served;  ///< k*
  double tau;
  double s;  ///< side of the grid
  double n;  ///< log2 k
};

/// One cell of Table 1 or 2: its formula, and the corrected one.
struct PrintedCell {
  Collective operation;
  const char* architecture;
  double (*printed)(const PrintedParameters&);
  double (*corrected)(const PrintedParameters&) = nullptr;  ///< as the paper's text implies; null: as printed
  const char* erratum = "";
};

/// Both tables, operation by operation.
const std::vector<PrintedCell>& printed_cells();

}  // namespace pram::perf
