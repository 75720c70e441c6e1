#include <pram/registry.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace pram {

namespace {

// Of more names than these an error lists the first: a line of two hundred names hides what is wrong.
constexpr std::size_t most_listed = 80;
constexpr std::size_t fewer_listed = 10;

/// Edit distances of a name from a known one, and from the nearest beginning of it: long names are often typed by their
/// beginning.
struct Distance {
  std::size_t whole = 0;
  std::size_t beginning = 0;
};

Distance edit_distance(std::string_view name, std::string_view known) {
  const auto same_letter = [](const char& one, const char& other) { return same_name({&one, 1}, {&other, 1}); };
  std::vector<std::size_t> row(known.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < name.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < known.size(); ++j) {
      const std::size_t substituted = diagonal + (same_letter(name[i], known[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, substituted});
    }
  }
  return {row.back(), *std::ranges::min_element(row)};
}

}  // namespace

const std::string* known_name(std::string_view name, const std::vector<std::string>& known) {
  const auto very = std::ranges::find(known, name);
  if (very != known.end()) return &*very;
  const auto same = std::ranges::find_if(known, [&](const std::string& one) { return same_name(one, name); });
  return same == known.end() ? nullptr : &*same;
}

std::string nearest_name(std::string_view name, const std::vector<std::string>& known) {
  std::string best;
  std::size_t least = name.size() / 3 + 1;
  for (const std::string& candidate : known) {
    const Distance apart = edit_distance(name, candidate);
    const std::size_t distance = name.size() >= 3 ? std::min(apart.whole, apart.beginning + 1) : apart.whole;
    if (distance <= least && (best.empty() || distance < least)) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

std::string allowed_names(std::string_view name, const std::vector<std::string>& known,
                          const std::vector<std::string>& also) {
  if (known.empty()) return "none is registered";
  std::vector<std::string> understood = known;
  understood.insert(understood.end(), also.begin(), also.end());
  const std::string near = nearest_name(name, understood);
  const std::size_t listed = known.size() > most_listed ? fewer_listed : known.size();
  return fmt::format("one of {}{}{}",
                     fmt::join(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(listed), ", "),
                     listed < known.size() ? fmt::format(" and {} others", known.size() - listed) : "",
                     near.empty() ? "" : fmt::format("; did you mean {}?", near));
}

}  // namespace pram
