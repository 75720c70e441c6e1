#include <pram/programs/number.hpp>

#include <bit>
#include <ranges>
#include <utility>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/row.hpp>
#include "logarithm.hpp"
#include "number/fourier.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

/// A matrix of complex numbers in shared memory, row by row.
struct ComplexMatrix {
  Array<double> real;
  Array<double> imaginary;
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;

  std::uint64_t size() const { return rows * columns; }
};

void transpose(Machine& machine, ComplexMatrix& matrix) {
  machine.transpose(matrix.real, matrix.rows, matrix.columns);
  machine.transpose(matrix.imaginary, matrix.rows, matrix.columns);
  std::swap(matrix.rows, matrix.columns);
}

/// Element i gets the value of element from(i) times factor(i).
template <class From, class Factor>
void rearrange(Machine& machine, const ComplexMatrix& matrix, From from, Factor factor) {
  machine.pardo(matrix.size(), [&](Processor self) -> Task<> {
    const std::uint64_t i = self.id();
    const double real = co_await matrix.real[from(i)];
    const double imaginary = co_await matrix.imaginary[from(i)];
    const Complex value = Complex(real, imaginary) * factor(i);
    co_await (matrix.real[i] = value.real());
    co_await (matrix.imaginary[i] = value.imag());
  });
}

/// Transforms every row in place: bits reversed, then pairs at distance 1, 2, 4, …
void transform_rows(Machine& machine, const ComplexMatrix& matrix) {
  const std::uint64_t length = matrix.columns;
  if (length < 2) return;
  rearrange(
      machine, matrix, [&](std::uint64_t i) { return i / length * length + bit_reversed(i % length, length); },
      [](std::uint64_t) { return Complex(1); });
  machine.pardo(matrix.size() / 2, [&](Processor self) -> Task<> {
    for (std::uint64_t half = 1; half < length; half *= 2) {
      const std::uint64_t k = self.id() % half;
      const std::uint64_t low = self.id() / half * 2 * half + k;
      const std::uint64_t high = low + half;
      const double low_real = co_await matrix.real[low];
      const double low_imaginary = co_await matrix.imaginary[low];
      const double high_real = co_await matrix.real[high];
      const double high_imaginary = co_await matrix.imaginary[high];
      const Complex turned = Complex(high_real, high_imaginary) * root_of_unity(k, 2 * half);
      co_await (matrix.real[low] = low_real + turned.real());
      co_await (matrix.imaginary[low] = low_imaginary + turned.imag());
      co_await (matrix.real[high] = low_real - turned.real());
      co_await (matrix.imaginary[high] = low_imaginary - turned.imag());
    }
  });
}

}  // namespace

std::vector<Complex> fft(Machine& machine, std::span<const Complex> values) {
  const std::uint64_t n = values.size();
  if (!std::has_single_bit(n)) throw ConfigError("values", std::to_string(n), "a power of two of them");
  // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): there is a value
  const std::uint64_t rows = std::uint64_t{1} << (std::bit_width(n) - 1) / 2;
  ComplexMatrix matrix{machine.array<double>(n, 0, "real"), machine.array<double>(n, 0, "imaginary"), rows, n / rows};
  matrix.real.assign(values | std::views::transform([](const Complex& value) { return value.real(); }));
  matrix.imaginary.assign(values | std::views::transform([](const Complex& value) { return value.imag(); }));

  transpose(machine, matrix);
  transform_rows(machine, matrix);
  if (rows > 1) {
    rearrange(
        machine, matrix, [](std::uint64_t i) { return i; },
        [&](std::uint64_t i) { return root_of_unity(i / rows * (i % rows), n); });
  }
  transpose(machine, matrix);
  transform_rows(machine, matrix);
  transpose(machine, matrix);

  const std::vector<double> real = matrix.real.host();
  const std::vector<double> imaginary = matrix.imaginary.host();
  std::vector<Complex> transformed;
  for (std::uint64_t k = 0; k < n; ++k) transformed.emplace_back(real[k], imaginary[k]);
  return transformed;
}

Program fast_fourier_transform_program() {
  return program<ComplexNumbers>(
      fft, {.name = "fast-fourier-transform",
            .alias = "fft",
            .what = "of n complex numbers, n a power of two, with three transpositions",
            .columns = "real part, imaginary part",
            .source = "Bailey 1990; Cooley, Tukey 1965",
            .model = Rule::erew,
            .time = "O(log n), and six collectives",
            .steps = [](std::uint64_t n) { return n == 1   ? 0
                                                  : n == 2 ? 12
                                                           : 8 * floor_log2(n) + 12; },
            .work = "O(n log n)",
            .work_at_most = [](std::uint64_t n) { return n * (4 * floor_log2(n) + 12); },
            .degree_at_most = 1,
            .size = {.usual = 1 << 16,
                     .bytes_each = 3 * sizeof(Complex) + processor_bytes,
                     .least = 1,
                     .most = std::uint64_t{1} << 31,
                     .power_of_two = true},
            .placement = Placement::direct,
            .access = "direct",
            .oracle = judge_transform,
            .against = "a recursive transform in long double, error at most 4 ε (log2 n + 1)"});
}

}  // namespace pram::programs
