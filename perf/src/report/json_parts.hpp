#pragma once

#include <nlohmann/json.hpp>

#include <pram/machine.hpp>
#include <pram/perf/statistic.hpp>
#include <pram/programs/program.hpp>

/// Members that several documents have in common.
namespace pram::perf {

nlohmann::ordered_json machine_json(const MachineOptions& machine);

nlohmann::ordered_json input_json(const programs::InputFacts& input);

nlohmann::ordered_json facts_json(const programs::Outcome& outcome);

/// Mean, stderr and largest; null of no values.
nlohmann::ordered_json statistic_json(const Statistic& values);

}  // namespace pram::perf
