#include <algorithm>
#include <vector>

#include <pram/machines/detail/routines.hpp>
#include <pram/spec.hpp>

namespace pram {

SortOptions sort_options_from(const Spec& sorting) {
  using Method = SortOptions::Method;
  static const std::vector<std::pair<std::string, SortOptions>> known = {
      {"own", {}},
      {"rcn-sort", {.method = Method::rcn_sort}},
      {"cole", {.method = Method::rcn_sort, .atoms = SortOptions::Atoms::cole}},
      {"cole-executed", {.method = Method::rcn_sort, .atoms = SortOptions::Atoms::cole_executed}},
      {"rotatesort", {.method = Method::rotatesort}},
      {"bitonic", {.method = Method::bitonic}},
      {"odd-even-merge", {.method = Method::odd_even_merge}},
      {"shear", {.method = Method::shear}}};
  static const OptionTable<SortOptions> table =
      OptionTable<SortOptions>("access").number<&SortOptions::cole_constant>("k3", 1, 1000);
  const auto refuse = [&sorting](const std::string& allowed) { sorting.refuse("access", allowed); };
  if (sorting.values.size() > 1) refuse("one sorter, and behind it options as name=value");
  const std::string sorter = sorting.values.empty() ? "own" : sorting.values.front();
  std::vector<std::string> names;
  for (const auto& entry : known) names.push_back(entry.first);
  const auto place = std::ranges::find_if(known, [&](const auto& entry) { return same_name(entry.first, sorter); });
  if (place == known.end()) refuse("sorting, or sorting: and " + allowed_names(sorter, names));
  SortOptions options = place->second;
  if (sorting.options.empty()) return options;
  if (options.atoms != SortOptions::Atoms::cole) refuse("a sorter without options; cole alone has one, k3=K");
  options.cole_constant = table.read(sorting).cole_constant;
  return options;
}

}  // namespace pram
