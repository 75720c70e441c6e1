#include "statistic_value.hpp"

namespace pram::perf {

Value statistic_value(const Statistic& values) {
  if (values.count() == 0) return nullptr;
  return Record{{"mean", values.mean()}, {"error", values.error()}, {"largest", values.largest()}};
}

Statistic read_statistic(const Field& field, std::uint64_t count) {
  if (field.is_null()) return {};
  if (count == 0) field.refuse("null, as there are no runs");
  return {count, field.at("mean").as<double>(), field.at("error").as<double>(), field.at("largest").as<double>()};
}

}  // namespace pram::perf
