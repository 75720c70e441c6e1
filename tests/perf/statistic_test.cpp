#include <pram/perf/statistic.hpp>

#include <doctest/doctest.h>

using pram::perf::Statistic;

TEST_CASE("mean, standard error and largest of a few values") {
  Statistic values;
  CHECK(values.count() == 0);
  CHECK(values.mean() == 0);
  CHECK(values.error() == 0);
  values.add(-2);
  CHECK(values.largest() == -2);
  CHECK(values.error() == 0);
  values.add(4);
  values.add(4);
  CHECK(values.count() == 3);
  CHECK(values.mean() == doctest::Approx(2));
  CHECK(values.largest() == 4);
  CHECK(values.error() == doctest::Approx(2));  // variance 12, over 3
}
