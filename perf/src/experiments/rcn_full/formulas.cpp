#include "formulas.hpp"

#include <cmath>

namespace pram::perf::rcn_formulas {

namespace {

std::uint64_t power(std::uint64_t base, std::uint32_t exponent) {
  std::uint64_t product = 1;
  while (exponent-- > 0) product *= base;
  return product;
}

constexpr std::uint64_t row_operations = 15;  // K1
constexpr std::uint64_t transpositions = 14;  // K2

}  // namespace

std::uint64_t ascend(std::uint64_t log_atom, std::uint32_t levels) { return (log_atom + 2) * power(2, levels) - 2; }

std::uint64_t ascend_printed(std::uint64_t log_atom, std::uint32_t levels) {
  return ascend(log_atom * power(2, levels), levels);
}

std::uint64_t sort(std::uint64_t atom_steps, std::uint32_t levels) {
  const std::uint64_t all = power(row_operations, levels);
  return all * atom_steps + (all - 1) / (row_operations - 1) * transpositions;
}

std::uint64_t sort_printed(std::uint64_t atom_steps, std::uint32_t levels) {
  return sort(atom_steps * power(2, levels), levels);
}

std::uint64_t rotatesort(std::uint64_t atom_steps, std::uint32_t levels, std::uint64_t higher) {
  std::uint64_t steps = atom_steps;
  for (std::uint32_t level = 1; level <= levels; ++level) steps = (level == 1 ? 16 : higher) * steps + 16;
  return steps;
}

std::uint64_t bitonic_atom(std::uint64_t log_atom) { return log_atom * (log_atom + 1) / 2; }

// A merge over the s lowest bits takes tr(L, s) transpositions: tr(L-1, s) where the columns hold these bits, else
// 2 + tr(L-1, s - k/2) + tr(L-1, k/2). Over all s that sums up to a (4^L - 2^L).
std::uint64_t direct_bitonic(std::uint64_t log_atom, std::uint32_t levels) {
  return bitonic_atom(log_atom * power(2, levels)) + log_atom * (power(4, levels) - power(2, levels));
}

std::uint64_t crossover(std::uint32_t levels, std::uint32_t cole_constant) {
  std::uint64_t log_atom = 1;
  while (sort(cole_constant * log_atom, levels) >= direct_bitonic(log_atom, levels)) ++log_atom;
  return log_atom;
}

double hypercube_pins(std::uint64_t nodes, std::uint64_t chips) {
  return static_cast<double>(nodes) / static_cast<double>(chips) * std::log2(static_cast<double>(chips));
}

double rcn_pins_printed(std::uint64_t nodes, std::uint64_t chips, std::uint32_t levels) {
  const auto all = static_cast<double>(nodes);
  const auto parts = static_cast<double>(chips);
  const double side = std::sqrt(all);
  if (parts <= side) return all / parts - all / (parts * parts);
  const double of_row = parts / side;  // I
  const double inside = levels == 1 ? all : side;
  return inside / of_row - inside / (of_row * of_row) + side / of_row - 1;
}

}  // namespace pram::perf::rcn_formulas
