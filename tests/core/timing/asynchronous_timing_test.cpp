#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include <pram/detail/routing/asynchronous.hpp>
#include <pram/pram.hpp>

#include "../../support.hpp"

namespace pram {

namespace {

std::uint64_t sum(const std::vector<AsynchronousPhase>& phases, std::uint64_t AsynchronousPhase::*member) {
  return std::accumulate(phases.begin(), phases.end(), std::uint64_t{0},
                         [&](std::uint64_t all, const AsynchronousPhase& phase) { return all + phase.*member; });
}

/// Messages of one phase, each for itself.
MessageTree single_phase(std::uint32_t components, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& ends) {
  MessageTree tree;
  tree.clear(components, 1);
  for (const auto& [from, to] : ends) {
    tree.phases[0].source.push_back(from);
    tree.phases[0].destination.push_back(to);
    tree.phases[0].merged_into.push_back(tree.delivered++);
  }
  return tree;
}

/// Every component of a block of `fan` sends to the first of the block, and these to component 0, where all is one.
MessageTree two_phases(std::uint32_t blocks, std::uint32_t fan) {
  MessageTree tree;
  tree.clear(blocks * fan, 2);
  for (std::uint32_t k = 0; k < blocks * fan; ++k) {
    tree.phases[0].source.push_back(k);
    tree.phases[0].destination.push_back(k / fan * fan);
    tree.phases[0].merged_into.push_back(k / fan);
  }
  for (std::uint32_t k = 0; k < blocks; ++k) {
    tree.phases[1].source.push_back(k * fan);
    tree.phases[1].destination.push_back(0);
    tree.phases[1].merged_into.push_back(0);
  }
  tree.delivered = 1;
  return tree;
}

/// Gives every message of the first phase a value by which it follows.
void follow(MessageTree& tree, Follow how, const std::vector<std::uint64_t>& values) {
  tree.follow.assign(values.size(), how);
  tree.value = values;
  tree.replies.assign(values.size(), 0);
}

}  // namespace

TEST_CASE("asynchronous messages take a unit at each port, and a gap and a latency where there are some") {
  CHECK(AsynchronousTiming(Port{1, 0}).run(single_phase(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}))[0].charge == 1);
  CHECK(AsynchronousTiming(Port{1, 0}).run(single_phase(4, {{2, 2}}))[0].charge == 1);
  CHECK(AsynchronousTiming(Port{1, 0}).run(single_phase(4, {{0, 1}, {0, 2}, {0, 3}}))[0].charge == 3);
  CHECK(AsynchronousTiming(Port{1, 0}).run(single_phase(4, {{0, 1}, {2, 1}, {3, 1}}))[0].charge == 3);
  // 1 must take from 0 in the first unit, and gets what 2 sends to it behind.
  CHECK(AsynchronousTiming(Port{1, 0}).run(single_phase(4, {{0, 1}, {2, 1}, {2, 3}}))[0].charge == 2);
  CHECK(AsynchronousTiming(Port{3, 10}).run(single_phase(4, {{0, 1}, {2, 1}, {3, 1}}))[0].charge == 3 * 3 + 10);
  CHECK(AsynchronousTiming(Port{3, 1}).run(single_phase(4, {{0, 1}, {0, 2}}))[0].charge == 2 * 3 + 1);
  CHECK(AsynchronousTiming(Port{0, 5}).run(single_phase(4, {{0, 1}, {2, 1}, {3, 1}}))[0].charge == 5);
  CHECK(AsynchronousTiming(Port{1, 0}).run(single_phase(4, {}))[0].charge == 0);
}

TEST_CASE("asynchronous phases of a hot spot overlap, forward and back") {
  AsynchronousTiming timing(Port{1, 0});
  for (int again = 0; again < 2; ++again) {
    const auto phases = timing.run(two_phases(5, 3));
    // The first of each block to come leaves in unit 2; the last of the first phase comes in unit 3.
    CHECK(phases[0].charge == 3);
    CHECK(phases[1].charge == 5);  // component 0 takes five more after its own block's
    CHECK(phases[0].messages == 15);
    CHECK(phases[1].messages == 5);
    CHECK(phases[0].largest_received == 3);
    CHECK(phases[1].largest_sent == 1);
    // Five replies leave component 0 in units 1 to 5; the last is spread over its block in units 6 to 8.
    CHECK(phases[1].charge_back == 5);
    CHECK(phases[0].charge_back == 3);
  }
  const auto slow = AsynchronousTiming(Port{2, 7}).run(two_phases(5, 3));
  CHECK(slow[0].charge + slow[1].charge == (2 + 7) + (5 * 2 + 7));
  const auto ideal = AsynchronousTiming(Port{0, 1}).run(two_phases(5, 3));
  CHECK(ideal[0].charge == 1);
  CHECK(ideal[1].charge == 1);
  CHECK(ideal[0].charge_back == 1);
}

TEST_CASE("corrections bring the right values home, and only what is news is sent again") {
  constexpr std::uint32_t blocks = 8;
  constexpr std::uint32_t fan = 16;
  std::mt19937_64 random(testing::seed());
  for (const Port port : {Port{1, 0}, Port{2, 5}, Port{0, 1}}) {
    AsynchronousTiming timing(port);
    CAPTURE(port.gap);
    for (int round = 0; round < 20; ++round) {
      std::vector<std::uint64_t> values(blocks * fan);
      for (std::uint64_t& value : values) value = random() >> 20;
      MessageTree tree = two_phases(blocks, fan);
      follow(tree, Follow::least, values);
      const auto least = timing.run(tree);
      CHECK(timing.delivered() == std::vector{*std::ranges::min_element(values)});
      // Each block's lowest so far changes some ln 16 times, if nothing waits.
      CHECK(sum(least, &AsynchronousPhase::corrections) <= blocks * (fan - 1));
      CHECK(sum(least, &AsynchronousPhase::messages) ==
            blocks * fan + blocks + sum(least, &AsynchronousPhase::corrections));
      CHECK(sum(least, &AsynchronousPhase::charge_back) == 0);

      follow(tree, Follow::unite, values);
      timing.run(tree);
      CHECK(timing.delivered() ==
            std::vector{std::accumulate(values.begin(), values.end(), std::uint64_t{0}, std::bit_or<>())});

      follow(tree, Follow::second, std::vector<std::uint64_t>(blocks * fan, 0));
      const auto second = timing.run(tree);
      CHECK(timing.delivered() == std::vector<std::uint64_t>{1});
      CHECK(second[1].corrections <= blocks);
    }
    MessageTree tree = two_phases(blocks, fan);
    std::vector<std::uint64_t> rising(blocks * fan);
    std::iota(rising.begin(), rising.end(), 0U);
    follow(tree, Follow::least, rising);
    CHECK(sum(timing.run(tree), &AsynchronousPhase::corrections) == 0);
    if (port.gap == 0) continue;
    std::ranges::reverse(rising);
    follow(tree, Follow::least, rising);
    const auto falling = timing.run(tree);
    CHECK(falling[1].corrections == blocks * (fan - 1));  // all are news: why sums wait
    CHECK(falling[1].largest_sent == fan);
    CHECK(falling[1].largest_received == blocks * fan);
    MessageTree alone = two_phases(1, 1);
    follow(alone, Follow::second, {0});
    timing.run(alone);
    CHECK(timing.delivered() == std::vector<std::uint64_t>{0});
  }
}

TEST_CASE("asynchronous time is between the bound of each port and that of phases one after the other") {
  std::mt19937_64 random(testing::seed());
  AsynchronousTiming timing(Port{1, 0});
  for (int round = 0; round < 60; ++round) {
    const auto components = static_cast<std::uint32_t>(1 + random() % 40);
    const std::size_t phases = 1 + random() % 4;
    MessageTree tree;
    tree.clear(components, phases);
    // Records of random addresses move at random, and merge where they meet.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> held;  // component, address: number
    for (std::uint32_t k = 0; k < 4 * components; ++k)
      held.try_emplace({static_cast<std::uint32_t>(random() % components), static_cast<std::uint32_t>(random() % 9)},
                       0);
    std::uint64_t slowest = 0;
    std::vector<std::uint64_t> passed(2 * std::size_t{components});
    for (MessageTree::Phase& phase : tree.phases) {
      std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> made;
      std::vector<std::uint64_t> one(2 * std::size_t{components});
      for (const auto& [record, number] : held) {
        const auto to = static_cast<std::uint32_t>(random() % components);
        phase.source.push_back(record.first);
        phase.destination.push_back(to);
        phase.merged_into.push_back(
            made.try_emplace({to, record.second}, static_cast<std::uint32_t>(made.size())).first->second);
        ++one[record.first];
        ++one[components + to];
      }
      for (std::size_t c = 0; c < components; ++c) {
        passed[c] += one[c];
        passed[components + c] += one[components + c];
      }
      slowest += 2 * *std::ranges::max_element(one);  // first come first served: q + r at most where both are full
      // The next phase's messages leave in the order of their numbers.
      std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> next;
      std::vector<std::pair<std::uint32_t, std::uint32_t>> by_number(made.size());
      for (const auto& [record, number] : made) by_number[number] = record;
      held.clear();
      std::vector<std::uint32_t> renumber(made.size());
      for (const auto& record : by_number) held.emplace(record, 0);
      std::uint32_t number = 0;
      for (auto& [record, place] : held) {
        place = number++;
        renumber[made[record]] = place;
      }
      for (std::uint32_t& part : phase.merged_into) part = renumber[part];
    }
    tree.delivered = static_cast<std::uint32_t>(held.size());
    const auto times = timing.run(tree);
    const std::uint64_t bound = *std::ranges::max_element(passed);
    CHECK(sum(times, &AsynchronousPhase::charge) >= bound);
    CHECK(sum(times, &AsynchronousPhase::charge_back) >= bound);
    CHECK(sum(times, &AsynchronousPhase::charge) <= slowest + 60);
    for (std::size_t i = 0; i < phases; ++i) CHECK(times[i].messages == tree.phases[i].source.size());
  }
}

}  // namespace pram
