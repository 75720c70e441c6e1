#pragma once

#include <string>
#include <vector>

/// What this program does a second, as one process or as one of several ranks.
namespace pram::bench {

struct RankFigure {
  std::string name;
  std::string unit;  ///< "M requests/s"; of times "µs" and of memory "MiB", where less is better
  double value = 0;
};

/// Every rank calls it, and all get figures.
/// @param threads  host threads of each rank
/// @param smaller  sizes are 2^smaller times smaller, for a quick trial
/// @throws std::logic_error if a result is wrong
std::vector<RankFigure> measure_rank_figures(unsigned threads, unsigned smaller);

}  // namespace pram::bench
