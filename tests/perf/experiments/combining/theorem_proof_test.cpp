#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <pram/perf/patterns/pattern_costs.hpp>
#include "experiments/combining/theorem_proof.hpp"
#include "text_checks.hpp"

namespace pram::perf {

namespace {

/// The chance that of n messages, each to one of `block` components, more than `most` go to a given one.
double binomial_tail(std::uint64_t n, std::uint64_t block, double most) {
  const double chance = 1 / static_cast<double>(block);
  double below = 0;
  for (std::uint64_t k = 0; static_cast<double>(k) <= most && k <= n; ++k) {
    const auto count = static_cast<double>(k);
    const auto all = static_cast<double>(n);
    below += std::exp(std::lgamma(all + 1) - std::lgamma(count + 1) - std::lgamma(all - count + 1) +
                      count * std::log(chance) + (all - count) * std::log1p(-chance));
  }
  return 1 - below;
}

TheoremRequest small_request(std::uint64_t seed) {
  TheoremRequest request;
  request.most_components = 256;
  request.runs = 30;
  request.seed = seed;
  return request;
}

}  // namespace

TEST_CASE("messages of one address in the first phase are a binomial number") {
  for (const std::uint64_t seed : {1U, 7U, 2026U}) {
    CAPTURE(seed);
    for (const ProofRow& row : proof_rows(small_request(seed))) {
      if (row.phase != 1) continue;
      CAPTURE(row.components);
      CAPTURE(row.degree);
      CHECK(row.counts.runs == 30);
      CHECK(row.arrivals() == doctest::Approx(static_cast<double>(row.degree) / static_cast<double>(row.block)));
      const double expected = binomial_tail(row.degree, row.block, row.most_arrivals);
      // Pairs of one address hang together a little: 6 standard errors of as many independent ones.
      const double error = std::sqrt(std::max(0.0, expected) / static_cast<double>(row.all_pairs));
      CHECK(std::abs(row.share_above_basis() - expected) <= 6 * error + 1e-9);
    }
  }
}

TEST_CASE("no phase brings more of one address than its basis has, and the last one brings it home") {
  for (const ProofRow& row : proof_rows(small_request(3))) {
    CAPTURE(row.components);
    CAPTURE(row.degree);
    CAPTURE(row.phase);
    CHECK(row.arrivals() <= row.basis);
    CHECK(row.counts.largest >= row.mean_largest());
    CHECK((row.share_above_load() > 0) == (static_cast<double>(row.counts.largest) > row.most_load));
    if (row.phase == 3) {
      CHECK(row.block == 1);
      CHECK(row.share_above_basis() == 0);  // at most b records are left of an address
    }
    if (row.tail_rate() > 0)
      CHECK(row.tail_rate() == doctest::Approx(-std::log(row.share_above_load()) / row.tail_exponent));
  }
}

TEST_CASE("the largest loads of the phases are what arrives on the machine") {
  const std::vector<ProofRow> rows = proof_rows(small_request(11));
  for (std::size_t first = 0; first < rows.size(); first += 3) {
    const ProofRow& row = rows[first];
    PatternsRequest patterns;
    const auto q = static_cast<std::uint64_t>(std::sqrt(row.components));
    patterns.pattern = degree_pattern({row.components, row.components * q, Requesters::random}, row.degree);
    patterns.components = row.components;
    patterns.access = {row.components == 64 ? "combining:4,4,4" : "combining:8,8,4"};
    patterns.runs = 30;
    patterns.seed = 5;
    const PatternsResult result = measure_patterns(patterns);
    const auto& phases = result.costs.front().phases;
    REQUIRE(phases.size() == 3);
    for (std::size_t k = 0; k < phases.size(); ++k) {
      CAPTURE(row.components);
      CAPTURE(row.degree);
      CAPTURE(k);
      // Both are means of 30 runs with draws of their own.
      CHECK(std::abs(rows[first + k].mean_largest() - phases[k].received.mean()) <=
            8 * phases[k].received.error() + 0.05 * phases[k].received.mean());
    }
  }
}

TEST_CASE("the proof's table is told within 80 columns") {
  const TheoremRequest request = small_request(1);
  Report report;
  report.add(proof_table(request, proof_rows(request)));
  CHECK(testing::widest_line(text_of(report)) <= 80);
}

}  // namespace pram::perf
