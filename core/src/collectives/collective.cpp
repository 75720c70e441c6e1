#include <pram/detail/collective.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include <pram/registry.hpp>

namespace pram {

namespace {

constexpr std::array<const char*, 6> operation_names = {"one-to-one", "broadcast", "all-gather",
                                                        "scatter",    "gather",    "all-to-all"};

constexpr std::array<std::pair<std::string_view, Collective>, 6> other_names = {{
    {"all-to-all-broadcast", Collective::all_gather},
    {"multiscatter", Collective::all_to_all},
    {"multigather", Collective::all_to_all},
    {"transposition", Collective::all_to_all},
    {"total-exchange", Collective::all_to_all},
    {"complete-exchange", Collective::all_to_all},
}};

}  // namespace

const std::vector<Collective>& all_collectives() {
  static const std::vector<Collective> all = {Collective::one_to_one, Collective::broadcast, Collective::all_gather,
                                              Collective::scatter,    Collective::gather,    Collective::all_to_all};
  return all;
}

const std::vector<std::string>& other_collective_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& [other_name, operation] : other_names) all.emplace_back(other_name);
    return all;
  }();
  return names;
}

std::string to_string(Collective operation) { return operation_names[static_cast<std::size_t>(operation)]; }

Collective collective_from(std::string_view name) {
  for (const Collective operation : all_collectives()) {
    if (same_name(name, operation_names[static_cast<std::size_t>(operation)])) return operation;
  }
  for (const auto& [other_name, operation] : other_names) {
    if (same_name(name, other_name)) return operation;
  }
  throw ConfigError("operation", std::string(name),
                    allowed_names(name, {operation_names.begin(), operation_names.end()}, other_collective_names()));
}

}  // namespace pram
