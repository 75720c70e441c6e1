#pragma once

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <optional>
#include <string>

#include <pram/error.hpp>
#include <pram/perf/finished_parts.hpp>

namespace pram::perf {

/// A line of JSON. Names of files need not be UTF-8: such bytes are replaced, as in every report.
inline std::string record_of(const nlohmann::json& part) {
  return part.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// The result of a part that is done already; nothing if it is not done. Numbers pass through the record unchanged:
/// JSON writes each double by the shortest digits that give it back.
/// @param parts  null: none is done
/// @param what   what the record should be: "run of a sweep"
/// @throws Error if it is something else, or has a number that does not fit: the error says where it stands
template <class Result>
std::optional<Result> kept_part(const FinishedParts* parts, const std::string& name, const char* what) {
  const std::optional<std::string> record = parts == nullptr ? std::nullopt : parts->find(name);
  if (!record) return std::nullopt;
  try {
    const nlohmann::json json = nlohmann::json::parse(*record);
    auto result = json.get<Result>();
    // What was read is written once more: -1 that was taken for 2^64 - 1, or 2.5 for 2, gives other digits.
    if (record_of(result) == record_of(json)) return result;
  } catch (const nlohmann::json::exception&) {  // told below
  }
  throw Error(fmt::format("{} is no {}", parts->place_of(name), what));
}

}  // namespace pram::perf
