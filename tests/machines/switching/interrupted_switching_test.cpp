#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <pram/detail/random/seeded_hash.hpp>
#include <pram/machines/switching.hpp>
#include <pram/network.hpp>
#include <pram/network/poll.hpp>

#include "support.hpp"

namespace pram {

namespace {

struct Batch {
  std::vector<std::uint32_t> source;
  std::vector<std::uint32_t> destination;
  std::vector<std::uint64_t> key;

  Messages messages(bool keys) const {
    return {source, destination, {}, keys ? std::span<const std::uint64_t>(key) : std::span<const std::uint64_t>()};
  }
};

Batch random_batch(std::uint32_t terminals, std::size_t count, std::uint64_t seed) {
  Batch batch;
  for (std::size_t k = 0; k < count; ++k) {
    batch.source.push_back(static_cast<std::uint32_t>(k * terminals / count));
    batch.destination.push_back(seeded_choice(k, seed, terminals));
    batch.key.push_back(batch.destination.back() % 3);
  }
  return batch;
}

/// Runs an action that stops at a poll. @returns whether it came so far
template <class Action>
bool stopped_at(std::uint64_t number, const Action& action) {
  std::uint64_t polls = 0;
  const PollScope scope([&](std::string_view) {
    if (++polls == number) throw Interrupted(0);
  });
  try {
    action();
  } catch (const Interrupted&) {
    return true;
  }
  return false;
}

void check_same(const DeliveryStatistics& a, const DeliveryStatistics& b) {
  CHECK(a.steps == b.steps);
  CHECK(a.hops == b.hops);
  CHECK(a.busy == b.busy);
  CHECK(a.merged == b.merged);
  CHECK(a.largest_queue == b.largest_queue);
  CHECK(a.busiest_link == b.busiest_link);
  CHECK(a.arrival == b.arrival);
  CHECK(a.order == b.order);
}

}  // namespace

TEST_CASE("a switching technique that was stopped half-way carries the next batch as a fresh one does") {
  for (const std::string name :
       {"torus:8x8", "hypercube:6", "complete:64", "omega:64", "butterfly:64", "omega:64,combining=pairwise",
        "torus:8x8,combining=unlimited", "torus:8x8,ports=one", "torus:8x8,duplex=half", "grid:8x8,buffers=64",
        "torus:8x8,switching=cut-through,startup=2", "torus:8x8,switching=wormhole",
        "grid:8x8,switching=wormhole,startup=3", "torus:8x8,routing=valiant"}) {
    CAPTURE(name);
    const auto switching = make_switching(name);
    const std::uint32_t terminals = switching->topology().terminals();
    const bool keys = name.find("combining") != std::string::npos;
    const Batch large = random_batch(terminals, 40'000, testing::seed());
    const Batch small = random_batch(terminals, 2000, testing::seed() + 1);
    std::uint64_t stops = 0;
    for (const std::uint64_t number : {1U, 2U, 3U, 5U, 8U, 13U}) {
      CAPTURE(number);
      stops += stopped_at(number, [&] { switching->carry(large.messages(keys)); }) ? 1U : 0U;
      const auto fresh = make_switching(name);
      check_same(switching->carry(small.messages(keys)), fresh->carry(small.messages(keys)));
      if (!keys) continue;
      check_same(switching->carry_back({}), fresh->carry_back({}));
      switching->carry(large.messages(keys));
      stops += stopped_at(number, [&] { switching->carry_back({}); }) ? 1U : 0U;
      check_same(switching->carry(small.messages(keys)), fresh->carry(small.messages(keys)));
      check_same(switching->carry_back({}), fresh->carry_back({}));
    }
    CHECK(stops >= 2);
  }
}

TEST_CASE("a network that was stopped half-way charges later phases as before") {
  for (const std::string name : {"torus", "omega:combining=pairwise", "ocpc", "ocpc:retry=backoff"}) {
    CAPTURE(name);
    const auto make = [&] { return networks().make(name, 1024U); };
    const auto network = make();
    const auto fresh = make();
    const Batch large = random_batch(1024, 200'000, testing::seed());
    const Batch small = random_batch(1024, 2000, testing::seed() + 1);
    const std::vector<Awaits> awaits(200'000, Awaits::own_reply);
    const auto traffic = [&](const Batch& batch) {
      const std::size_t count = batch.source.size();
      Traffic phase{1024, count, 0, 0, batch.source, batch.destination, {}, {}};
      if (network->combines()) phase.key = batch.key, phase.awaits = std::span(awaits).first(count);
      return phase;
    };
    std::uint64_t stops = 0;
    for (const std::uint64_t number : {1U, 2U, 4U}) {
      CAPTURE(number);
      REQUIRE(stopped_at(number, [&] { network->carry(traffic(large)); }));
      stops += stopped_at(number, [&] { (void)network->distinct_charge(30'000 * number, 50); }) ? 1U : 0U;
      CHECK(network->carry(traffic(small)) == fresh->carry(traffic(small)));
      CHECK(network->distinct_charge(30'000 * number, 50) == fresh->distinct_charge(30'000 * number, 50));
    }
    CHECK(stops >= 1);
  }
}

}  // namespace pram
