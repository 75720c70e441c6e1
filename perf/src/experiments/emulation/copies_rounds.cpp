#include "copies_rounds.hpp"

#include <algorithm>
#include <cstddef>
#include <random>

#include <pram/detail/routing/collision_rounds.hpp>

namespace pram::perf {

namespace {

constexpr std::uint32_t copies_of_a_cell = 3;

pram::detail::CollisionOptions options_of(const CopiesRow& row) {
  return {
      .copies = copies_of_a_cell, .needed = 2, .collide = static_cast<std::uint32_t>(row.collide), .in_turn = false};
}

void measure_rounds(CopiesRow& row, const CopiesTableRequest& request) {
  row.largest = pram::detail::largest_batch(options_of(row));
  const auto requests = static_cast<std::size_t>(row.batch * static_cast<double>(row.modules));
  std::vector<std::uint32_t> modules(requests * copies_of_a_cell);
  pram::detail::CollisionRounds batch(options_of(row), static_cast<std::uint32_t>(row.modules));
  for (std::uint64_t run = 0; run < request.runs; ++run) {
    std::mt19937_64 random(request.seed + run);
    for (std::uint32_t& module : modules) module = static_cast<std::uint32_t>(random() % row.modules);
    batch.begin(modules);
    std::uint64_t rounds = 0;
    while (!batch.stuck() && batch.round()) ++rounds;
    if (batch.stuck()) {
      ++row.stuck;
      row.left.add(static_cast<double>(batch.unfinished()) / static_cast<double>(requests));
    } else {
      row.fewest = row.ends() ? std::min(row.fewest, rounds) : rounds;
      row.rounds.add(static_cast<double>(rounds));
    }
  }
}

FullestRow fullest_row(std::uint64_t modules, const CopiesTableRequest& request) {
  FullestRow row{modules, {}, {}};
  for (std::uint64_t run = 0; run < request.runs; ++run) {
    std::mt19937_64 random(request.seed + run);
    std::vector<std::uint64_t> one(modules);
    std::vector<std::uint64_t> two(modules);
    for (std::uint64_t k = 0; k < modules; ++k) {
      const std::uint64_t first = random() % modules;
      const std::uint64_t second = random() % modules;
      ++one[first];
      ++two[two[second] < two[first] ? second : first];
    }
    row.one.add(static_cast<double>(std::ranges::max(one)));
    row.two.add(static_cast<double>(std::ranges::max(two)));
  }
  return row;
}

}  // namespace

double CopiesRow::charge() const { return static_cast<double>(collide) * rounds.mean() / batch; }

CopiesTables copies_tables(const CopiesTableRequest& request) {
  CopiesTables tables{request, {}, {}};
  std::vector<CopiesRow> to_do;
  for (std::uint64_t modules = 1024; modules <= request.most_modules; modules *= modules < 4096 ? 4 : 16) {
    for (const double batch : {0.25, 0.5, 1.0}) {
      for (const std::uint64_t collide : {2U, 3U, 4U})
        to_do.push_back({.modules = modules, .batch = batch, .collide = collide});
    }
  }
  for (CopiesRow& row : to_do) {
    if (request.progress && !request.progress(tables.rounds.size(), to_do.size())) return tables;
    measure_rounds(row, request);
    tables.rounds.push_back(row);
    if (tables.fullest.empty() || tables.fullest.back().modules != row.modules)
      tables.fullest.push_back(fullest_row(row.modules, request));
  }
  return tables;
}

}  // namespace pram::perf
