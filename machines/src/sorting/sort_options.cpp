#include <algorithm>
#include <vector>

#include <pram/routines.hpp>

#include "topology/request.hpp"

namespace pram {

namespace {

constexpr std::uint64_t largest_constant = 1000;

[[noreturn]] void refuse(std::string_view name, const std::string& allowed) {
  throw ConfigError("access", "sorting:" + std::string(name), allowed);
}

}  // namespace

SortOptions sort_options_from(std::string_view name) {
  using Method = SortOptions::Method;
  static const std::vector<std::pair<std::string, SortOptions>> known = {
      {"own", {}},
      {"rcn-sort", {.method = Method::rcn_sort}},
      {"cole", {.method = Method::rcn_sort, .atoms = SortOptions::Atoms::cole}},
      {"rotatesort", {.method = Method::rotatesort}},
      {"bitonic", {.method = Method::bitonic}},
      {"odd-even-merge", {.method = Method::odd_even_merge}},
      {"shear", {.method = Method::shear}}};
  if (name.empty()) return {};
  const std::size_t comma = name.find(',');
  const std::string_view sorter = name.substr(0, comma);
  std::vector<std::string> names;
  for (const auto& entry : known) names.push_back(entry.first);
  const auto place = std::ranges::find(known, sorter, &std::pair<std::string, SortOptions>::first);
  if (place == known.end()) refuse(name, "sorting, or sorting: and " + allowed_names(sorter, names));
  SortOptions options = place->second;
  if (comma == std::string_view::npos) return options;
  if (options.atoms != SortOptions::Atoms::cole) refuse(name, "a sorter without options; cole alone has one, k3=K");
  constexpr std::string_view prefix = "k3=";
  const std::string_view option = name.substr(comma + 1);
  const auto constant = option.starts_with(prefix) ? whole_number(option.substr(prefix.size())) : std::nullopt;
  if (!constant || *constant == 0 || *constant > largest_constant)
    refuse(name, "cole,k3=K with K a whole number from 1 to " + std::to_string(largest_constant));
  options.cole_constant = static_cast<std::uint32_t>(*constant);
  return options;
}

}  // namespace pram
