#include <doctest/doctest.h>

#include <fmt/format.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <pram/detail/exact_text.hpp>
#include <pram/detail/ranks/transport.hpp>
#include <pram/pram.hpp>

#include "../../support.hpp"
#include "outcome.hpp"

/// Collective operations on arrays whose cells are divided among ranks.
namespace pram {

namespace {

using testing::error_of;
using testing::on_ranks;
using testing::same_on_ranks;

std::string values_of(const Array<std::int32_t>& array) {
  std::string text = array.name() + ":";
  for (const std::int32_t value : array.host()) text += fmt::format(" {}", value);
  return text + "\n";
}

/// A few collectives after another, drawn by a seed.
std::string exchange_at_random(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  static constexpr const char* networks[] = {"router", "router:g=2,l=3", "ideal"};
  const auto p = static_cast<std::uint32_t>(1 + random() % 9);
  MachineOptions options{.components = p, .network = networks[random() % std::size(networks)]};
  options.placement = Placement::direct;
  Machine machine(options);
  const std::uint64_t n = random() % 40;
  std::vector<std::int32_t> values;
  for (std::uint64_t i = 0; i < n; ++i) values.push_back(static_cast<std::int32_t>(random() % 1000) - 500);
  const auto given = machine.array(values, "given");
  const auto same = machine.array<std::int32_t>(n, -1, "same");
  const auto wide = machine.array<std::int32_t>(n * p, -2, "wide");
  const auto widest = machine.array<std::int32_t>(n * p, -3, "widest");
  std::string text;
  for (int k = 0; k < 4; ++k) {
    const auto root = static_cast<std::uint32_t>(random() % p);
    switch (random() % 7) {
      case 0: machine.all_gather(given, wide); break;
      case 1: machine.gather(given, wide, root); break;
      case 2: machine.broadcast(wide, widest, root); break;
      case 3: machine.scatter(wide, same, root); break;
      case 4: machine.all_to_all(wide, wide); break;
      case 5: machine.transpose(wide, n, p); break;
      default: text += error_of([&] { machine.scatter(given, wide, root); }) + "\n";
    }
    text += values_of(given) + values_of(same) + values_of(wide) + values_of(widest);
  }
  return text + detail::exact_text(machine.ledger(), true);
}

}  // namespace

TEST_CASE("collectives of arrays leave the same cells and ledger on ranks as in one process") {
  std::mt19937_64 random(testing::seed());
  const int cases = testing::random_cases(100);
  for (int k = 0; k < cases; ++k) {
    const std::uint64_t seed = random();
    CAPTURE(testing::seed());
    CAPTURE(seed);
    same_on_ranks([seed] { return exchange_at_random(seed); });
  }
}

TEST_CASE("a collective that one rank cannot finish moves nothing on any") {
  for (const std::string& one : on_ranks(3, [] {
         MachineOptions options{.components = 6};
         options.placement = Placement::direct;
         Machine machine(options);
         const auto from = machine.array<std::int32_t>(12, 4, "from");
         const auto to = machine.array<std::int32_t>(12, 5, "to");
         if (detail::this_rank() == 2) machine.request_stop();
         std::string text = error_of([&] { machine.all_to_all(from, to); });
         text += values_of(to);
         machine.all_to_all(from, to);
         return text + values_of(to);
       })) {
    CHECK(one ==
          "Interrupted stopped on request after step 0to: 5 5 5 5 5 5 5 5 5 5 5 5\n"
          "to: 4 4 4 4 4 4 4 4 4 4 4 4\n");
  }
}

TEST_CASE("ranks that exchange different arrays part ways with both calls") {
  for (const std::string& one : on_ranks(2, [] {
         MachineOptions options{.components = 4};
         options.placement = Placement::direct;
         Machine machine(options);
         const auto from = machine.array<std::int32_t>(8, 4, "from");
         const auto to = machine.array<std::int32_t>(8, 5, "to");
         return error_of(
             [&] { detail::this_rank() == 0 ? machine.all_to_all(from, to) : machine.transpose(from, to, 2, 4); });
       })) {
    CHECK(one.find("Error ranks part ways: rank 1 is at call 4, transpose of from to to at ") == 0);
    CHECK(one.find("rank 0 at call 4, all-to-all of from to to at ") != std::string::npos);
  }
}

}  // namespace pram
