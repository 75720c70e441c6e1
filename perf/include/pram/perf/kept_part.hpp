#pragma once

#include <optional>
#include <string>

#include <pram/error.hpp>
#include <pram/perf/finished_parts.hpp>

namespace pram::perf {

/// A line of JSON. Names of files need not be UTF-8: such bytes are replaced, as in every report.
/// @tparam Json  nlohmann::json, which this header leaves to whoever uses it
template <class Json>
std::string record_of(const Json& part) {
  return part.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// The result of a part that is done already; nothing if it is not done. Numbers pass through the record unchanged:
/// JSON writes each double by the shortest digits that give it back.
/// @tparam Json  as above
/// @param parts  null: none is done
/// @param what   what the record should be: "run of a sweep"
/// @throws Error if it is something else, or has a number that does not fit: the error says where it stands
template <class Json, class Result>
std::optional<Result> kept_part(const FinishedParts* parts, const std::string& name, const char* what) {
  const std::optional<std::string> record = parts == nullptr ? std::nullopt : parts->find(name);
  if (!record) return std::nullopt;
  try {
    const Json json = Json::parse(*record);
    auto result = json.template get<Result>();
    // What was read is written once more: -1 that was taken for 2^64 - 1, or 2.5 for 2, gives other digits.
    if (record_of<Json>(result) == record_of<Json>(json)) return result;
  } catch (const typename Json::exception&) {  // told below
  }
  throw Error(parts->place_of(name) + " is no " + what);
}

}  // namespace pram::perf
