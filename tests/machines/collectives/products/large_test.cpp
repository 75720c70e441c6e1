#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "collectives/products/mixed.hpp"
#include "product_case.hpp"
#include "support.hpp"

namespace pram {

namespace {

using testing::equal_factors;
using testing::Ports;
using testing::product_case;
using testing::ProductCase;
using testing::Size;
using testing::steps_checked;

/// Checked without words: of 4096 nodes they are 16.8 million.
std::uint64_t steps_only(const TotalExchange& schedule, const Topology& graph, Ports ports) {
  CAPTURE(graph.name());
  const TotalExchangeRun run = check_total_exchange(schedule, graph, ports);
  CHECK(run.steps == schedule.steps());
  return run.steps;
}

}  // namespace

TEST_CASE("total exchange: A2 on the hypercube of 1024 nodes takes 5120 steps" * doctest::test_suite("heavy")) {
  const std::size_t dimensions = testing::size() <= Size::small ? 8 : 10;
  const ProductCase cube = equal_factors("path", 2, dimensions, Ports::one);
  const std::uint64_t steps = steps_checked(*total_exchange_a2(cube.factors), *cube.graph, Ports::one);
  CHECK(steps == dimensions << (dimensions - 1));
  CHECK(cube.bounds.optimal(steps, Ports::one));
}

TEST_CASE("total exchange: networks of about a thousand nodes" * doctest::test_suite("heavy")) {
  if (testing::size() <= Size::small) return;
  for (const auto& factors :
       {std::vector<std::pair<std::string, std::uint32_t>>{{"complete", 10}, {"ring", 9}, {"path", 7}},
        {{"path", 2}, {"complete", 16}, {"complete", 31}},
        {{"ring", 3}, {"ring", 3}, {"ring", 3}, {"ring", 3}, {"ring", 3}, {"ring", 3}}}) {
    const ProductCase one = product_case(factors, Ports::one);
    std::uint64_t sum = 0;
    for (const TotalExchangePtr& factor : one.factors) sum += one.graph->nodes() / factor->nodes() * factor->steps();
    CHECK(steps_only(*total_exchange_a2(one.factors), *one.graph, Ports::one) == sum);
    const ProductCase all = product_case(factors, Ports::all);
    CHECK(mixed_matchings_exist(dimensions_of(all.factors)));
    const std::uint64_t steps = steps_only(*total_exchange_mixed(all.factors), *all.graph, Ports::all);
    CHECK(all.bounds.optimal(steps, Ports::all));
  }
}

TEST_CASE("total exchange: networks of 4096 nodes" * doctest::test_suite("heavy")) {
  if (testing::size() != Size::large) return;
  const ProductCase general_one = equal_factors("complete", 16, 3, Ports::one);
  CHECK(steps_only(*total_exchange_a2(general_one.factors), *general_one.graph, Ports::one) == 3 * 256 * 15);
  const ProductCase general = equal_factors("complete", 16, 3, Ports::all);
  CHECK(steps_only(*total_exchange_mixed(general.factors), *general.graph, Ports::all) == 256);
  CHECK(general.bounds.all_ports() == 256);
  const ProductCase cube = equal_factors("path", 2, 12, Ports::one);
  CHECK(steps_only(*total_exchange_a2(cube.factors), *cube.graph, Ports::one) == 12 << 11);
  CHECK(steps_only(*total_exchange_mixed(cube.factors), *cube.graph, Ports::all) == 2048);
  const ProductCase torus = equal_factors("ring", 16, 3, Ports::all);
  CHECK(steps_only(*total_exchange_mixed(torus.factors), *torus.graph, Ports::all) == 256 * 32);
  CHECK(torus.bounds.all_ports() == 256 * 32);
  const ProductCase mesh = equal_factors("path", 8, 4, Ports::all);
  CHECK(steps_only(*total_exchange_a3(mesh.factors[0], 2), *mesh.graph, Ports::all) == 512 * 16);
}

}  // namespace pram
