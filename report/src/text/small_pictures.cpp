#include "small_pictures.hpp"

#include <algorithm>
#include <cmath>

#include <pram/report/detail/run/bins.hpp>

namespace pram::report {

namespace {

constexpr const char* heights[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr const char* letter_heights[] = {".", ":", "-", "=", "+", "*", "#", "@"};
constexpr const char* eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};

}  // namespace

std::string sparkline(std::span<const double> values, std::size_t width, bool blocks) {
  if (values.empty() || width == 0) return {};
  const double most = *std::ranges::max_element(values);
  const Bins bins = Bins::of(values.size(), width);
  std::string line;
  for (std::size_t bin = 0; bin < bins.bins; ++bin) {
    const auto own = values.subspan(bins.first(bin), bins.first(bin + 1) - bins.first(bin));
    const double value = *std::ranges::max_element(own);
    if (!(value > 0)) {
      line += ' ';
      continue;
    }
    const auto height = static_cast<std::size_t>(std::clamp(std::ceil(8 * value / most), 1.0, 8.0)) - 1;
    line += blocks ? heights[height] : letter_heights[height];
  }
  return line;
}

std::string text_bar(double share, std::size_t width, bool blocks) {
  if (!(share > 0) || width == 0) return {};
  const double columns = std::min(share, 1.0) * static_cast<double>(width);
  std::string bar;
  if (!blocks) return std::string(static_cast<std::size_t>(std::max(1L, std::lround(columns))), '#');
  const auto parts = static_cast<std::size_t>(std::max(1L, std::lround(8 * columns)));
  for (std::size_t k = 0; k < parts / 8; ++k) bar += "█";
  return bar + eighths[parts % 8];
}

}  // namespace pram::report
