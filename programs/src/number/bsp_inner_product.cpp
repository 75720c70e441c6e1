#include <pram/programs/number.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include <pram/bsp/process.hpp>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "distribution.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

/// Whether the product differs by no more than rounding may. A term is rounded once, and added n times at the most.
Verdict judge_product(const VectorPairs::Value& pair, double found) {
  long double sum = 0;
  long double magnitudes = 0;
  for (std::size_t i = 0; i < pair.left.size(); ++i) {
    const long double term = static_cast<long double>(pair.left[i]) * pair.right[i];
    sum += term;
    magnitudes += std::abs(term);
  }
  const long double most =
      std::numeric_limits<double>::epsilon() * static_cast<long double>(pair.left.size() + 2) * magnitudes;
  return std::abs(found - sum) <= most;
}

}  // namespace

double bsp_inner_product(Machine& machine, std::span<const double> left, std::span<const double> right) {
  if (left.size() != right.size())
    throw ConfigError("vectors", fmt::format("{} and {} numbers", left.size(), right.size()), "as many of each");
  std::vector<double> products(machine.options().components);  // the same on all processes
  machine.spmd([&](bsp::Process self) -> Task<> {
    const CyclicDistribution cyclic(left.size(), self.count());
    auto sums = self.coarray<double>(self.count(), 0, "sums");
    double& own = sums[self.id()];
    for (std::uint64_t i = self.id(); i < left.size(); i += self.count()) own += left[i] * right[i];
    self.work(2 * cyclic.size(self.id()));
    for (const std::uint64_t other : self.others()) sums(other)[self.id()] = own;
    co_await self.sync("partial sums");

    double sum = 0;
    for (const double partial : sums.local()) sum += partial;
    self.work(self.count());
    co_await self.sync("sum");
    products[self.id()] = sum;
  });
  machine.unite(products);
  return products.front();
}

Program bsp_inner_product_program() {
  return program<VectorPairs>(
      bsp_inner_product, {.name = "bsp-inner-product",
                          .what = "inner product of two vectors of n numbers, cyclic",
                          .columns = "inner product",
                          .source = "Bisseling 2020, 1.3",
                          .model = Model::bsp,
                          .time = "2n/p + p + (p - 1) g + 2l",
                          .cost = {.supersteps = 2,
                                   .relation = [](std::uint64_t, std::uint64_t p) { return p - 1; },
                                   .work = [](std::uint64_t n, std::uint64_t p) { return 2 * ((n + p - 1) / p) + p; }},
                          .components = 256,
                          .size = {.usual = 1 << 17, .bytes_each = 4 * sizeof(double)},
                          .oracle = judge_product,
                          .against = "a sum in long double on one thread, error at most (n + 2) ε Σ|x y|",
                          .facts = [](const auto&, double product) -> Facts {
                            return {{"product", product}};
                          },
                          .write = [](std::ostream& out, const VectorPairs::Value&,
                                      double product) { out << fmt::format("{}\n", product); }});
}

}  // namespace pram::programs
