#include <pram/programs/input/structure/lists.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <pram/detail/no_node.hpp>
#include <pram/programs/input/sequence/numbers.hpp>
#include "input/sequence/number_file.hpp"
#include "input/shapes_made_of.hpp"
#include "random.hpp"

namespace pram::programs {

namespace {

/// The list that passes through the nodes in this order.
std::vector<std::uint32_t> list_in_order(const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> next(order.size(), no_node);
  for (std::size_t k = 1; k < order.size(); ++k) next[order[k - 1]] = order[k];
  return next;
}

std::vector<std::uint32_t> list_of_size(std::uint64_t n, std::uint64_t seed) {
  return random_list(static_cast<std::uint32_t>(n), seed);
}

}  // namespace

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
  // A node that no walk from a first node meets lies on a cycle.
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

std::vector<std::uint32_t> random_list(std::uint32_t n, std::uint64_t seed) {
  return list_in_order(random_permutation(n, seed));
}

Shapes<LinkedLists::Value> LinkedLists::shapes() {
  return {{"random", "random list", list_of_size},
          {"sequential", "list in the order of its nodes",
           [](std::uint64_t n, std::uint64_t) {
             Value next(n, no_node);
             for (std::uint64_t i = 1; i < n; ++i) next[i - 1] = static_cast<std::uint32_t>(i);
             return next;
           }},
          {"reversed", "list against the order of its nodes",
           [](std::uint64_t n, std::uint64_t) {
             Value next(n, no_node);
             for (std::uint64_t i = 1; i < n; ++i) next[i] = static_cast<std::uint32_t>(i - 1);
             return next;
           }},
          {"several", "random lists",  // of 8 nodes on average
           [](std::uint64_t n, std::uint64_t seed) {
             Value next = list_of_size(n, seed);
             const Random random(seed, cuts_stream);
             for (std::uint64_t i = 0; i < n; ++i) {
               if (random.below(i, 8) == 0) next[i] = no_node;
             }
             return next;
           }},
          {"single", "lists of a node each", [](std::uint64_t n, std::uint64_t) { return Value(n, no_node); }}};
}

namespace {

/// The cycle that passes through the nodes in the order order(0), order(1), …
template <class Order>
Cycles::Value cycle_in_order(std::uint64_t n, Order order) {
  Cycles::Value next(n);
  for (std::uint64_t k = 0; k < n; ++k) next[order(k)] = static_cast<std::uint32_t>(order((k + 1) % n));
  return next;
}

}  // namespace

Shapes<Cycles::Value> Cycles::shapes() {
  return {{"random", "random cycle",
           [](std::uint64_t n, std::uint64_t seed) {
             const std::vector<std::uint32_t> name = random_permutation(static_cast<std::uint32_t>(n), seed);
             return cycle_in_order(n, [&](std::uint64_t k) { return name[k]; });
           }},
          {"sequential", "cycle in the order of its nodes",
           [](std::uint64_t n, std::uint64_t) { return cycle_in_order(n, [](std::uint64_t k) { return k; }); }},
          {"reversed", "cycle against the order of its nodes", [](std::uint64_t n, std::uint64_t) {
             return cycle_in_order(n, [n](std::uint64_t k) { return n - 1 - k; });
           }}};
}

Cycles::Value Cycles::read(const InputRequest& request, const Sizes& sizes) {
  const std::vector<std::int64_t> successors = Numbers::read(request, sizes);
  const auto n = static_cast<std::int64_t>(successors.size());
  std::vector<bool> met(successors.size(), false);
  Value next;
  for (std::int64_t node = 0; node < n; ++node) {
    const std::int64_t successor = successors[static_cast<std::size_t>(node)];
    if (successor < 0 || successor >= n || successor == node) {
      throw InputError(
          shown_path(request.file), 0,
          fmt::format("successor {} of node {} is no other node: they are 0 to {}", successor, node, n - 1));
    }
    if (met[static_cast<std::size_t>(successor)])
      throw InputError(shown_path(request.file), 0, fmt::format("node {} is the successor of two nodes", successor));
    met[static_cast<std::size_t>(successor)] = true;
    next.push_back(static_cast<std::uint32_t>(successor));
  }
  return next;
}

template const UntypedKind& untyped_kind<LinkedLists>();
template const UntypedKind& untyped_kind<Cycles>();

}  // namespace pram::programs
