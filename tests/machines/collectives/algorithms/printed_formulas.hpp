#pragma once

#include <string>
#include <vector>

#include <pram/machines/collectives.hpp>

namespace pram {

/// A closed form as the paper prints it, where what is executed takes another time or the print is wrong.
struct PrintedFormula {
  std::string equation;   ///< "(3.33)"
  std::string algorithm;  ///< the row of collective_algorithms() that it is about
  std::string remark;     ///< what is wrong, or where the difference comes from
  double (*time)(const CollectiveModel&, double words) = nullptr;
};

/// The formulas of Saad and Schultz, in the paper's order. Other formulas are the rows' own.
const std::vector<PrintedFormula>& printed_formulas();

}  // namespace pram
