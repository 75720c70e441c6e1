#include "bsp/serving/puts.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "../../../contains.hpp"
#include "../../../support.hpp"
#include "../served_group.hpp"

namespace pram {

namespace {

using bsp::detail::Breach;

/// A put of some values, one after the other, in the order in which processes ask.
template <class T>
struct AskedPut {
  std::uint32_t source;
  std::uint32_t target;
  std::uint64_t index;
  std::vector<T> values;
};

template <class T>
using Elements = std::vector<std::vector<T>>;  ///< per rank

constexpr std::uint32_t put_line = 10;  ///< of ServedGroup

/// Puts of processes in their order, some of which overlap, and few of which leave their block if strays are wanted.
template <class T>
std::vector<AskedPut<T>> random_puts(std::mt19937_64& random, const std::vector<std::uint64_t>& sizes, bool strays,
                                     std::uint64_t values) {
  std::vector<AskedPut<T>> puts;
  const auto processes = static_cast<std::uint32_t>(sizes.size());
  for (std::uint32_t source = 0; source < processes; ++source) {
    for (std::uint64_t k = random() % 5; k > 0; --k) {
      AskedPut<T> put = {source, static_cast<std::uint32_t>(random() % processes), 0, {}};
      const std::uint64_t size = sizes[put.target];
      const std::uint64_t count = random() % 2 == 0 ? 1 : 1 + random() % 4;
      if (strays && random() % 8 == 0) {
        put.index = size + random() % 3;
      } else if (count > size) {
        continue;
      } else {
        put.index = random() % (size - count + 1);
      }
      for (std::uint64_t at = 0; at < count; ++at) put.values.push_back(static_cast<T>(random() % values));
      puts.push_back(std::move(put));
    }
  }
  return puts;
}

/// What each process leaves in one element: source and values in the order in which it puts them.
template <class T>
using Writers = std::map<std::uint32_t, std::vector<T>>;

template <class T>
Writers<T> writers_of(const std::vector<AskedPut<T>>& puts, std::uint32_t target, std::uint64_t index) {
  Writers<T> writers;
  for (const AskedPut<T>& put : puts) {
    if (put.target == target && put.index <= index && index < put.index + put.values.size())
      writers[put.source].push_back(put.values[index - put.index]);
  }
  return writers;
}

template <class T>
bool inside(const AskedPut<T>& put, const std::vector<std::uint64_t>& sizes) {
  return put.index + put.values.size() <= sizes[put.target];
}

/// The lowest of what is wrong by process asking, process asked and index: for one coarray.
template <class T>
std::optional<Breach::Key> breach_of(Rule rule, const std::vector<AskedPut<T>>& puts,
                                     const std::vector<std::uint64_t>& sizes) {
  std::optional<Breach::Key> lowest;
  const auto note = [&](const Breach::Key& key) {
    if (!lowest || key < *lowest) lowest = key;
  };
  std::vector<AskedPut<T>> served;
  for (const AskedPut<T>& put : puts) {
    if (inside(put, sizes)) {
      served.push_back(put);
    } else {
      note({put.source, put.target, 0, put.index});
    }
  }
  for (std::uint32_t target = 0; target < sizes.size() && rule <= Rule::common; ++target) {
    for (std::uint64_t index = 0; index < sizes[target]; ++index) {
      const Writers<T> writers = writers_of(served, target, index);
      for (const auto& [source, values] : writers) {
        if (source == writers.begin()->first) continue;
        if (rule != Rule::common || values.back() != writers.begin()->second.back()) note({source, target, 0, index});
      }
    }
  }
  return lowest;
}

/// What an element holds after the puts of two processes or more, under a rule that settles them element by element.
template <class T>
T settled(Rule rule, T old, const Writers<T>& writers) {
  T folded = rule == Rule::product || rule == Rule::bit_and ? static_cast<T>(~T{0}) : T{0};
  if (rule == Rule::product) folded = 1;
  if (rule == Rule::minimum) folded = static_cast<T>(~T{0});
  for (const auto& [source, values] : writers) {
    for (const T value : values) {
      switch (rule) {
        case Rule::sum: folded = static_cast<T>(folded + value); break;
        case Rule::product: folded = static_cast<T>(folded * value); break;
        case Rule::minimum: folded = std::min(folded, value); break;
        case Rule::maximum: folded = std::max(folded, value); break;
        case Rule::bit_and: folded = static_cast<T>(folded & value); break;
        case Rule::bit_or: folded = static_cast<T>(folded | value); break;
        case Rule::bit_xor: folded = static_cast<T>(folded ^ value); break;
        default: break;
      }
    }
  }
  if (rule >= Rule::sum) return folded;
  if (writers.size() > 1 && rule == Rule::tolerant) return old;
  if (writers.size() > 1 && rule == Rule::collision) return static_cast<T>(testing::ServedGroup::marker);
  return writers.begin()->second.back();  // the lowest process's last
}

/// Whether the elements hold what the process leaves that is the last one of all from a process on and round.
template <class T>
bool wins_in_order(const std::vector<AskedPut<T>>& puts, const Elements<T>& before, const Elements<T>& after,
                   std::uint32_t first) {
  const auto processes = static_cast<std::uint32_t>(before.size());
  Elements<T> expected = before;
  for (std::uint32_t k = 0; k < processes; ++k) {
    for (const AskedPut<T>& put : puts) {
      if (put.source != (first + k) % processes) continue;
      std::ranges::copy(put.values, expected[put.target].begin() + static_cast<std::ptrdiff_t>(put.index));
    }
  }
  return expected == after;
}

/// One superstep of random puts under a rule.
template <class T>
void check_puts(std::mt19937_64& random, Rule rule) {
  const auto processes = static_cast<std::uint32_t>(1 + random() % 7);
  const bsp::detail::ProcessLayout layout = testing::random_layout(random, processes, 1 + random() % 4);
  testing::ServedGroup group(rule, layout, random());
  bsp::detail::PutServer server(group.context());
  std::vector<std::uint64_t> sizes(processes);
  for (std::uint64_t& size : sizes) size = random() % 6;
  const std::uint32_t coarray = group.make<T>(sizes);
  for (int superstep = 0; superstep < 3; ++superstep) {
    // Strays, and conflicts where these are wrong, in the last superstep alone: a breach ends a run.
    const bool last = superstep == 2;
    std::vector<AskedPut<T>> puts = random_puts<T>(random, sizes, last, rule == Rule::common ? 2 : 200);
    if (!last && breach_of(rule, puts, sizes)) puts.clear();
    Elements<T> before(processes);
    for (std::uint32_t rank = 0; rank < processes; ++rank) {
      for (std::uint64_t index = 0; index < sizes[rank]; ++index)
        before[rank].push_back(group.element<T>(coarray, rank, index));
    }
    std::vector<std::uint64_t> received(processes);
    for (const AskedPut<T>& put : puts) {
      group.put(put.source, put.target, coarray, put.index, put.values);
      if (inside(put, sizes) && !group.members.same_component(put.source, put.target))
        received[put.target] += (put.values.size() * sizeof(T) + 7) / 8;
    }
    server.begin_sync();
    group.serve(random, [&](std::uint32_t w) { server.serve(w, group.boxes); });

    const std::optional<Breach::Key> breach = breach_of(rule, puts, sizes);
    const Breach* const found = group.breaches.first();
    REQUIRE((found != nullptr) == breach.has_value());
    if (breach) {
      CHECK(found->key == *breach);
      return;
    }
    Elements<T> after(processes);
    for (std::uint32_t rank = 0; rank < processes; ++rank) {
      CHECK(group.received(rank) == received[rank]);
      for (std::uint64_t index = 0; index < sizes[rank]; ++index) {
        after[rank].push_back(group.element<T>(coarray, rank, index));
        const Writers<T> writers = writers_of(puts, rank, index);
        if (writers.empty()) CHECK(after[rank][index] == before[rank][index]);
        if (writers.empty() || rule == Rule::arbitrary) continue;
        CHECK(after[rank][index] == settled(rule, before[rank][index], writers));
      }
    }
    if (rule == Rule::arbitrary) {
      bool explained = false;
      for (std::uint32_t first = 0; first < processes; ++first)
        explained = explained || wins_in_order(puts, before, after, first);
      CHECK(explained);
    }
    group.clear();
  }
}

struct Large {
  std::uint64_t parts[3];
  friend bool operator==(const Large&, const Large&) = default;
};

}  // namespace

TEST_CASE("puts: each rule settles what processes put into one element, as loops over elements say") {
  std::mt19937_64 random(testing::seed());
  for (int round = 0; round < testing::random_cases(150); ++round) {
    for (const Rule rule : rules()) {
      CAPTURE(round);
      CAPTURE(to_string(rule));
      check_puts<std::uint64_t>(random, rule);
      check_puts<std::uint16_t>(random, rule);
      check_puts<std::uint8_t>(random, rule);
    }
  }
}

TEST_CASE("puts: an equal seed draws an equal winner, and another sync draws anew") {
  const auto winners = [](std::uint64_t seed) {
    testing::ServedGroup group(Rule::arbitrary, {{0, 5, 8}, {}}, seed);
    bsp::detail::PutServer server(group.context());
    const std::uint32_t coarray = group.make<std::uint32_t>({1, 1, 1, 1, 1, 1, 1, 1});
    std::vector<std::uint32_t> all;
    for (int superstep = 0; superstep < 20; ++superstep) {
      for (std::uint32_t source = 0; source < 8; ++source)
        group.put<std::uint32_t>(source, 3, coarray, 0, {100 + source});
      server.begin_sync();
      server.serve(0, group.boxes);
      all.push_back(group.element<std::uint32_t>(coarray, 3, 0));
      group.clear();
    }
    return all;
  };
  CHECK(winners(7) == winners(7));
  CHECK(winners(7) != winners(8));
  const std::vector<std::uint32_t> all = winners(7);
  CHECK(std::ranges::count(all, all[0]) < 20);
}

TEST_CASE("puts: values of more than a word travel whole, and bytes between elements stay") {
  testing::ServedGroup group(Rule::priority, {{0, 2, 4}, {}});
  bsp::detail::PutServer server(group.context());
  const std::uint32_t coarray = group.make<Large>({2, 3, 2, 2}, Large{{1, 2, 3}});
  group.put<Large>(0, 1, coarray, 1, {{{4, 5, 6}}, {{7, 8, 9}}});
  group.put<Large>(3, 1, coarray, 0, {{{0, 0, 1}}, {{0, 0, 2}}});
  for (std::uint32_t w = 0; w < 2; ++w) server.serve(w, group.boxes);
  CHECK(group.element<Large>(coarray, 1, 0) == Large{{0, 0, 1}});
  CHECK(group.element<Large>(coarray, 1, 1) == Large{{4, 5, 6}});  // process 0 wins
  CHECK(group.element<Large>(coarray, 1, 2) == Large{{7, 8, 9}});
  CHECK(group.element<Large>(coarray, 2, 1) == Large{{1, 2, 3}});
  CHECK(group.received(1) == 12);
  CHECK(group.received(0) == 0);
  // What a run of puts brings to other components stands with the run.
  CHECK(group.boxes[0].to[0].puts.runs[0].leaving == 1);
  CHECK(group.boxes[0].to[0].puts.runs[0].leaving_words == 6);
}

TEST_CASE("puts: a conflict names rule, superstep, element, both processes and their lines") {
  testing::ServedGroup group(Rule::crew, {{0, 3, 6}, {}}, 1, {1, 2, 4, 5});
  bsp::detail::PutServer server(group.context());
  const std::uint32_t coarray = group.make<int>({1, 2, 1, 1}, 0, "table");
  group.put<int>(1, 1, coarray, 1, {5});
  group.put<int>(3, 1, coarray, 1, {5});
  server.serve(0, group.boxes);
  const Breach* const found = group.breaches.first();
  REQUIRE(found != nullptr);
  REQUIRE(found->conflict.has_value());
  const ConflictError::Facts& facts = *found->conflict;
  CHECK(facts.array == "table");
  CHECK(facts.index == 1);
  CHECK(facts.processors[0] == 2);  // numbers in the run
  CHECK(facts.processors[1] == 5);
  CHECK(facts.lines[0].line == put_line);
  CHECK(facts.step == 1);
  CHECK(facts.tag == "exchange");
  CHECK_THROWS_AS(found->raise(), ConflictError);
}

TEST_CASE("puts: into a block that is not there, or was freed, are breaches of their process") {
  testing::ServedGroup group(Rule::priority, {{0, 4}, {}});
  bsp::detail::PutServer server(group.context());
  const std::uint32_t coarray = group.make<int>({1, 1, 1, 1}, 0, "table");
  const auto sentence = [&] {
    server.serve(0, group.boxes);
    const Breach* const found = group.breaches.first();
    REQUIRE(found != nullptr);
    return found->sentence;
  };
  group.put<int>(3, 2, coarray + 1, 0, {5});
  CHECK(testing::contains(sentence(),
                          "process 3 puts into the block that process 2 has of coarray 2, in superstep 1 "
                          "\"exchange\", at program.cpp:10, but that process has not made it"));
  group.clear();
  group.coarrays.free_block(coarray, group.coarrays[coarray].blocks[1]);
  group.put<int>(2, 1, coarray, 0, {5});
  CHECK(testing::contains(sentence(), "process 2 puts into the block that process 1 has of table, in superstep 2"));
  CHECK(testing::contains(sentence(), "that process has freed it"));
  group.clear();
  group.put<int>(1, 0, coarray, 0, {5, 6});
  CHECK(testing::contains(sentence(), "process 1 puts into table[0] and the next 1 of process 0"));
  CHECK(testing::contains(sentence(), "that block has 1 element"));
}

}  // namespace pram
