#include <algorithm>
#include <vector>

#include <pram/routines.hpp>

namespace pram {

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
  std::vector<std::string> names;
  for (const auto& [text, options] : known) {
    if (text == name) return options;
    names.push_back(text);
  }
  throw ConfigError("access", "sorting:" + std::string(name), "sorting, or sorting: and " + allowed_names(name, names));
}

}  // namespace pram
