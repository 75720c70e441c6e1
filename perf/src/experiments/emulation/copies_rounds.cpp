#include "copies_rounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>

#include <pram/detail/routing/collision_rounds.hpp>

#include "parts/part.hpp"

namespace pram::perf {

namespace {

constexpr std::uint32_t copies_of_a_cell = 3;

pram::detail::CollisionOptions options_of(const CopiesRow& row) {
  return {
      .copies = copies_of_a_cell, .needed = 2, .collide = static_cast<std::uint32_t>(row.collide), .in_turn = false};
}

/// One run of a row: a part.
struct ExecutedRounds {
  std::uint64_t rounds = 0;
  std::uint64_t unfinished = 0;  ///< requests that are left where the rounds do not end; else 0
};

void kept_members(MaybeConst<ExecutedRounds> auto& run, const auto& member) {
  member("rounds", run.rounds);
  member("unfinished", run.unfinished);
}

/// The fullest of so many modules, where each request has one home, and where it takes the emptier of two: a part.
struct Fullest {
  std::uint64_t one = 0;
  std::uint64_t two = 0;
};

void kept_members(MaybeConst<Fullest> auto& fullest, const auto& member) {
  member("one", fullest.one);
  member("two", fullest.two);
}

void measure_rounds(CopiesRow& row, const CopiesTableRequest& request) {
  row.largest = pram::detail::largest_batch(options_of(row));
  const auto requests = static_cast<std::size_t>(row.batch * static_cast<double>(row.modules));
  std::vector<std::uint32_t> modules(requests * copies_of_a_cell);
  pram::detail::CollisionRounds batch(options_of(row), static_cast<std::uint32_t>(row.modules));
  const auto execute = [&](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    for (std::uint32_t& module : modules) module = static_cast<std::uint32_t>(random() % row.modules);
    batch.begin(modules);
    ExecutedRounds executed;
    while (!batch.stuck() && batch.round()) ++executed.rounds;
    if (batch.stuck()) executed.unfinished = batch.unfinished();
    return executed;
  };
  for (std::uint64_t run = 0; run < request.runs; ++run) {
    const std::string name =
        fmt::format("{} modules, batch {}, c = {}, run {}", row.modules, row.batch, row.collide, run);
    const auto executed = part<ExecutedRounds>(request.parts, name, [&] { return execute(request.seed + run); });
    if (executed.unfinished > 0) {
      ++row.stuck;
      row.left.add(static_cast<double>(executed.unfinished) / static_cast<double>(requests));
    } else {
      row.fewest = row.ends() ? std::min(row.fewest, executed.rounds) : executed.rounds;
      row.rounds.add(static_cast<double>(executed.rounds));
    }
  }
}

Fullest fullest_of(std::uint64_t modules, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> one(modules);
  std::vector<std::uint64_t> two(modules);
  for (std::uint64_t k = 0; k < modules; ++k) {
    const std::uint64_t first = random() % modules;
    const std::uint64_t second = random() % modules;
    ++one[first];
    ++two[two[second] < two[first] ? second : first];
  }
  return {std::ranges::max(one), std::ranges::max(two)};
}

FullestRow fullest_row(std::uint64_t modules, const CopiesTableRequest& request) {
  FullestRow row{modules, {}, {}};
  for (std::uint64_t run = 0; run < request.runs; ++run) {
    const auto fullest = part<Fullest>(request.parts, fmt::format("fullest of {} modules, run {}", modules, run),
                                       [&] { return fullest_of(modules, request.seed + run); });
    row.one.add(static_cast<double>(fullest.one));
    row.two.add(static_cast<double>(fullest.two));
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
