#include "cayley_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>
#include <queue>
#include <utility>

#include <pram/error.hpp>

namespace pram::testing {

namespace {

constexpr std::size_t most_elements = 1u << 16;

using Permutation = std::vector<std::uint32_t>;

[[noreturn]] void refuse(const std::string& name, const std::string& allowed) {
  throw ConfigError("cayley graph", name, allowed);
}

bool is_permutation_of(std::vector<std::uint32_t> places, std::size_t size) {
  std::ranges::sort(places);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] != i) return false;
  }
  return places.size() == size;
}

Permutation product(const Permutation& x, const Permutation& g) {
  Permutation both(g.size());
  for (std::size_t i = 0; i < g.size(); ++i) both[i] = x[g[i]];
  return both;
}

/// A group's table, checked; the identity's row.
std::uint32_t identity_of(const std::string& name, const std::vector<std::vector<std::uint32_t>>& table,
                          const std::vector<std::uint32_t>& generators) {
  const std::size_t size = table.size();
  if (size == 0 || size > most_elements) refuse(name, "a group of 1 to 2^16 elements");
  for (const std::vector<std::uint32_t>& row : table) {
    if (!is_permutation_of(row, size)) refuse(name, "a table with every element once a row");
  }
  std::uint32_t identity = 0;
  while (table[identity][0] != 0) {
    if (++identity == size) refuse(name, "a table with an identity");
  }
  for (std::uint32_t x = 0; x < size; ++x) {
    if (table[identity][x] != x || table[x][identity] != x) refuse(name, "a table with an identity");
  }
  for (const std::uint32_t g : generators) {
    if (g >= size) refuse(name, "generators that are rows of the table");
    // Light's test: associativity at the generators is enough, for they reach everything.
    for (std::uint32_t x = 0; x < size; ++x) {
      for (std::uint32_t y = 0; y < size; ++y) {
        if (table[table[x][g]][y] != table[x][table[g][y]]) refuse(name, "an associative table");
      }
    }
  }
  return identity;
}

using Ports = SwitchingOptions::Ports;
using Moves = std::vector<ExchangeMove>;

/// A step of the messages for one element's offset, after so many letters of its word.
struct WordHop {
  std::uint32_t element = 0;
  std::uint32_t hop = 0;
};

class Cayley final : public TotalExchange {
 public:
  Cayley(std::shared_ptr<const CayleyGraph> graph, Ports ports) : graph_(std::move(graph)) {
    if (ports == Ports::one) {
      for (std::uint32_t element = 1; element < graph_->nodes(); ++element) {
        for (std::uint32_t hop = 0; hop < graph_->word(element).size(); ++hop) steps_.push_back({{element, hop}});
      }
      return;
    }
    using Waiting = std::pair<std::uint32_t, std::uint32_t>;  // letters left, element
    std::vector<std::priority_queue<Waiting>> queue(graph_->ports());
    const auto enqueue = [&](std::uint32_t element, std::uint32_t hop) {
      const auto& word = graph_->word(element);
      if (hop < word.size()) queue[word[hop]].push({static_cast<std::uint32_t>(word.size()) - hop, element});
    };
    for (std::uint32_t element = 1; element < graph_->nodes(); ++element) enqueue(element, 0);
    while (true) {
      std::vector<WordHop> sent;
      for (auto& one : queue) {
        if (one.empty()) continue;
        const auto [to_go, element] = one.top();
        one.pop();
        sent.push_back({element, static_cast<std::uint32_t>(graph_->word(element).size()) - to_go});
      }
      if (sent.empty()) break;
      for (const auto& [element, hop] : sent) enqueue(element, hop + 1);
      steps_.push_back(std::move(sent));
    }
  }

  std::uint32_t nodes() const override { return graph_->nodes(); }
  std::uint64_t steps() const override { return steps_.size(); }

  void step(std::uint64_t number, Moves& moves) const override {
    for (const auto& [element, hop] : steps_[number]) {
      const std::vector<std::uint16_t>& word = graph_->word(element);
      for (std::uint32_t origin = 0; origin < graph_->nodes(); ++origin) {
        ExchangeMove move{.origin = origin, .target = origin};
        for (std::uint32_t k = 0; k < word.size(); ++k) {
          if (k == hop) move.from = move.target;
          move.target = graph_->neighbour(move.target, word[k]);
          if (k == hop) move.to = move.target;
        }
        moves.push_back(move);
      }
    }
  }

 private:
  std::shared_ptr<const CayleyGraph> graph_;
  std::vector<std::vector<WordHop>> steps_;
};

}  // namespace

CayleyGraph::CayleyGraph(std::string name, const std::vector<std::vector<std::uint32_t>>& permutations)
    : name_(std::move(name)), ports_(static_cast<std::uint32_t>(permutations.size())) {
  const std::size_t places = permutations.empty() ? 0 : permutations[0].size();
  for (const Permutation& g : permutations) {
    if (!is_permutation_of(g, places)) refuse(name_, "permutations of 0 … n - 1, all of one length");
  }
  Permutation identity(places);
  std::iota(identity.begin(), identity.end(), 0u);
  std::map<Permutation, std::uint32_t> number = {{identity, 0}};
  std::vector<Permutation> elements = {identity};
  for (std::size_t x = 0; x < elements.size(); ++x) {
    for (const Permutation& g : permutations) {
      const auto [place, fresh] = number.try_emplace(product(elements[x], g), elements.size());
      if (fresh) elements.push_back(place->first);
      if (elements.size() > most_elements) refuse(name_, "a group of at most 2^16 elements");
      products_.push_back(place->second);
    }
  }
  find_words();
}

CayleyGraph::CayleyGraph(std::string name, const std::vector<std::vector<std::uint32_t>>& table,
                         const std::vector<std::uint32_t>& generators)
    : name_(std::move(name)), ports_(static_cast<std::uint32_t>(generators.size())) {
  std::vector<std::uint32_t> elements = {identity_of(name_, table, generators)};
  constexpr std::uint32_t unseen = no_node;
  std::vector<std::uint32_t> number(table.size(), unseen);
  number[elements[0]] = 0;
  for (std::size_t x = 0; x < elements.size(); ++x) {
    for (const std::uint32_t g : generators) {
      const std::uint32_t next = table[elements[x]][g];
      if (number[next] == unseen) {
        number[next] = static_cast<std::uint32_t>(elements.size());
        elements.push_back(next);
      }
      products_.push_back(number[next]);
    }
  }
  if (elements.size() != table.size()) refuse(name_, "generators that reach every element");
  find_words();
}

void CayleyGraph::find_words() {
  const std::size_t size = ports_ == 0 ? 1 : products_.size() / ports_;
  words_.resize(size);
  inverse_.assign(ports_, 0);
  for (std::uint32_t g = 0; g < ports_; ++g) {
    if (neighbour(0, g) == 0) refuse(name_, "generators other than the identity");
    for (std::uint32_t h = 0; h < g; ++h) {
      if (neighbour(0, g) == neighbour(0, h)) refuse(name_, "generators that differ");
    }
    std::uint32_t back = 0;
    while (neighbour(neighbour(0, g), back) != 0) {
      if (++back == ports_) refuse(name_, "generators with the inverse of each");
    }
    inverse_[g] = static_cast<std::uint16_t>(back);
  }
  // Elements were numbered in the order of a breadth-first search.
  std::vector<bool> known(size, false);
  known[0] = true;
  for (std::uint32_t x = 0; x < size; ++x) {
    for (std::uint32_t g = 0; g < ports_; ++g) {
      const std::uint32_t next = neighbour(x, g);
      if (known[next]) continue;
      known[next] = true;
      words_[next] = words_[x];
      words_[next].push_back(static_cast<std::uint16_t>(g));
    }
  }
}

std::uint32_t CayleyGraph::quotient(std::uint32_t from, std::uint32_t to) const {
  std::uint32_t element = 0;
  const std::vector<std::uint16_t>& undone = words_[from];
  for (auto letter = undone.rbegin(); letter != undone.rend(); ++letter)
    element = neighbour(element, inverse_[*letter]);
  for (const std::uint16_t letter : words_[to]) element = neighbour(element, letter);
  return element;
}

TopologyProperties CayleyGraph::properties() const {
  TopologyProperties all{.nodes = nodes(),
                         .links = std::uint64_t{nodes()} * ports_ / 2,
                         .largest_degree = ports_,
                         .smallest_degree = ports_,
                         .diameter = static_cast<std::uint32_t>(words_.back().size())};
  std::uint64_t status = 0;
  for (const auto& word : words_) status += word.size();
  all.average_distance = static_cast<double>(status) / static_cast<double>(nodes());
  return all;
}

ProductGraph::ProductGraph(std::vector<std::shared_ptr<const Topology>> factors) : factors_(std::move(factors)) {
  for (const auto& factor : factors_) {
    nodes_ *= factor->nodes();
    ports_ += factor->ports();
  }
}

std::string ProductGraph::name() const {
  std::string all;
  for (const auto& factor : factors_) all += (all.empty() ? "" : " × ") + factor->name();
  return all;
}

std::uint32_t ProductGraph::neighbour(std::uint32_t node, std::uint32_t port) const {
  std::uint32_t stride = nodes_;
  for (const auto& factor : factors_) {
    stride /= factor->nodes();
    if (port >= factor->ports()) {
      port -= factor->ports();
      continue;
    }
    const std::uint32_t digit = node / stride % factor->nodes();
    const std::uint32_t next = factor->neighbour(digit, port);
    return next == no_node ? no_node : node - digit * stride + next * stride;
  }
  return no_node;
}

Leg ProductGraph::next_leg(std::uint32_t node, std::uint32_t destination) const {
  assert(node != destination);
  std::uint32_t first_port = ports_;
  for (auto factor = factors_.rbegin(); factor != factors_.rend(); ++factor) {
    const std::uint32_t size = (*factor)->nodes();
    first_port -= (*factor)->ports();
    if (node % size != destination % size) {
      const Leg leg = (*factor)->next_leg(node % size, destination % size);
      return {first_port + leg.port, leg.hops};
    }
    node /= size;
    destination /= size;
  }
  return {};
}

std::uint32_t ProductGraph::distance(std::uint32_t from, std::uint32_t to) const {
  std::uint32_t hops = 0;
  for (auto factor = factors_.rbegin(); factor != factors_.rend(); ++factor) {
    const std::uint32_t size = (*factor)->nodes();
    if (from % size != to % size) hops += (*factor)->distance(from % size, to % size);
    from /= size;
    to /= size;
  }
  return hops;
}

TopologyProperties ProductGraph::properties() const {
  TopologyProperties all{.nodes = nodes_, .average_distance = 0.0};
  for (const auto& factor : factors_) {
    const TopologyProperties one = factor->properties();
    all.links += one.links * (nodes_ / one.nodes);
    all.largest_degree += one.largest_degree;
    all.smallest_degree += one.smallest_degree;
    all.diameter += one.diameter;
    if (all.average_distance && one.average_distance) {
      *all.average_distance += *one.average_distance;
    } else {
      all.average_distance.reset();
    }
  }
  return all;
}

TotalExchangePtr total_exchange_on_cayley(std::shared_ptr<const CayleyGraph> graph, SwitchingOptions::Ports ports) {
  return std::make_shared<Cayley>(std::move(graph), ports);
}

}  // namespace pram::testing
