#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <sstream>

#include <pram/programs/matrix.hpp>
#include <pram/programs/number.hpp>
#include <pram/programs/program.hpp>

#include <pram/programs/input/sequence/numbers.hpp>
#include "../on_machines.hpp"
#include "oracle/recursive_fft.hpp"

namespace pram::testing {

namespace {

using Complex = std::complex<double>;

std::vector<Complex> random_values(std::uint64_t n) {
  const std::vector<std::int64_t> parts = programs::random_numbers(2 * n, seed());
  std::vector<Complex> values;
  for (std::uint64_t i = 0; i < n; ++i)
    values.emplace_back(static_cast<double>(parts[2 * i]), static_cast<double>(parts[2 * i + 1]));
  return values;
}

/// By definition.
std::vector<std::complex<long double>> slow_transform(const std::vector<Complex>& values) {
  const std::size_t n = values.size();
  std::vector<std::complex<long double>> out(n);
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t j = 0; j < n; ++j) {
      const long double angle =
          -2 * std::numbers::pi_v<long double> * static_cast<long double>(j * k % n) / static_cast<long double>(n);
      out[k] += std::polar(1.0L, angle) * std::complex<long double>(values[j]);
    }
  }
  return out;
}

std::uint64_t transform_steps(std::uint64_t n) { return n == 1 ? 0 : n == 2 ? 12 : 8 * floor_log2(n) + 12; }

}  // namespace

TEST_CASE("the Fourier transform is that of its definition, in the steps that it promises") {
  for (std::uint64_t n = 1; n <= (size() <= Size::small ? 64 : 512); n *= 2) {
    CAPTURE(n);
    const std::vector<Complex> values = random_values(n);
    const auto ran = on_all_machines(
        Rule::erew, [&](Machine& machine) { return programs::fft(machine, values); }, 16, Placement::direct);
    const auto expected = slow_transform(values);
    const auto oracle =
        programs::oracle::fourier_transform(std::vector<std::complex<long double>>(values.begin(), values.end()));
    long double whole = 0;
    for (const auto& one : expected) whole = std::max(whole, std::abs(one));
    for (std::size_t k = 0; k < n; ++k) {
      CHECK(std::abs(oracle[k] - expected[k]) <= 1e-15L * whole);
      CHECK(std::abs(std::complex<long double>(ran.value[k]) - expected[k]) <= 1e-13L * whole);
    }
    CHECK(ran.ledger.steps() == transform_steps(n));
    CHECK(ran.ledger.models() == erew_models);
    REQUIRE(ran.ledger.collectives().size() == 2);  // real and imaginary parts
    for (const CollectiveTotal& one : ran.ledger.collectives()) {
      CHECK(one.operation == "transpose");
      CHECK(one.times == 3);
    }
  }
}

TEST_CASE("steps of the Fourier transform need no network where every row lies in one component") {
  Machine machine({.components = 16, .network = "torus", .access = "direct", .placement = Placement::direct});
  programs::fft(machine, random_values(256));
  CHECK(machine.ledger().charge() == machine.ledger().steps());  // a unit each: nothing leaves its component
  CHECK(machine.ledger().collective_charge() > 0);
}

TEST_CASE("transposition costs no step, and all shapes come out right") {
  for (const auto& [rows, columns] : {std::pair{1U, 1U}, {1U, 30U}, {30U, 1U}, {7U, 11U}, {16U, 16U}, {64U, 3U}}) {
    CAPTURE(rows);
    const std::vector<std::int64_t> values = programs::random_numbers(rows * columns, seed());
    const auto ran = on_all_machines(
        Rule::erew,
        [&, r = rows, c = columns](Machine& machine) { return programs::matrix_transposition(machine, values, r, c); },
        16, Placement::direct);
    for (std::uint32_t i = 0; i < rows; ++i) {
      for (std::uint32_t j = 0; j < columns; ++j) CHECK(ran.value[j * rows + i] == values[i * columns + j]);
    }
    CHECK(ran.ledger.steps() == 0);
    REQUIRE(ran.ledger.collectives().size() == 1);
    CHECK(ran.ledger.collectives().front().array == "matrix");
  }
}

TEST_CASE("programs that exchange data refuse other placements and sizes that do not fit") {
  for (const char* const name : {"transpose", "fft"}) {
    CAPTURE(name);
    const programs::Program& program = programs::find_program(name);
    CHECK(program.placement == Placement::direct);
    Machine machine({.components = 4, .placement = Placement::hashed});
    CHECK_THROWS_WITH_AS(program.prepare({.size = 64, .file = "", .seed = 1})->run(machine),
                         doctest::Contains("placement = 'hashed'"), ConfigError);
  }
  CHECK_THROWS_WITH_AS(programs::find_program("fft").prepare({.size = 100, .file = "", .seed = 1}),
                       doctest::Contains("a power of two"), ConfigError);
  Machine machine({.components = 4, .placement = Placement::direct});
  CHECK_THROWS_AS(programs::fft(machine, random_values(3)), ConfigError);
  CHECK_THROWS_AS(programs::matrix_transposition(machine, std::vector<std::int64_t>(6), 2, 2), ConfigError);
}

}  // namespace pram::testing
