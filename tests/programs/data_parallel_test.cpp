#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <regex>
#include <string>
#include <vector>

#include <pram/pram.hpp>
#include <pram/programs/graph.hpp>
#include <pram/programs/list.hpp>
#include <pram/programs/scan.hpp>
#include <pram/programs/sort.hpp>

#include "conformance/configurations.hpp"
#include "on_machines.hpp"
#include "support.hpp"

namespace pram::programs {

namespace {

/// Everything that a ledger says but where in the program it was asked: the two forms stand on different lines.
std::string text_without_places(const Ledger& ledger) {
  static const std::regex place("[^ (,\\n]*\\.cpp:[0-9]+");
  return std::regex_replace(conformance::text_of(ledger), place, "here");
}

struct Kind {
  const char* network;
  const char* access;
};

// Every delivery: direct, by a list of messages too; by phases, asynchronously and adaptively; by routines of sorting.
constexpr Kind kinds[] = {{"ideal", "direct"},         {"router", "direct"},
                          {"torus:4x4", "direct"},     {"star,combining=pairwise", "direct"},
                          {"router", "combining:4,4"}, {"router", "combining:4,4,timing=asynchronous"},
                          {"router", "adaptive"},      {"hypercube", "sorting"}};

/// Runs both forms on the same machines, and checks that they leave the same: result, ledger, or error.
/// @param coroutines, whole  from a Machine& to what can be compared
template <class Coroutines, class Whole>
void check_both_forms(Rule rule, const Coroutines& coroutines, const Whole& whole) {
  const testing::ForcedWorkers all_workers;
  const auto outcome = [&](const MachineOptions& options, const auto& run) {
    Machine machine(options);
    std::string text;
    decltype(run(machine)) value{};
    try {
      value = run(machine);
    } catch (const ConflictError& error) {
      text = std::regex_replace(error.what(), std::regex("[^ (,]*\\.cpp:[0-9]+"), "here");
    }
    return std::pair{std::move(value), text + text_without_places(machine.ledger())};
  };
  for (const Kind& kind : kinds) {
    MachineOptions options{.components = 16, .network = kind.network, .access = kind.access, .rule = rule};
    CAPTURE(kind.network);
    CAPTURE(kind.access);
    options.threads = 1;
    const auto expected = outcome(options, coroutines);
    for (const unsigned threads : conformance::all_threads) {
      options.threads = threads;
      CAPTURE(threads);
      const auto had = outcome(options, whole);
      CHECK(had.first == expected.first);
      CHECK(had.second == expected.second);
    }
  }
}

std::vector<std::uint64_t> some_sizes() {
  if (testing::size() == testing::Size::tiny) return {0, 1, 3, 17};
  return {0, 1, 2, 3, 15, 16, 17, 63, 64, 65, 300 + testing::seed() % 100};
}

std::vector<std::uint64_t> few_sizes() {
  if (testing::size() == testing::Size::tiny) return {0, 3, 17};
  return {0, 1, 2, 3, 17, 64, 65};
}

/// Where each node's successor is; no_node for the last.
std::vector<std::uint32_t> random_list(std::uint64_t n) {
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0U);
  std::shuffle(order.begin(), order.end(), std::mt19937_64(testing::seed()));
  std::vector<std::uint32_t> next(n, no_node);
  for (std::uint64_t k = 0; k + 1 < n; ++k) next[order[k]] = order[k + 1];
  return next;
}

}  // namespace

TEST_CASE("list ranking in coroutines and in data-parallel steps: ranks and ledgers are the same") {
  for (const std::uint64_t n : some_sizes()) {
    CAPTURE(n);
    const std::vector<std::uint32_t> next = random_list(n);
    check_both_forms(
        Rule::erew, [&](Machine& machine) { return list_ranking_wyllie(machine, next); },
        [&](Machine& machine) { return list_ranking_wyllie_data_parallel(machine, next); });
  }
}

TEST_CASE("two nodes of one successor: both forms of list ranking breach EREW in the same way, and CREW not at all") {
  for (const std::uint64_t n : {2U, 5U, 40U}) {
    CAPTURE(n);
    std::vector<std::uint32_t> next = random_list(n);
    // Some nodes drop out of the list, and point to its end.
    const auto last = static_cast<std::uint32_t>(std::ranges::find(next, no_node) - next.begin());
    for (std::uint64_t i = 0; i < n; i += 7) {
      if (i != last) next[i] = last;
    }
    for (const Rule rule : {Rule::erew, Rule::crew}) {
      check_both_forms(
          rule, [&](Machine& machine) { return list_ranking_wyllie(machine, next); },
          [&](Machine& machine) { return list_ranking_wyllie_data_parallel(machine, next); });
    }
  }
}

TEST_CASE("prefix sums in coroutines and in data-parallel steps: sums and ledgers are the same") {
  std::mt19937_64 random(testing::seed());
  for (const std::uint64_t n : some_sizes()) {
    CAPTURE(n);
    std::vector<std::int64_t> values(n);
    for (std::int64_t& value : values) value = static_cast<std::int64_t>(random());
    check_both_forms(
        Rule::erew, [&](Machine& machine) { return prefix_sums(machine, values); },
        [&](Machine& machine) { return prefix_sums_data_parallel(machine, std::span<const std::int64_t>(values)); });
  }
}

TEST_CASE("radix sort in coroutines and in data-parallel steps: keys and ledgers are the same") {
  std::mt19937_64 random(testing::seed());
  for (const std::uint64_t n : few_sizes()) {
    for (const std::uint32_t buckets : {1U, 5U}) {
      CAPTURE(n);
      std::vector<std::uint32_t> keys(n);
      for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(random() % buckets);
      check_both_forms(
          Rule::erew, [&](Machine& machine) { return radix_sort(machine, keys, buckets); },
          [&](Machine& machine) { return radix_sort_data_parallel(machine, keys, buckets); });
    }
  }
}

TEST_CASE("connected components in coroutines and in data-parallel steps: roots and ledgers are the same") {
  std::mt19937_64 random(testing::seed());
  for (const std::uint64_t n : few_sizes()) {
    const auto vertices = static_cast<std::uint32_t>(n);
    CAPTURE(vertices);
    Graph graph;
    graph.vertices = vertices;
    for (std::uint32_t k = 0; k < vertices; ++k) {
      graph.edges.push_back(
          {static_cast<std::uint32_t>(random() % vertices), static_cast<std::uint32_t>(random() % vertices)});
    }
    const auto flat = [](const ConnectedComponents& found) { return std::pair{found.root, found.rounds}; };
    for (const Rule rule : {Rule::arbitrary, Rule::priority, Rule::common}) {
      check_both_forms(
          rule, [&](Machine& machine) { return flat(connected_components(machine, graph)); },
          [&](Machine& machine) { return flat(connected_components_data_parallel(machine, graph)); });
    }
  }
}

}  // namespace pram::programs
