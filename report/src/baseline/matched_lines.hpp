#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <pram/ledger.hpp>
#include "profile/lines/line_sums.hpp"

namespace pram::report {

/// A source line in two runs.
struct MatchedLine {
  std::string file;                  ///< with its folder, "list/list_ranking.cpp"
  std::optional<std::uint32_t> was;  ///< its number then; none: the baseline has no such line
  std::optional<std::uint32_t> now;  ///< none: the run has none
  LineSum before = {};
  LineSum after = {};

  double change() const { return after.charge - before.charge; }
};

/// Matches the lines of two runs, file by file. Files are the same if they have the same name in a folder of the same
/// name. The match keeps the order of the lines, and in it as many lines as possible ask for the same
/// arrays by the same operations; among these, as many as possible did not move; a line that stayed where it was but
/// asks for something else is matched, too, if that costs no other match. Files of thousands of lines are matched by
/// their numbers alone.
/// @returns the lines of the run by file and number, then those that only the baseline has
std::vector<MatchedLine> matched_lines(const Ledger& baseline, const Ledger& run);

}  // namespace pram::report
