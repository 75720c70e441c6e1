#include "mix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <system_error>

#include <pram/error.hpp>

namespace pram::perf {

namespace {

struct Share {
  std::uint64_t degree;
  double share;
};

// What shares written with four digits may be off.
constexpr double slack = 1e-4;

/// Reads the whole of a number.
template <class Number>
bool reads(std::string_view text, Number& number) {
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  return !text.empty() && code == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::vector<std::uint32_t> groups_of_mix(const std::string& mix, std::uint64_t requests) {
  const auto refuse = [&](const std::string& allowed) { throw ConfigError("mix", mix, allowed); };
  std::vector<Share> shares;
  double sum = 0;
  for (std::string_view rest = mix;;) {
    const std::size_t comma = rest.find(',');
    const std::string_view entry = rest.substr(0, comma);
    const std::size_t colon = entry.find(':');
    Share share{};
    if (colon == std::string_view::npos || !reads(entry.substr(0, colon), share.degree) ||
        !reads(entry.substr(colon + 1), share.share) || share.degree == 0 || !(share.share > 0 && share.share <= 1))
      refuse("degree:share,degree:share,… with whole degrees of at least 1 and shares above 0 up to 1");
    if (std::ranges::find(shares, share.degree, &Share::degree) != shares.end())
      refuse(fmt::format("each degree once: {} is there twice", share.degree));
    shares.push_back(share);
    sum += share.share;
    if (comma == std::string_view::npos) break;
    rest = rest.substr(comma + 1);
  }
  if (std::abs(sum - 1) > slack) refuse(fmt::format("shares that sum to 1; these sum to {:.6g}", sum));

  std::ranges::sort(shares, std::ranges::greater(), &Share::degree);
  std::vector<std::uint32_t> groups;
  std::uint64_t left = requests;
  for (const Share& share : shares) {
    const double wanted = share.share * static_cast<double>(requests) / static_cast<double>(share.degree);
    if (wanted < 0.5) {
      refuse(fmt::format("at degree {} a share of at least {:.3g}: half a group of {} requests", share.degree,
                         static_cast<double>(share.degree) / 2 / static_cast<double>(requests), requests));
    }
    const bool last = &share == &shares.back();
    const std::uint64_t count =
        last ? left / share.degree : std::min(static_cast<std::uint64_t>(std::llround(wanted)), left / share.degree);
    groups.insert(groups.end(), count, static_cast<std::uint32_t>(share.degree));
    left -= count * share.degree;
  }
  if (left > 0) groups.push_back(static_cast<std::uint32_t>(left));
  return groups;
}

}  // namespace pram::perf
