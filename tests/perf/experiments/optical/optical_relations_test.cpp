#include "experiments/optical/optical_relations.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "support.hpp"
#include "text_checks.hpp"

namespace pram::perf {

namespace {

/// Thinning without any of the network's code: rounds for k = h messages, then for as many as a receiver of k has left
/// (1 - 1/e of them, and some of their root). In a round each message picks its cycle on its own, so that it may fall
/// together with one of its own sender; then the later one does not go.
double naive_thinning(std::uint32_t p, std::uint32_t h, std::mt19937_64& random) {
  struct Message {
    std::uint32_t from;
    std::uint32_t to;
  };
  std::vector<Message> left;
  std::vector<std::uint32_t> order(p);
  std::iota(order.begin(), order.end(), 0U);
  for (std::uint32_t k = 0; k < h; ++k) {
    std::ranges::shuffle(order, random);
    for (std::uint32_t from = 0; from < p; ++from) left.push_back({from, order[from]});
  }
  double cycles = 0;
  double round = h;
  while (!left.empty()) {
    const auto length = static_cast<std::size_t>(std::ceil(round));
    std::vector<std::vector<Message>> of_cycle(length);
    for (const Message& message : left) of_cycle[random() % length].push_back(message);
    std::vector<Message> failed;
    for (const std::vector<Message>& sent : of_cycle) {
      std::vector<bool> busy(p);
      std::vector<unsigned> aimed(p);
      std::vector<Message> gone;
      for (const Message& message : sent) {
        if (busy[message.from]) {
          failed.push_back(message);
          continue;
        }
        busy[message.from] = true;
        ++aimed[message.to];
        gone.push_back(message);
      }
      for (const Message& message : gone) {
        if (aimed[message.to] > 1) failed.push_back(message);
      }
    }
    cycles += static_cast<double>(length);
    left = std::move(failed);
    round = std::max(3.0, 0.64 * round + 0.4 * std::sqrt(round));
  }
  return cycles;
}

}  // namespace

TEST_CASE("thinning takes fewer cycles for each message as h grows, towards e") {
  OpticalRequest request;
  request.runs = 4;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    CAPTURE(seed);
    request.seed = seed;
    const std::vector<OpticalRow> rows = optical_rows(request);
    REQUIRE(rows.size() == 3 * 5);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const OpticalRow& row = rows[k];
      CAPTURE(row.components);
      CAPTURE(row.h);
      CHECK(row.thinning >= row.h);
      CHECK(row.backoff >= row.h);
      if (row.h == 1) CHECK(row.thinning == 1);  // a permutation: nobody meets anybody
      if (k % 5 == 4) {
        CHECK(row.h == row.components);
        CHECK(row.thinning_of_h() < rows[k - 1].thinning_of_h());
        CHECK(row.thinning_of_h() < rows[k - 2].thinning_of_h());
      }
    }
    CHECK(rows.back().thinning_of_h() > std::numbers::e - 0.1);
    CHECK(rows.back().thinning_of_h() < std::numbers::e + 0.5);
  }
}

TEST_CASE("thinning is about what messages take that choose their cycles on their own") {
  OpticalRequest request;
  request.most_components = 64;
  request.runs = 20;
  request.seed = testing::seed();
  CAPTURE(request.seed);
  std::mt19937_64 random(request.seed);
  for (const OpticalRow& row : optical_rows(request)) {
    if (row.h == 1) continue;
    CAPTURE(row.h);
    double sum = 0;
    for (int run = 0; run < 20; ++run) sum += naive_thinning(row.components, row.h, random);
    // A sender's messages of a round fall into different cycles in the network, and may not here: that is slower.
    CHECK(row.thinning < 1.15 * sum / 20 + 6 * row.thinning_error + 2);
    CHECK(row.thinning > 0.4 * sum / 20 - 6 * row.thinning_error - 2);
  }
}

TEST_CASE("the optical relations are told within 80 columns") {
  OpticalRequest request;
  request.runs = 2;
  const std::string text = text_of(optical_report(optical_rows(request)));
  CHECK(testing::widest_line(text) <= 80);
  CHECK(testing::contains(text, "log p log log p"));
}

}  // namespace pram::perf
