#include "fact_fields.hpp"

#include <cstdint>
#include <string>
#include <variant>

#include <pram/report/detail/value/text.hpp>

namespace pram::report {

std::string fact_text(const Value& fact) {
  if (const auto* const text = std::get_if<std::string>(&fact.is)) return *text;
  const auto* const whole = std::get_if<std::uint64_t>(&fact.is);
  return whole != nullptr ? compact(*whole) : decimal(std::get<double>(fact.is));
}

}  // namespace pram::report
