#include "input/structure/cycle.hpp"

#include <fmt/format.h>

#include "input/sequence/numbers.hpp"
#include "random.hpp"

namespace pram::programs {

namespace {

/// The cycle that passes through the nodes in the order order(0), order(1), …
template <class Order>
Cycle cycle_in_order(std::uint64_t n, Order order) {
  Cycle cycle{std::vector<std::uint32_t>(n)};
  for (std::uint64_t k = 0; k < n; ++k) cycle.next[order(k)] = static_cast<std::uint32_t>(order((k + 1) % n));
  return cycle;
}

}  // namespace

Shapes<Cycle> Cycles::shapes() {
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

Cycle Cycles::read(const InputRequest& request, const Sizes& sizes) {
  const std::vector<std::int64_t> successors = Numbers::read(request, sizes);
  const auto n = static_cast<std::int64_t>(successors.size());
  std::vector<bool> met(successors.size(), false);
  Cycle cycle;
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
    cycle.next.push_back(static_cast<std::uint32_t>(successor));
  }
  return cycle;
}

const UntypedKind& Cycles::untyped() { return untyped_kind<Cycles>; }

}  // namespace pram::programs
