#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <pram/machines/detail/total_exchange.hpp>
#include <pram/machines/topology.hpp>

/// Graphs beyond those of the table of topologies, and total exchange in them: the theory holds for any group.
namespace pram::testing {

/// The graph of a group and some of its elements: x is linked to x · g for each generator g. Node 0 is the identity,
/// port p the p-th generator. Shortest words are found by breadth-first search.
class CayleyGraph final : public Topology {
 public:
  /// The group that permutations generate: x · g has at place i what x has at place g[i]. A star graph, a pancake
  /// graph.
  /// @throws ConfigError if they are no permutations of one length, one is the identity, one lacks its inverse, two are
  /// equal, or there are more than 2^16 elements
  CayleyGraph(std::string name, const std::vector<std::vector<std::uint32_t>>& permutations);

  /// A group by its operation table: table[a][b] = a · b.
  /// @param generators  rows of the table
  /// @throws ConfigError if the table is no group's, or the generators are not closed under inversion, not distinct, or
  /// do not reach every element
  CayleyGraph(std::string name, const std::vector<std::vector<std::uint32_t>>& table,
              const std::vector<std::uint32_t>& generators);

  std::string name() const override { return name_; }
  std::uint32_t nodes() const override { return static_cast<std::uint32_t>(words_.size()); }
  std::uint32_t ports() const override { return ports_; }
  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const override {
    return products_[std::size_t{node} * ports_ + port];
  }
  Leg next_leg(std::uint32_t node, std::uint32_t destination) const override {
    return {words_[quotient(node, destination)].front(), 1};
  }
  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const override {
    return static_cast<std::uint32_t>(words_[quotient(from, to)].size());
  }
  TopologyProperties properties() const override;

  /// A shortest word of an element: generators, the first applied first.
  const std::vector<std::uint16_t>& word(std::uint32_t element) const { return words_[element]; }

 private:
  /// The element e with from · e = to.
  std::uint32_t quotient(std::uint32_t from, std::uint32_t to) const;
  void find_words();

  std::string name_;
  std::uint32_t ports_ = 0;
  std::vector<std::uint32_t> products_;  ///< element · generator
  std::vector<std::uint16_t> inverse_;   ///< of each generator
  std::vector<std::vector<std::uint16_t>> words_;
};

/// The Cartesian product of any graphs: two nodes are linked if they differ in one coordinate, and there by a link of
/// that factor. The first factor's coordinate is the slowest; ports are numbered factor by factor; routing corrects the
/// last coordinate first.
class ProductGraph final : public Topology {
 public:
  explicit ProductGraph(std::vector<std::shared_ptr<const Topology>> factors);

  std::string name() const override;
  std::uint32_t nodes() const override { return nodes_; }
  std::uint32_t ports() const override { return ports_; }
  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const override;
  Leg next_leg(std::uint32_t node, std::uint32_t destination) const override;
  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const override;
  TopologyProperties properties() const override;

 private:
  std::vector<std::shared_ptr<const Topology>> factors_;
  std::uint32_t nodes_ = 1;
  std::uint32_t ports_ = 0;
};

/// For each element of the group all nodes apply the generators of a shortest word in lock step (Dimakopoulos and
/// Dimopoulos, Optimal Total Exchange in Cayley Graphs). One port: word after word, as many steps as the average
/// status. All ports: at any time each generator serves the word with the most letters left of those that want it.
TotalExchangePtr total_exchange_on_cayley(std::shared_ptr<const CayleyGraph> graph, SwitchingOptions::Ports ports);

}  // namespace pram::testing
