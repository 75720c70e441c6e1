#pragma once

#include <functional>
#include <string>
#include <vector>

#include "summary.hpp"

namespace pram::bench {

/// A row that can be measured.
struct Figure {
  std::string name;
  std::string unit;
  unsigned threads = 1;
  std::string beside;
  std::function<double()> measure;  ///< one round, in the row's unit
  std::function<void()> check;      ///< of the results, after the last round; throws std::logic_error
};

/// Figures that are measured alternately, whose data is made when the section begins, and freed after it.
struct Section {
  std::string title;
  unsigned most_rounds;  ///< the most rounds, few for figures that take long
  std::function<std::vector<Figure>(const SummaryRequest&)> figures;
};

/// All sections, in the order of the summary.
std::vector<Section> summary_sections();

}  // namespace pram::bench
