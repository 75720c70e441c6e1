#include "changes.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

#include <pram/report/detail/value/text.hpp>

namespace pram::report {

namespace {

/// Whole numbers in full.
std::string number_text(double x) {
  constexpr double most = 9e15;
  return x < most && x == std::floor(x) ? with_separators(static_cast<std::uint64_t>(x)) : decimal(x);
}

}  // namespace

std::string change_text(double was, double now) {
  const double change = now - was;
  if (change == 0) return "0";
  const double size = std::abs(change);
  const bool whole = size < 9e15 && size == std::floor(size);
  return (change < 0 ? "-" : "+") + (whole ? compact(static_cast<std::uint64_t>(size)) : decimal(size));
}

std::string times_text(double was, double now) {
  if (was == now) return "the same: " + number_text(now);
  const std::string numbers = fmt::format("{} instead of {}", number_text(now), number_text(was));
  if (was <= 0 || now <= 0) return numbers;
  return now < was ? fmt::format("less by a factor of {}: {}", decimal(was / now), numbers)
                   : fmt::format("{} times as much: {}", decimal(now / was), numbers);
}

}  // namespace pram::report
