#include "replay/event_queue.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <random>
#include <vector>

#include "../../support.hpp"

using pram::detail::EventQueue;

TEST_CASE("replay: events come out in the order of time, those of one time in that in which they were pushed") {
  std::mt19937_64 random(pram::testing::seed());
  for (int k = 0; k < pram::testing::random_cases(100); ++k) {
    EventQueue<std::uint32_t> queue;
    std::multimap<std::uint64_t, std::uint32_t> expected;  // equal keys keep their order
    std::uint64_t now = 0;
    std::uint32_t number = 0;
    for (int round = 0; round < 200; ++round) {
      for (std::uint64_t pushes = random() % 4; pushes > 0; --pushes, ++number) {
        // Near times and far ones, the present one among them.
        const std::uint64_t time = now + (random() >> (1 + random() % 63)) % (std::uint64_t{1} << 56);
        queue.push(time, number);
        expected.emplace(time, number);
      }
      CHECK(queue.next() == (expected.empty() ? EventQueue<std::uint32_t>::never : expected.begin()->first));
      if (expected.empty()) continue;
      now = expected.begin()->first;
      std::vector<std::uint32_t> taken;
      queue.take_next([&](std::uint32_t one) { taken.push_back(one); });
      std::vector<std::uint32_t> first;
      for (auto [at, end] = expected.equal_range(now); at != end; ++at) first.push_back(at->second);
      CHECK(taken == first);
      expected.erase(now);
    }
  }
}
