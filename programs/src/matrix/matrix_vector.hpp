#pragma once

#include <cstdint>

#include <pram/machine.hpp>
#include "logarithm.hpp"

namespace pram::programs {

/// An n × n matrix times a vector modulo 2^64, on n^2 processors: products, and sums of rows on balanced trees.
/// @param sum  room for the products, n × n
inline void multiply_by_vector(Machine& machine, const Array<std::int64_t>& matrix, const Array<std::int64_t>& vector,
                               const Array<std::uint64_t>& sum, const Array<std::int64_t>& product) {
  const std::uint64_t n = vector.size();
  machine.pardo(n * n, [&](Processor self) -> Task<> {
    const auto factor = static_cast<std::uint64_t>(co_await vector[self.id() % n]);
    const auto mine = static_cast<std::uint64_t>(co_await matrix[self.id()]);
    co_await (sum[self.id()] = mine * factor);
  });
  for (std::uint64_t left = n; left > 1; left = (left + 1) / 2) {
    const std::uint64_t half = (left + 1) / 2;
    const std::uint64_t pairs = left / 2;
    machine.pardo(n * pairs, [&](Processor self) -> Task<> {
      const std::uint64_t cell = self.id() / pairs * n + self.id() % pairs;
      const std::uint64_t one = co_await sum[cell];
      const std::uint64_t other = co_await sum[cell + half];
      co_await (sum[cell] = one + other);
    });
  }
  machine.pardo(n, [&](Processor self) -> Task<> {
    const std::uint64_t mine = co_await sum[self.id() * n];
    co_await (product[self.id()] = static_cast<std::int64_t>(mine));
  });
}

/// The steps of multiply_by_vector(), exactly, and its most work.
constexpr std::uint64_t matrix_vector_steps(std::uint64_t n) { return n == 0 ? 0 : 5 + 3 * ceil_log2(n); }
constexpr std::uint64_t matrix_vector_work(std::uint64_t n) { return 6 * n * n + 2 * n; }

}  // namespace pram::programs
