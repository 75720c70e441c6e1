#pragma once

#include <nlohmann/json.hpp>

#include <pram/report/program_run.hpp>

namespace pram::report {

/// A run in the file of --resume, as JSON.
inline void to_json(nlohmann::json& record, const ProgramRun& run) {
  record = {{"n", run.n},
            {"seed", run.seed},
            {"network", run.network},
            {"access", run.access},
            {"performance_factor", run.performance_factor},
            {"verified", run.verified},
            {"sizes", run.sizes},
            {"failed", run.failed}};
  for (const RunCount& count : run_counts) record[count.key] = run.*count.of;
}

inline void from_json(const nlohmann::json& record, ProgramRun& run) {
  record.at("n").get_to(run.n);
  record.at("seed").get_to(run.seed);
  record.at("network").get_to(run.network);
  record.at("access").get_to(run.access);
  record.at("performance_factor").get_to(run.performance_factor);
  record.at("verified").get_to(run.verified);
  record.at("sizes").get_to(run.sizes);
  record.at("failed").get_to(run.failed);
  for (const RunCount& count : run_counts) record.at(count.key).get_to(run.*count.of);
}

}  // namespace pram::report
