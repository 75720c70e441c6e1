#pragma once

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <optional>
#include <string>

#include <pram/error.hpp>
#include <pram/perf/finished_parts.hpp>

namespace pram::perf {

/// A part of a measurement, made now if it is not done yet. Numbers pass through the record unchanged: JSON writes each
/// double by the shortest digits that give it back.
/// @param parts  null: the part is made, and not kept
/// @throws Error if the record is not one of such a part
template <class Result, class Measure>
Result part(FinishedParts* parts, const std::string& name, const Measure& measure) {
  if (parts == nullptr) return measure();
  if (const std::optional<std::string> record = parts->find(name)) {
    try {
      return nlohmann::json::parse(*record).get<Result>();
    } catch (const nlohmann::json::exception&) {
      throw Error(fmt::format("the finished part '{}' is not what this measurement comes to", name));
    }
  }
  Result made = measure();
  parts->add(name, nlohmann::json(made).dump());
  return made;
}

}  // namespace pram::perf
