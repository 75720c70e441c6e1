#include "mix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include <pram/error.hpp>
#include <pram/spec.hpp>

namespace pram::perf {

namespace {

struct Share {
  std::uint64_t degree;
  double share;
};

// What shares written with four digits may be off.
constexpr double slack = 1e-4;

}  // namespace

std::vector<std::uint32_t> groups_of_mix(const std::string& mix, std::uint64_t requests) {
  const auto refuse = [&](const std::string& allowed) { throw ConfigError("mix", mix, allowed); };
  std::vector<Share> shares;
  double sum = 0;
  for (const std::string_view entry : split(mix, ',')) {
    const std::vector<std::string_view> pair = split(entry, ':');
    const auto degree = whole_number(pair.front());
    const double share = pair.size() == 2 ? real_number(pair.back()).value_or(0) : 0;
    if (!degree || *degree == 0 || share <= 0 || share > 1)
      refuse("degree:share,degree:share,… with whole degrees of at least 1 and shares above 0 up to 1");
    if (std::ranges::find(shares, *degree, &Share::degree) != shares.end())
      refuse(fmt::format("each degree once: {} is there twice", *degree));
    shares.push_back({*degree, share});
    sum += share;
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
