#include "input/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <pram/programs/list_ranking_wyllie.hpp>
#include <pram/programs/program.hpp>

namespace pram::programs {

std::vector<std::int64_t> read_numbers(const std::string& path, std::uint64_t memory_limit) {
  std::vector<std::int64_t> values;
  for_each_number(path, memory_limit,
                  [&values](std::int64_t value, std::uint64_t, MemoryRoom& room) { room.append(values, value); });
  return values;
}

Keys keys_of(const std::vector<std::int64_t>& values) {
  Keys keys;
  keys.values = values;
  std::ranges::sort(keys.values);
  keys.values.erase(std::ranges::unique(keys.values).begin(), keys.values.end());
  keys.of.reserve(values.size());
  for (const std::int64_t value : values) {
    keys.of.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(keys.values, value) - keys.values.begin()));
  }
  return keys;
}

std::vector<std::uint32_t> read_list(const std::string& path, std::uint64_t memory_limit) {
  std::vector<std::int64_t> successors;
  std::vector<std::uint64_t> lines;
  for_each_number(path, memory_limit, [&](std::int64_t value, std::uint64_t line, MemoryRoom& room) {
    room.append(successors, value);
    room.append(lines, line);
  });
  const std::string file = shown_path(path);
  const auto n = static_cast<std::int64_t>(successors.size());
  std::vector<std::uint32_t> next(successors.size(), no_node);
  std::vector<std::uint32_t> before(successors.size(), no_node);
  for (std::size_t i = 0; i < successors.size(); ++i) {
    const std::int64_t successor = successors[i];
    if (successor == -1) continue;
    if (successor < -1 || successor >= n) {
      throw InputError(
          file, lines[i],
          fmt::format("successor {} of node {} is no node: they are 0 to {}, and -1 ends a list", successor, i, n - 1));
    }
    const auto j = static_cast<std::size_t>(successor);
    if (before[j] != no_node) {
      throw InputError(
          file, lines[i],
          fmt::format("node {} is the successor of node {} and of node {}: this is no list", j, before[j], i));
    }
    before[j] = static_cast<std::uint32_t>(i);
    next[i] = static_cast<std::uint32_t>(j);
  }
  // What no walk from a first node meets lies on a cycle.
  std::vector<bool> met(next.size(), false);
  for (std::size_t first = 0; first < next.size(); ++first) {
    if (before[first] != no_node) continue;
    for (auto node = static_cast<std::uint32_t>(first); node != no_node; node = next[node]) met[node] = true;
  }
  if (const auto missed = std::ranges::find(met, false); missed != met.end()) {
    const auto node = static_cast<std::size_t>(missed - met.begin());
    throw InputError(file, lines[node], fmt::format("node {} lies on a cycle: this is no list", node));
  }
  return next;
}

}  // namespace pram::programs
