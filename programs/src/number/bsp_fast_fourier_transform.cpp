#include <pram/programs/number.hpp>

#include <algorithm>
#include <bit>
#include <utility>

#include <pram/bsp/process.hpp>
#include <pram/network/poll.hpp>
#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "logarithm.hpp"
#include "number/fourier.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

/// Transforms a power of two of values in place: bits reversed, then pairs at distance 1, 2, 4, …
void transform_locally(std::span<Complex> values) {
  const std::uint64_t n = values.size();
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t other = bit_reversed(i, n);
    if (i < other) std::swap(values[i], values[other]);
  }
  Poller poller;
  for (std::uint64_t half = 1; half < n; half *= 2) {
    for (std::uint64_t k = 0; k < half; ++k) {
      poller.work(n / half);
      const Complex root = root_of_unity(k, 2 * half);
      for (std::uint64_t low = k; low < n; low += 2 * half) {
        const Complex turned = values[low + half] * root;
        values[low + half] = values[low] - turned;
        values[low] += turned;
      }
    }
  }
}

/// The processes that have values: a power of two, q, with q^2 <= n, so that each can give a value to every other.
std::uint64_t transforming_processes(std::uint64_t n, std::uint64_t p) {
  // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): there is a value
  return std::min(std::bit_floor(p), std::uint64_t{1} << floor_log2(n) / 2);
}

}  // namespace

std::vector<std::complex<double>> bsp_fft(Machine& machine, std::span<const std::complex<double>> values) {
  const std::uint64_t n = values.size();
  if (!std::has_single_bit(n)) throw ConfigError("values", std::to_string(n), "a power of two of them");
  const std::uint64_t p = machine.options().components;
  const std::uint64_t q = transforming_processes(n, p);
  const std::uint64_t local = n / q;
  const std::uint64_t share = local / q;
  std::vector<Complex> transformed(n);
  machine.spmd([&](bsp::Process self) -> Task<> {
    const bool works = self.id() < q;
    auto met = self.coarray<Complex>(works ? local : 0, {}, "met");
    if (works) {
      std::vector<Complex> own;  // every q-th value: cyclic
      for (std::uint64_t k = 0; k < local; ++k) own.push_back(values[self.id() + q * k]);
      transform_locally(own);
      for (std::uint64_t k = 0; k < local; ++k) own[k] *= root_of_unity(self.id() * k, n);
      self.work(5 * local * floor_log2(local) + 6 * local);
      // What all processes have under one k meets where k is at home, which is cyclic, too.
      std::vector<Complex> part(share);
      for (std::uint64_t target = 0; target < q; ++target) {
        for (std::uint64_t k = 0; k < share; ++k) part[k] = own[target + q * k];
        if (target == self.id()) {
          std::ranges::copy(part, met.begin() + target * share);
        } else {
          met(target).put(self.id() * share, part);
        }
      }
    }
    co_await self.sync("redistribution");
    if (works) {
      std::vector<Complex> across(q);
      for (std::uint64_t k = 0; k < share; ++k) {
        for (std::uint64_t source = 0; source < q; ++source) across[source] = met[source * share + k];
        transform_locally(across);
        for (std::uint64_t turn = 0; turn < q; ++turn) transformed[self.id() + q * k + local * turn] = across[turn];
      }
      self.work(5 * local * floor_log2(q));
    }
    co_await self.sync("transform");
  });
  machine.unite(transformed, p, [q](std::uint64_t k) { return k % q; });
  return transformed;
}

Program bsp_fast_fourier_transform_program() {
  return program<ComplexNumbers>(
      bsp_fft,
      {.name = "bsp-fast-fourier-transform",
       .alias = "bsp-fft",
       .what = "of n complex numbers, n a power of two, cyclic, with one redistribution",
       .columns = "real part, imaginary part",
       .source = "Bisseling 2020, 3; Inda, Bisseling 2001",
       .model = Model::bsp,
       .time = "(5n log n + 6n)/p + 2n/p g + 2l, p a power of two up to √n",
       .cost = {.supersteps = 2,
                .relation =
                    [](std::uint64_t n, std::uint64_t p) {
                      const std::uint64_t q = transforming_processes(n, p);
                      return 2 * (q - 1) * (n / q / q);
                    },
                .work = [](std::uint64_t n,
                           std::uint64_t p) { return n / transforming_processes(n, p) * (5 * floor_log2(n) + 6); }},
       .components = 64,
       .size = {.usual = 1 << 16,
                .bytes_each = 5 * sizeof(Complex),
                .least = 1,
                .most = std::uint64_t{1} << 31,
                .power_of_two = true},
       .oracle = judge_transform,
       .against = "a recursive transform in long double, error at most 4 ε (log2 n + 1)"});
}

}  // namespace pram::programs
