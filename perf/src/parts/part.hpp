#pragma once

#include <optional>
#include <string>
#include <utility>

#include <pram/perf/finished_parts.hpp>
#include <pram/perf/kept_part.hpp>

namespace pram::perf {

/// A part of a measurement, made now if it is not done yet.
/// @param parts  null: the part is made, and not kept
/// @throws Error if the record is not one of such a part
template <class Result, class Measure>
Result part(FinishedParts* parts, const std::string& name, const Measure& measure) {
  if (std::optional<Result> kept = kept_part<Result>(parts, name, "part of this measurement")) return *std::move(kept);
  Result made = measure();
  if (parts != nullptr) parts->add(name, record_of(made));
  return made;
}

}  // namespace pram::perf
