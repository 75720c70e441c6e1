#include <pram/report/detail/picture/axis.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pram::report {

namespace {

/// The largest of 1, 2 and 5 times a power of ten that is at most this.
double round_below(double value) {
  const double power = std::pow(10, std::floor(std::log10(value) + 1e-12));
  for (const double factor : {5.0, 2.0}) {
    if (factor * power <= value * (1 + 1e-9)) return factor * power;
  }
  return power;
}

/// The next of them.
double next_round(double value) {
  const double power = std::pow(10, std::floor(std::log10(value) + 1e-9));
  for (const double factor : {2.0, 5.0}) {
    if (factor * power > value * (1 + 1e-9)) return factor * power;
  }
  return 10 * power;
}

}  // namespace

Axis Axis::linear(double largest, double from, double to) {
  return {Kind::linear, 0, largest > 0 && std::isfinite(largest) ? largest : 1, from, to};
}

Axis Axis::logarithmic(double smallest, double largest, double from, double to) {
  const double first = std::pow(10, std::floor(std::log10(std::max(smallest, 1e-300))));
  double last = std::pow(10, std::ceil(std::log10(std::max(largest, smallest))));
  if (last <= first) last = first * 10;
  return {Kind::powers, first, last, from, to};
}

Axis Axis::close(double smallest, double largest, double from, double to) {
  const double first = round_below(std::max(smallest, 1e-300));
  double last = round_below(std::max(largest, first));
  if (last * (1 + 1e-9) < largest || last <= first) last = next_round(last);
  return {Kind::close, first, last, from, to};
}

double Axis::at(double value) const {
  const double share = kind_ != Kind::linear ? (std::log10(std::max(value, first_)) - std::log10(first_)) /
                                                   (std::log10(last_) - std::log10(first_))
                                             : (value - first_) / (last_ - first_);
  return from_ + std::clamp(share, 0.0, 1.0) * (to_ - from_);
}

std::vector<Axis::Tick> Axis::ticks(std::size_t most) const {
  std::vector<Tick> ticks;
  most = std::max<std::size_t>(most, 3);
  if (kind_ == Kind::close) return close_ticks(most);
  if (kind_ == Kind::powers) {
    const auto low = static_cast<int>(std::lround(std::log10(first_)));
    const auto high = static_cast<int>(std::lround(std::log10(last_)));
    const int step =
        std::max(1, static_cast<int>(std::ceil(static_cast<double>(high - low) / static_cast<double>(most - 1))));
    for (int exponent = low; exponent <= high; exponent += step)
      ticks.push_back({std::pow(10, exponent), tick_label(std::pow(10, exponent))});
    return ticks;
  }
  // The step is the smallest of 1, 2, 5, 10, … times a power of ten that gives no more ticks than allowed.
  double power = std::pow(10, std::floor(std::log10(last_ / static_cast<double>(most))));
  double step = power;
  const auto met = [&] { return std::floor(last_ / step * (1 + 1e-9)) + 1; };
  for (; met() > static_cast<double>(most); power *= 10) {
    for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
      step = power * factor;
      if (met() <= static_cast<double>(most)) break;
    }
  }
  for (std::size_t k = 0; static_cast<double>(k) * step <= last_ * (1 + 1e-9); ++k)
    ticks.push_back({static_cast<double>(k) * step, tick_label(static_cast<double>(k) * step)});
  return ticks;
}

std::vector<Axis::Tick> Axis::close_ticks(std::size_t most) const {
  std::vector<double> all;
  for (double value = first_; value <= last_ * (1 + 1e-9); value = next_round(value)) all.push_back(value);
  // Where all are too many, those of powers of ten alone; the ends where these do not say how long a decade is.
  if (all.size() > most) {
    std::vector<double> powers;
    for (const double value : all) {
      if (std::abs(std::log10(value) - std::round(std::log10(value))) < 1e-6) powers.push_back(value);
    }
    const std::size_t step = (powers.size() + most - 1) / most;
    std::vector<double> kept;
    for (std::size_t k = 0; k < powers.size(); k += std::max<std::size_t>(step, 1)) kept.push_back(powers[k]);
    if (kept.size() < 2) kept = {first_, last_};
    all = kept;
  }
  std::vector<Tick> ticks;
  for (const double value : all) ticks.push_back({value, tick_label(value)});
  return ticks;
}

std::string tick_label(double value) {
  constexpr const char* letters[] = {"", "k", "M", "G", "T", "P", "E"};
  std::size_t letter = 0;
  while (std::abs(value) >= 1000 * (1 - 1e-12) && letter + 1 < std::size(letters)) {
    value /= 1000;
    ++letter;
  }
  return fmt::format("{:.4g}{}", value, letters[letter]);
}

}  // namespace pram::report
