#include "statistic_value.hpp"

namespace pram::perf {

Value statistic_value(const Statistic& values) {
  if (values.count() == 0) return nullptr;
  return Record{{"mean", values.mean()}, {"stderr", values.error()}, {"largest", values.largest()}};
}

}  // namespace pram::perf
