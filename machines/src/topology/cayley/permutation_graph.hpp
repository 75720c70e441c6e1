#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <memory>
#include <string>

#include "../bundled_topology.hpp"
#include "../request.hpp"
#include "permutations.hpp"

namespace pram {

/// A graph whose nodes are the permutations of n symbols, in lexicographic order, and whose links rearrange positions
/// (Akers and Krishnamurthy 1989). Port p applies rearrangement p, one of n - 1 that undo themselves. Routes are
/// shortest: what a message has ahead of it depends only on where its symbols belong.
class PermutationGraph : public BundledTopology {
 public:
  /// @param symbols  1 to most_symbols
  PermutationGraph(const char* family, std::uint32_t symbols)
      : family_(family), symbols_(symbols), nodes_(factorial(symbols)) {
    assert(symbols >= 1 && symbols <= most_symbols);
  }

  std::string name() const final { return std::string(family_) + ":" + std::to_string(symbols_); }
  std::uint32_t nodes() const final { return nodes_; }
  std::uint32_t ports() const final { return symbols_ - 1; }

  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const final {
    assert(node < nodes_ && port < ports());
    Permutation permutation = permutation_of(node, symbols_);
    rearrange(permutation, port);
    return number_of(permutation, symbols_);
  }
  Leg next_leg(std::uint32_t node, std::uint32_t destination) const final {
    assert(node < nodes_ && destination < nodes_ && node != destination);
    return {first_port(unsorted(node, destination)), 1};
  }
  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const final { return hops_to_sort(unsorted(from, to)); }

  /// One class for each link that may still be ahead: a message climbs a class with every link that it crosses.
  std::uint32_t channel_classes() const final { return std::max(diameter(), 1u); }
  std::uint32_t channel_class(std::uint32_t node, std::uint32_t, std::uint32_t destination) const final {
    return diameter() - distance(node, destination);
  }

  TopologyProperties properties() const final {
    return {.nodes = nodes_,
            .links = std::uint64_t{nodes_} * ports() / 2,
            .largest_degree = ports(),
            .smallest_degree = ports(),
            .diameter = diameter(),
            .average_distance = average_distance()};
  }

 protected:
  std::uint32_t symbols() const { return symbols_; }

  virtual void rearrange(Permutation& permutation, std::uint32_t port) const = 0;
  /// The port of the first of the fewest rearrangements that sort a permutation other than the identity, and their
  /// number.
  virtual std::uint32_t first_port(const Permutation& unsorted) const = 0;
  virtual std::uint32_t hops_to_sort(const Permutation& unsorted) const = 0;
  virtual std::uint32_t diameter() const = 0;
  virtual double average_distance() const = 0;

 private:
  Permutation unsorted(std::uint32_t from, std::uint32_t to) const {
    return positions(permutation_of(from, symbols_), permutation_of(to, symbols_), symbols_);
  }

  const char* family_;
  std::uint32_t symbols_;
  std::uint32_t nodes_;
};

/// The number of symbols that is asked for.
std::uint32_t symbols_of(const TopologyRequest& request);

}  // namespace pram
