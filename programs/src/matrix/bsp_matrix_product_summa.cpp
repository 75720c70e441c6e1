#include <pram/programs/matrix.hpp>

#include <algorithm>

#include <pram/bsp/process.hpp>

#include <pram/programs/input/structure/matrices.hpp>
#include <pram/programs/row.hpp>
#include "distribution.hpp"
#include "matrix/matrix_blocks.hpp"
#include "oracle/matrix_product.hpp"
#include "programs.hpp"

namespace pram::programs {

std::vector<std::int64_t> bsp_matrix_product_summa(Machine& machine, std::span<const std::int64_t> left,
                                                   std::span<const std::int64_t> right, std::uint64_t n) {
  check_order(left, right, n);
  const std::uint64_t q = side_of_grid(machine.options().components);
  const BlockDistribution lines(n, q);
  std::vector<std::int64_t> product(n * n);
  machine.spmd([&](bsp::Process self) -> Task<> {
    const bool works = self.id() < q * q;
    const std::uint64_t row = self.id() / q;
    const std::uint64_t column = self.id() % q;
    const Interval rows = works ? block_of(lines, row) : Interval{};
    const Interval columns = works ? block_of(lines, column) : Interval{};
    std::vector<std::uint64_t> sum(rows.size() * columns.size());
    const auto queue = self.queue<std::int64_t>("panels");
    for (std::uint64_t panel = 0; panel < q; ++panel) {
      // A panel has a slice of every block of the left matrix's columns, and the same slices of the right one's rows.
      const auto slice = [&](std::uint64_t block) {
        return part_of(block_of(lines, block), BlockDistribution(lines.size(block), q), panel);
      };
      std::vector<std::int64_t> own_left;
      std::vector<std::int64_t> own_right;
      if (works) {
        own_left = copy_of(left, n, rows, slice(column));
        own_right = copy_of(right, n, slice(row), columns);
        for (std::uint64_t k = 0; k < q; ++k) {
          if (k != column && !own_left.empty()) queue.send(row * q + k, of_left, own_left);
          if (k != row && !own_right.empty()) queue.send(k * q + column, of_right, own_right);
        }
      }
      co_await self.sync("panel");
      if (!works) continue;
      std::vector<std::span<const std::int64_t>> from_left(q);
      std::vector<std::span<const std::int64_t>> from_right(q);
      from_left[column] = own_left;
      from_right[row] = own_right;
      for (const auto message : queue) {
        if (message.tag() == of_left) {
          from_left[message.source() % q] = message.values();
        } else {
          from_right[message.source() / q] = message.values();
        }
      }
      for (std::uint64_t block = 0; block < q; ++block) {
        self.work(
            add_product(from_left[block], from_right[block], sum, rows.size(), slice(block).size(), columns.size()));
      }
    }
    co_await self.sync("product");
    for (std::uint64_t k = 0; k < sum.size(); ++k) {
      product[(rows.first + k / columns.size()) * n + columns.first + k % columns.size()] =
          static_cast<std::int64_t>(sum[k]);
    }
  });
  machine.unite(product, machine.options().components,
                [&](std::uint64_t at) { return lines.owner(at / n) * q + lines.owner(at % n); });
  return product;
}

Program bsp_matrix_product_summa_program() {
  return program<MatrixPairs>(
      bsp_matrix_product_summa,
      {.name = "bsp-matrix-product-summa",
       .alias = "summa",
       .what = "two n x n matrices in blocks on a grid of √p x √p processes, panel by panel",
       .columns = "entry of the product row by row",
       .source = "van de Geijn, Watts 1997; McColl 1995",
       .model = Model::bsp,
       .time = "2n^3/p + (2n^2/√p) g + (√p + 1) l",
       .cost = {.supersteps = [](std::uint64_t, std::uint64_t p) { return side_of_grid(p) + 1; },
                .relation =
                    [](std::uint64_t n, std::uint64_t p) {
                      const std::uint64_t q = side_of_grid(p);
                      const std::uint64_t block = (n + q - 1) / q;
                      return 2 * (q - 1) * block * block;
                    },
                .work =
                    [](std::uint64_t n, std::uint64_t p) {
                      const std::uint64_t q = side_of_grid(p);
                      const std::uint64_t block = (n + q - 1) / q;
                      return 2 * block * block * n;
                    }},
       .components = 64,
       .size = {.usual = 128, .most = most_bsp_order},
       .oracle = oracle::matrix_product,
       .against = "row by column on one thread"});
}

}  // namespace pram::programs
