#include "large_programs.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include <pram/programs/graph.hpp>
#include <pram/programs/list.hpp>
#include <pram/programs/matrix.hpp>
#include <pram/programs/sort.hpp>
#include <pram/programs/string.hpp>
#include "lists.hpp"

namespace pram::bench {

namespace {

using programs::Edge;
using programs::Graph;

template <class Input, class Result>
class RunOf final : public LargeRun {
 public:
  RunOf(Input input, Result (*program)(Machine&, const Input&), bool (*is_right)(const Input&, const Result&))
      : input_(std::move(input)), program_(program), is_right_(is_right) {}

  void run(Machine& machine) override { result_ = program_(machine, input_); }
  void check() const override {
    if (!is_right_(input_, result_)) throw std::logic_error("a program of the library has a wrong result");
  }

 private:
  Input input_;
  Result (*program_)(Machine&, const Input&);
  bool (*is_right_)(const Input&, const Result&);
  Result result_;
};

/// A row of the table: the input of a size, what runs on it, and what decides whether the result is right.
template <class Input, class Result>
LargeProgram row(const char* name, Rule rule, Input (*input)(std::uint64_t smaller),
                 Result (*run)(Machine&, const Input&), bool (*is_right)(const Input&, const Result&)) {
  return {name, rule, [=](std::uint64_t smaller) -> std::unique_ptr<LargeRun> {
            return std::make_unique<RunOf<Input, Result>>(input(smaller), run, is_right);
          }};
}

/// A million vertices, and five million edges between any of them.
Graph random_graph(std::uint64_t smaller) {
  Graph graph{.vertices = static_cast<std::uint32_t>(1'000'000 / smaller)};
  std::mt19937_64 random(1);
  graph.edges.reserve(5'000'000 / smaller);
  for (std::uint64_t i = 0; i < 5'000'000 / smaller; ++i) {
    graph.edges.push_back(
        {static_cast<std::uint32_t>(random() % graph.vertices), static_cast<std::uint32_t>(random() % graph.vertices)});
  }
  return graph;
}

/// 2^20 vertices, and four times as many edges.
Graph rmat(std::uint64_t smaller) { return programs::rmat_graph((std::uint64_t{1} << 22) / smaller, 1); }

std::vector<std::uint32_t> a_list(std::uint64_t smaller) {
  return list_of(static_cast<std::uint32_t>((std::uint64_t{1} << 22) / smaller));
}

std::vector<std::int64_t> numbers(std::uint64_t smaller) {
  std::vector<std::int64_t> values((std::uint64_t{1} << 20) / smaller);
  std::mt19937_64 random(1);
  for (std::int64_t& value : values) value = static_cast<std::int64_t>(random());
  return values;
}

constexpr std::uint32_t all_keys = 1 << 16;

std::vector<std::uint32_t> keys(std::uint64_t smaller) {
  std::vector<std::uint32_t> values((std::uint64_t{1} << 20) / smaller);
  std::mt19937_64 random(1);
  for (std::uint32_t& value : values) value = static_cast<std::uint32_t>(random() % all_keys);
  return values;
}

std::string letters(std::uint64_t smaller) {
  std::string text((std::uint64_t{1} << 20) / smaller, ' ');
  std::mt19937_64 random(1);
  for (char& letter : text) letter = "acgt"[random() % 4];
  return text;
}

/// Two matrices, one after the other.
std::vector<std::int64_t> two_matrices(std::uint64_t order) {
  std::vector<std::int64_t> entries(2 * order * order);
  std::mt19937_64 random(1);
  for (std::int64_t& entry : entries) entry = static_cast<std::int64_t>(random() % 2001) - 1000;
  return entries;
}

std::uint64_t order_of(const std::vector<std::int64_t>& two) {
  std::uint64_t order = 0;
  while (2 * order * order < two.size()) ++order;
  return order;
}

/// The first vertex of each component, by merging components edge by edge. @returns also how many edges did so
std::pair<std::vector<std::uint32_t>, std::uint64_t> merged_components(std::uint32_t vertices,
                                                                       const std::vector<Edge>& edges) {
  std::vector<std::uint32_t> root(vertices);
  std::iota(root.begin(), root.end(), 0U);
  const auto root_of = [&](std::uint32_t vertex) {
    for (; root[vertex] != vertex; vertex = root[vertex]) root[vertex] = root[root[vertex]];
    return vertex;
  };
  std::uint64_t merged = 0;
  for (const Edge& edge : edges) {
    const auto [low, high] = std::minmax({root_of(edge.from), root_of(edge.to)});
    if (low == high) continue;
    root[high] = low;
    ++merged;
  }
  for (std::uint32_t v = 0; v < vertices; ++v) root[v] = root_of(v);
  return {std::move(root), merged};
}

bool are_components(const Graph& graph, const programs::ConnectedComponents& found) {
  if (found.root.size() != graph.vertices) return false;
  std::vector<std::uint32_t> first(graph.vertices, graph.vertices);
  std::vector<std::uint32_t> smallest(graph.vertices);
  for (std::uint32_t v = 0; v < graph.vertices; ++v) {
    if (found.root[v] >= graph.vertices) return false;
    first[found.root[v]] = std::min(first[found.root[v]], v);
    smallest[v] = first[found.root[v]];
  }
  return smallest == merged_components(graph.vertices, graph.edges).first;
}

bool is_spanning_forest(const Graph& graph, const programs::SpanningForest& found) {
  std::vector<Edge> chosen;
  for (const std::uint64_t edge : found.edges) {
    if (edge >= graph.edges.size()) return false;
    chosen.push_back(graph.edges[edge]);
  }
  const auto [of_forest, merged] = merged_components(graph.vertices, chosen);
  return merged == chosen.size() && of_forest == merged_components(graph.vertices, graph.edges).first;
}

std::uint32_t source_of(const Graph& graph) { return graph.edges.empty() ? 0 : graph.edges.front().from; }

/// Levels differ by one at most along an edge, and every level but 0 has an edge from the one before it: the parent's.
bool are_levels(const Graph& graph, const programs::BreadthFirstSearch& found) {
  if (found.level.size() != graph.vertices || found.level[source_of(graph)] != 0) return false;
  for (const Edge& edge : graph.edges) {
    const std::uint64_t one = found.level[edge.from];
    const std::uint64_t other = found.level[edge.to];
    if (one > other + 1 || other > one + 1) return false;
  }
  std::vector<Edge> of_tree;
  for (std::uint32_t v = 0; v < graph.vertices; ++v) {
    if (found.level[v] == programs::unreached || v == source_of(graph)) continue;
    const std::uint32_t parent = found.parent[v];
    if (parent >= graph.vertices || found.level[parent] + 1 != found.level[v]) return false;
    of_tree.push_back({std::min(parent, v), std::max(parent, v)});
  }
  std::vector<std::uint64_t> edges;
  for (const Edge& edge : graph.edges)
    edges.push_back(std::uint64_t{std::min(edge.from, edge.to)} << 32 | std::max(edge.from, edge.to));
  std::ranges::sort(edges);
  return std::ranges::all_of(of_tree, [&](const Edge& edge) {
    return std::ranges::binary_search(edges, std::uint64_t{edge.from} << 32 | edge.to);
  });
}

bool are_ranks(const std::vector<std::uint32_t>& next, const std::vector<std::uint32_t>& ranks) {
  if (ranks.size() != next.size()) return false;
  for (std::size_t node = 0; node < next.size(); ++node) {
    if (ranks[node] != (next[node] == programs::no_node ? 0 : ranks[next[node]] + 1)) return false;
  }
  return true;
}

template <class Number>
bool are_sorted(const std::vector<Number>& values, const std::vector<Number>& found) {
  std::vector<Number> sorted = values;
  std::ranges::sort(sorted);
  return found == sorted;
}

bool are_sorted_in_parts(const std::vector<std::int64_t>& values, const programs::SampleSort& found) {
  return are_sorted(values, found.values);
}

/// Each suffix before the next one: by their first letters, and by the places of what follows these.
bool is_suffix_array(const std::string& text, const std::vector<std::uint32_t>& suffix) {
  if (suffix.size() != text.size()) return false;
  std::vector<std::uint64_t> place(text.size() + 1, text.size());  // of a suffix; that of the empty one is 0
  for (std::size_t k = 0; k < suffix.size(); ++k) {
    if (suffix[k] >= text.size() || place[suffix[k]] != text.size()) return false;
    place[suffix[k]] = k;
  }
  const auto behind = [&](std::uint32_t at) { return at + 1 == text.size() ? 0 : place[at + 1] + 1; };
  for (std::size_t k = 1; k < suffix.size(); ++k) {
    if (std::pair(text[suffix[k - 1]], behind(suffix[k - 1])) >= std::pair(text[suffix[k]], behind(suffix[k])))
      return false;
  }
  return true;
}

bool is_product(const std::vector<std::int64_t>& two, const std::vector<std::int64_t>& product) {
  const std::uint64_t n = order_of(two);
  std::vector<std::int64_t> expected(n * n, 0);
  for (std::uint64_t i = 0; i < n; ++i) {
    for (std::uint64_t k = 0; k < n; ++k) {
      const std::int64_t factor = two[i * n + k];
      for (std::uint64_t j = 0; j < n; ++j) expected[i * n + j] += factor * two[(n + k) * n + j];
    }
  }
  return product == expected;
}

template <auto program>
std::vector<std::int64_t> product_of(Machine& machine, const std::vector<std::int64_t>& two) {
  const std::uint64_t n = order_of(two);
  const std::span<const std::int64_t> all = two;
  return program(machine, all.first(n * n), all.last(n * n), n);
}

}  // namespace

const std::vector<LargeProgram>& large_programs() {
  using Numbers = std::vector<std::int64_t>;
  using List = std::vector<std::uint32_t>;
  static const std::vector<LargeProgram> all = {
      row(
          "connected-components", Rule::arbitrary, random_graph,
          +[](Machine& machine, const Graph& graph) { return programs::connected_components(machine, graph); },
          are_components),
      row(
          "connected-components-data-parallel", Rule::arbitrary, random_graph,
          +[](Machine& machine, const Graph& graph) {
            return programs::connected_components_data_parallel(machine, graph);
          },
          are_components),
      row(
          "spanning-forest", Rule::arbitrary, random_graph,
          +[](Machine& machine, const Graph& graph) { return programs::spanning_forest(machine, graph); },
          is_spanning_forest),
      row(
          "breadth-first-search-frontier", Rule::arbitrary, rmat,
          +[](Machine& machine, const Graph& graph) {
            return programs::breadth_first_search_frontier(machine, graph, source_of(graph));
          },
          are_levels),
      row(
          "radix-sort", Rule::erew, keys,
          +[](Machine& machine, const List& values) { return programs::radix_sort(machine, values, all_keys); },
          are_sorted<std::uint32_t>),
      row(
          "sample-sort", Rule::sum, numbers,
          +[](Machine& machine, const Numbers& values) { return programs::sample_sort(machine, values); },
          are_sorted_in_parts),
      row(
          "merge-sort", Rule::crew, numbers,
          +[](Machine& machine, const Numbers& values) { return programs::merge_sort(machine, values); },
          are_sorted<std::int64_t>),
      row(
          "cole-merge-sort", Rule::crew, numbers,
          +[](Machine& machine, const Numbers& values) { return programs::cole_merge_sort(machine, values); },
          are_sorted<std::int64_t>),
      row(
          "list-ranking-wyllie", Rule::erew, a_list,
          +[](Machine& machine, const List& next) { return programs::list_ranking_wyllie(machine, next); }, are_ranks),
      row(
          "list-ranking-random-mate", Rule::erew, a_list,
          +[](Machine& machine, const List& next) { return programs::list_ranking_random_mate(machine, next); },
          are_ranks),
      row(
          "list-ranking-sparse-ruling-set", Rule::erew, a_list,
          +[](Machine& machine, const List& next) { return programs::list_ranking_sparse_ruling_set(machine, next); },
          are_ranks),
      row(
          "matrix-product-256", Rule::sum, +[](std::uint64_t smaller) { return two_matrices(smaller == 1 ? 256 : 16); },
          product_of<programs::matrix_product>, is_product),
      row(
          "matrix-product-skewed-512", Rule::erew,
          +[](std::uint64_t smaller) { return two_matrices(smaller == 1 ? 512 : 17); },
          product_of<programs::matrix_product_skewed>, is_product),
      row(
          "suffix-array", Rule::crew, letters,
          +[](Machine& machine, const std::string& text) { return programs::suffix_array(machine, text); },
          is_suffix_array),
  };
  return all;
}

}  // namespace pram::bench
