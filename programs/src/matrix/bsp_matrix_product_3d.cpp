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

std::vector<std::int64_t> bsp_matrix_product_3d(Machine& machine, std::span<const std::int64_t> left,
                                                std::span<const std::int64_t> right, std::uint64_t n) {
  check_order(left, right, n);
  const std::uint64_t q = side_of_grid(machine.options().components, 3);
  const BlockDistribution lines(n, q);
  const auto process = [q](std::uint64_t x, std::uint64_t y, std::uint64_t z) { return (x * q + y) * q + z; };
  std::vector<std::int64_t> product(n * n);
  machine.spmd([&](bsp::Process self) -> Task<> {
    // Process (i, j, k) multiplies block (i, k) of the left matrix by block (k, j) of the right one. Of these blocks,
    // each of which q processes need, it has a q-th, and so of block (i, j) of the product.
    const bool works = self.id() < q * q * q;
    const std::uint64_t i = self.id() / q / q;
    const std::uint64_t j = self.id() / q % q;
    const std::uint64_t k = self.id() % q;
    const Interval rows = works ? block_of(lines, i) : Interval{};
    const Interval columns = works ? block_of(lines, j) : Interval{};
    const Interval middle = works ? block_of(lines, k) : Interval{};
    const BlockDistribution shares_of_left(rows.size() * middle.size(), q);
    const BlockDistribution shares_of_right(middle.size() * columns.size(), q);
    const BlockDistribution shares(rows.size() * columns.size(), q);
    std::vector<std::int64_t> left_block(shares_of_left.items());
    std::vector<std::int64_t> right_block(shares_of_right.items());
    const auto queue = self.queue<std::int64_t>("blocks");
    if (works) {
      for (std::uint64_t at = shares_of_left.first(j); at < shares_of_left.first(j + 1); ++at)
        left_block[at] = left[(rows.first + at / middle.size()) * n + middle.first + at % middle.size()];
      for (std::uint64_t at = shares_of_right.first(i); at < shares_of_right.first(i + 1); ++at)
        right_block[at] = right[(middle.first + at / columns.size()) * n + columns.first + at % columns.size()];
      const auto own_left = std::span(left_block).subspan(shares_of_left.first(j), shares_of_left.size(j));
      const auto own_right = std::span(right_block).subspan(shares_of_right.first(i), shares_of_right.size(i));
      for (std::uint64_t other = 0; other < q; ++other) {
        if (other != j && !own_left.empty()) queue.send(process(i, other, k), of_left, own_left);
        if (other != i && !own_right.empty()) queue.send(process(other, j, k), of_right, own_right);
      }
    }
    co_await self.sync("blocks");

    std::vector<std::uint64_t> sum(shares.items());
    for (const auto message : queue) {
      if (message.tag() == of_left) {
        std::ranges::copy(message.values(), left_block.data() + shares_of_left.first(message.source() / q % q));
      } else {
        std::ranges::copy(message.values(), right_block.data() + shares_of_right.first(message.source() / q / q));
      }
    }
    self.work(add_product(left_block, right_block, sum, rows.size(), middle.size(), columns.size()));
    const auto sums = self.queue<std::uint64_t>("sums");
    const auto share = [&](std::uint64_t of) {
      return std::span<const std::uint64_t>(sum).subspan(shares.first(of), shares.size(of));
    };
    for (std::uint64_t other = 0; works && other < q; ++other) {
      if (other != k && !share(other).empty()) sums.send(process(i, j, other), share(other));
    }
    co_await self.sync("sums");

    if (works) {
      for (const auto message : sums) {
        for (std::uint64_t at = 0; at < message.values().size(); ++at)
          sum[shares.first(k) + at] += message.values()[at];
        self.work(message.values().size());
      }
      for (std::uint64_t at = shares.first(k); at < shares.first(k + 1); ++at) {
        product[(rows.first + at / columns.size()) * n + columns.first + at % columns.size()] =
            static_cast<std::int64_t>(sum[at]);
      }
    }
    co_await self.sync("product");
  });
  machine.unite(product, machine.options().components, [&](std::uint64_t at) {
    const std::uint64_t i = lines.owner(at / n);
    const std::uint64_t j = lines.owner(at % n);
    const BlockDistribution shares(lines.size(i) * lines.size(j), q);
    return process(i, j, shares.owner((at / n - lines.first(i)) * lines.size(j) + at % n - lines.first(j)));
  });
  return product;
}

Program bsp_matrix_product_3d_program() {
  return program<MatrixPairs>(
      bsp_matrix_product_3d,
      {.name = "bsp-matrix-product-3d",
       .what = "two n x n matrices on a cube of ∛p x ∛p x ∛p processes, a product of blocks on each",
       .columns = "entry of the product row by row",
       .source = "Dekel, Nassimi, Sahni 1981; Aggarwal, Chandra, Snir 1990; McColl, Tiskin 1999",
       .model = Model::bsp,
       .time = "2n^3/p + (3n^2/∛p^2) g + 3l",
       .cost = {.supersteps = 3,
                // Shares of two blocks to all that need them, then the sums.
                .relation =
                    [](std::uint64_t n, std::uint64_t p) {
                      const std::uint64_t q = side_of_grid(p, 3);
                      const std::uint64_t block = (n + q - 1) / q;
                      return 3 * (q - 1) * ((block * block + q - 1) / q);
                    },
                .work =
                    [](std::uint64_t n, std::uint64_t p) {
                      const std::uint64_t q = side_of_grid(p, 3);
                      const std::uint64_t block = (n + q - 1) / q;
                      return 2 * block * block * block + (q - 1) * ((block * block + q - 1) / q);
                    }},
       .components = 64,
       .size = {.usual = 128, .most = most_bsp_order},
       .oracle = oracle::matrix_product,
       .against = "row by column on one thread"});
}

}  // namespace pram::programs
