#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "experiments/emulation/copies_rounds.hpp"

namespace pram::perf {

namespace {

struct NaiveBatch {
  std::uint64_t rounds = 0;
  std::uint64_t left = 0;
};

/// Goes over all modules in each round, and looks who sends there.
NaiveBatch naive_batch(const std::vector<std::vector<std::uint64_t>>& homes, std::uint64_t collide) {
  std::vector<std::set<std::size_t>> answers(homes.size());
  NaiveBatch batch;
  while (true) {
    std::map<std::uint64_t, std::vector<std::pair<std::size_t, std::size_t>>> at;
    batch.left = 0;
    for (std::size_t k = 0; k < homes.size(); ++k) {
      if (answers[k].size() >= 2) continue;
      ++batch.left;
      for (std::size_t copy = 0; copy < 3; ++copy) {
        if (!answers[k].contains(copy)) at[homes[k][copy]].emplace_back(k, copy);
      }
    }
    if (batch.left == 0) return batch;
    ++batch.rounds;
    bool any = false;
    for (const auto& [module, messages] : at) {
      if (messages.size() > collide) continue;
      any = true;
      for (const auto& [request, copy] : messages) answers[request].insert(copy);
    }
    if (!any) return batch;
  }
}

std::vector<std::vector<std::uint64_t>> drawn_homes(std::uint64_t seed, std::uint64_t modules, double batch) {
  std::mt19937_64 random(seed);
  std::vector<std::vector<std::uint64_t>> homes;
  while (static_cast<double>(homes.size()) < batch * static_cast<double>(modules)) {
    std::vector<std::uint64_t> three;
    for (int copy = 0; copy < 3; ++copy) three.push_back(random() % modules);
    homes.push_back(three);
  }
  return homes;
}

}  // namespace

TEST_CASE("the table of copies: rounds, stuck runs and what is left are those of a naive simulation") {
  const CopiesTables tables = copies_tables({.most_modules = 4096, .runs = 3, .seed = 7});
  REQUIRE(tables.rounds.size() == 18);
  for (const CopiesRow& row : tables.rounds) {
    CAPTURE(row.modules);
    CAPTURE(row.batch);
    CAPTURE(row.collide);
    std::vector<std::uint64_t> rounds;
    std::vector<double> left;
    for (std::uint64_t run = 0; run < 3; ++run) {
      const auto homes = drawn_homes(7 + run, row.modules, row.batch);
      const NaiveBatch naive = naive_batch(homes, row.collide);
      if (naive.left > 0) {
        left.push_back(static_cast<double>(naive.left) / static_cast<double>(homes.size()));
      } else {
        rounds.push_back(naive.rounds);
      }
    }
    REQUIRE(row.rounds.count() == rounds.size());
    CHECK(row.stuck == left.size());
    CHECK(row.ends() == !rounds.empty());
    double sum = 0;
    for (const std::uint64_t one : rounds) sum += static_cast<double>(one);
    if (!rounds.empty()) {
      const double mean = sum / static_cast<double>(rounds.size());
      CHECK(row.rounds.mean() == doctest::Approx(mean));
      CHECK(row.charge() == doctest::Approx(mean * static_cast<double>(row.collide) / row.batch));
      CHECK(row.fewest == std::ranges::min(rounds));
      CHECK(row.rounds.largest() == static_cast<double>(std::ranges::max(rounds)));
    }
    sum = 0;
    for (const double share : left) sum += share;
    if (!left.empty()) CHECK(row.left.mean() == doctest::Approx(sum / static_cast<double>(left.size())));
    // What the limit says of infinitely many modules holds for most runs on these.
    if (row.batch > row.largest) CHECK(row.stuck == 3);
  }
}

TEST_CASE("the table of copies: the fullest module is that of a count") {
  const CopiesTables tables = copies_tables({.most_modules = 1024, .runs = 2, .seed = 3});
  REQUIRE(tables.fullest.size() == 1);
  double one_copy = 0;
  double emptier = 0;
  for (std::uint64_t run = 0; run < 2; ++run) {
    std::mt19937_64 random(3 + run);
    std::map<std::uint64_t, double> one;
    std::map<std::uint64_t, double> two;
    for (int k = 0; k < 1024; ++k) {
      const std::uint64_t a = random() % 1024;
      const std::uint64_t b = random() % 1024;
      one[a] += 1;
      two[two[a] <= two[b] ? a : b] += 1;
    }
    const auto most = [](const auto& bins) {
      double largest = 0;
      for (const auto& [bin, count] : bins) largest = std::max(largest, count);
      return largest;
    };
    one_copy += most(one) / 2;
    emptier += most(two) / 2;
  }
  CHECK(tables.fullest[0].one.mean() == doctest::Approx(one_copy));
  CHECK(tables.fullest[0].two.mean() == doctest::Approx(emptier));
}

TEST_CASE("the table of copies: what is stopped has the rows that are done") {
  std::uint64_t asked = 0;
  CopiesTableRequest request{.most_modules = 4096, .runs = 1};
  request.progress = [&](std::uint64_t done, std::uint64_t of) {
    CHECK(done == asked);
    CHECK(of == 18);
    return ++asked < 6;
  };
  CHECK(copies_tables(request).rounds.size() == 5);
}

}  // namespace pram::perf
