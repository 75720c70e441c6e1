#pragma once

#include <string>
#include <utility>

#include <pram/perf/experiment.hpp>

namespace pram::perf {

/// The JSON of an experiment that is over.
inline std::string finished_json(Report report, double wall_seconds) {
  finish(report, wall_seconds, false);
  return json_of(report);
}

}  // namespace pram::perf
