#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <pram/machines.hpp>
#include <pram/pram.hpp>

#include "../support.hpp"
#include "configurations.hpp"

// Random BSP programs on shared arrays do what one thread without a machine does, on every network, by every access
// protocol, under every rule.
namespace pram::conformance {

namespace {

constexpr std::uint64_t collision_marker = 4711;
constexpr std::array<std::uint64_t, 2> sizes = {5, 60};

/// What one process asks of one cell.
struct SharedAsk {
  enum class Kind { read, write, add, fetch_add, maximum, multiprefix } kind = Kind::read;
  std::size_t array = 0;
  std::uint64_t index = 0;
  std::uint64_t operand = 0;

  bool replies() const { return kind == Kind::read || kind == Kind::fetch_add || kind == Kind::multiprefix; }
  /// What may meet at a cell: reads and one of the other ways.
  int way() const { return kind == Kind::fetch_add ? static_cast<int>(Kind::add) : static_cast<int>(kind); }
};

/// asks[superstep][process]
struct SharedScript {
  std::uint32_t processes = 1;
  std::uint32_t components = 1;
  Rule rule = Rule::arbitrary;
  std::vector<std::vector<std::vector<SharedAsk>>> asks;
};

using SharedWords = std::array<std::vector<std::uint64_t>, sizes.size()>;

/// What a run left: the replies of each process, in the order in which it asked, and memory.
struct SharedOutcome {
  std::vector<std::vector<std::uint64_t>> replies;
  SharedWords memory;
  std::optional<ConflictError::Facts> breach;
};

/// A cell's requests, by processes ascending, those of each in the order in which it made them.
using SharedGroup = std::vector<std::pair<std::uint32_t, SharedAsk>>;
using SharedGroups = std::map<std::pair<std::size_t, std::uint64_t>, SharedGroup>;

SharedGroups groups_of(const std::vector<std::vector<SharedAsk>>& superstep) {
  SharedGroups groups;
  for (std::uint32_t process = 0; process < superstep.size(); ++process)
    for (const SharedAsk& ask : superstep[process]) groups[{ask.array, ask.index}].emplace_back(process, ask);
  return groups;
}

SharedGroup group_of(const std::vector<std::vector<SharedAsk>>& superstep, std::size_t array, std::uint64_t index) {
  SharedGroup group;
  for (std::uint32_t process = 0; process < superstep.size(); ++process) {
    for (const SharedAsk& ask : superstep[process]) {
      if (ask.array == array && ask.index == index) group.emplace_back(process, ask);
    }
  }
  return group;
}

/// Does the rule refuse the requests of one cell?
bool breaks_rule(Rule rule, const SharedGroup& group) {
  std::map<std::uint32_t, std::uint64_t> readers;
  std::map<std::uint32_t, std::uint64_t> written;  // what each process leaves
  std::map<int, int> ways;
  for (const auto& [process, ask] : group) {
    if (ask.kind == SharedAsk::Kind::read) {
      ++readers[process];
    } else {
      written[process] = ask.operand;
      ++ways[ask.way()];
    }
  }
  if (ways.size() > 1) return true;
  if (rule == Rule::erew) return readers.size() + written.size() > 1;
  if (rule == Rule::crew) return !written.empty() && readers.size() + written.size() > 1;
  if (rule != Rule::common || !ways.contains(static_cast<int>(SharedAsk::Kind::write))) return false;
  return std::ranges::any_of(written, [&](const auto& one) { return one.second != written.begin()->second; });
}

/// @param breaches  may requests break the rule?
SharedScript random_shared_script(std::mt19937_64& draw, Rule rule, bool breaches) {
  const auto below = [&](std::uint64_t bound) { return draw() % bound; };
  SharedScript script;
  script.processes = static_cast<std::uint32_t>(1 + below(below(3) == 0 ? 120 : 20));
  script.components = 16;
  script.rule = rule;
  for (std::uint64_t s = 1 + below(3); s > 0; --s) {
    auto& superstep = script.asks.emplace_back(script.processes);
    const std::uint64_t most = below(4) == 0 ? 0 : 1 + below(8);
    for (std::uint32_t process = 0; process < script.processes && most > 0; ++process) {
      for (std::uint64_t k = below(most + 1); k > 0; --k) {
        SharedAsk ask;
        // Where the winner of writes is left open only reads tell it.
        ask.kind = below(2) == 0             ? SharedAsk::Kind::read
                   : rule == Rule::arbitrary ? SharedAsk::Kind::write
                                             : static_cast<SharedAsk::Kind>(1 + below(5));
        ask.array = below(sizes.size());
        ask.index = below(sizes[ask.array]);
        ask.operand = 1 + below(1000);
        superstep[process].push_back(ask);
        if (breaches) continue;
        // What would break the rule is left out.
        if (breaks_rule(rule, group_of(superstep, ask.array, ask.index))) superstep[process].pop_back();
      }
    }
  }
  return script;
}

SharedWords first_words() {
  SharedWords words;
  for (std::size_t a = 0; a < sizes.size(); ++a)
    for (std::uint64_t i = 0; i < sizes[a]; ++i) words[a].push_back(100 * a + i);
  return words;
}

SharedOutcome run_shared(Machine& machine, const SharedScript& script) {
  const SharedWords words = first_words();
  const std::array<Array<std::uint64_t>, 2> arrays = {machine.array(words[0], "few"), machine.array(words[1], "many")};
  SharedOutcome seen;
  seen.replies.resize(script.processes);
  try {
    machine.spmd(script.processes, [&](bsp::Process self) -> Task<> {
      for (const auto& superstep : script.asks) {
        std::vector<bsp::Future<std::uint64_t>> futures;
        for (const SharedAsk& ask : superstep[self.id()]) {
          const auto& cell = arrays[ask.array][ask.index];
          switch (ask.kind) {
            case SharedAsk::Kind::read: futures.push_back(self.read(cell)); break;
            case SharedAsk::Kind::write: self.write(cell, ask.operand); break;
            case SharedAsk::Kind::add: self.update(cell, Sum{}, ask.operand); break;
            case SharedAsk::Kind::fetch_add: futures.push_back(self.fetch(cell, Sum{}, ask.operand)); break;
            case SharedAsk::Kind::maximum: self.update(cell, Maximum{}, ask.operand); break;
            case SharedAsk::Kind::multiprefix: futures.push_back(self.multiprefix(cell, Sum{}, ask.operand)); break;
          }
        }
        co_await self.sync();
        for (const auto& future : futures) seen.replies[self.id()].push_back(future);
      }
    });
  } catch (const ConflictError& error) {
    seen.breach = error.facts;
  }
  for (std::size_t a = 0; a < sizes.size(); ++a) seen.memory[a] = arrays[a].host();
  return seen;
}

/// Do the replies of fetches and the sums of updates follow from some order of them, in which each process keeps its
/// own? Where all of them fetch, that order is found; else each reply is looked at by itself.
void check_fetches(std::uint64_t old, std::uint64_t now, const SharedGroup& group,
                   const std::vector<std::uint64_t>& replies) {
  std::map<std::uint64_t, std::uint64_t> by_reply;  // and what was added
  std::map<std::uint32_t, std::uint64_t> last;      // what a process's last fetch has seen
  std::size_t k = 0;
  bool all = true;
  for (const auto& [process, ask] : group) {
    all = all && ask.kind != SharedAsk::Kind::add;
    if (ask.kind != SharedAsk::Kind::fetch_add) continue;
    const std::uint64_t reply = replies[k++];
    CHECK(reply >= old);
    CHECK(reply + ask.operand <= now);
    if (last.contains(process)) CHECK(reply > last[process]);
    last[process] = reply;
    CHECK(by_reply.emplace(reply, ask.operand).second);
  }
  if (!all) return;
  for (const auto& [reply, added] : by_reply) {
    CHECK(reply == old);
    old += added;
  }
}

/// The same on one thread without a machine: compares all replies and memory. Where the rule leaves the winner of
/// concurrent writes open, what a later read or memory at the end shows is one of what was written.
void check_against_reference(const SharedScript& script, const SharedOutcome& seen) {
  SharedWords memory = first_words();
  std::map<std::pair<std::size_t, std::uint64_t>, std::vector<std::uint64_t>> open;  // what a cell may hold
  std::vector<std::size_t> next(script.processes, 0);
  bool breach = false;
  for (const auto& superstep : script.asks) {
    const SharedGroups groups = groups_of(superstep);
    const bool broken =
        std::ranges::any_of(groups, [&](const auto& one) { return breaks_rule(script.rule, one.second); });
    breach |= broken;
    if (broken) {
      REQUIRE(seen.breach.has_value());
      const auto first =
          std::ranges::find_if(groups, [&](const auto& one) { return breaks_rule(script.rule, one.second); });
      CHECK(seen.breach->array == (first->first.first == 0 ? "few" : "many"));
      CHECK(seen.breach->index == first->first.second);
      break;
    }
    // Replies as each process got them.
    std::map<std::pair<std::size_t, std::uint64_t>, std::vector<std::uint64_t>> replies;
    for (std::uint32_t process = 0; process < script.processes; ++process) {
      for (const SharedAsk& ask : superstep[process]) {
        if (!ask.replies()) continue;
        REQUIRE(next[process] < seen.replies[process].size());
        replies[{ask.array, ask.index}].push_back(seen.replies[process][next[process]++]);
      }
    }
    for (const auto& [cell, group] : groups) {
      std::uint64_t& word = memory[cell.first][cell.second];
      // A read tells which of several writers has won before.
      if (open.contains(cell) && !replies[cell].empty()) {
        CHECK(std::ranges::count(open[cell], replies[cell][0]) > 0);
        word = replies[cell][0];
        open.erase(cell);
      }
      const std::uint64_t old = word;
      std::map<std::uint32_t, std::uint64_t> written;
      std::uint64_t written_sum = 0;
      std::vector<std::uint64_t> fetched;
      std::size_t k = 0;
      for (const auto& [process, ask] : group) {
        const std::uint64_t reply = ask.replies() ? replies[cell][k++] : 0;
        switch (ask.kind) {
          case SharedAsk::Kind::read: CHECK(reply == old); break;
          case SharedAsk::Kind::write:
            written[process] = ask.operand;
            written_sum += ask.operand;
            break;
          case SharedAsk::Kind::fetch_add: fetched.push_back(reply); [[fallthrough]];
          case SharedAsk::Kind::add: word += ask.operand; break;
          case SharedAsk::Kind::maximum: word = std::max(word, ask.operand); break;
          case SharedAsk::Kind::multiprefix:
            CHECK(reply == word);
            word += ask.operand;
            break;
        }
      }
      if (!fetched.empty()) check_fetches(old, word, group, fetched);
      if (written.empty()) continue;
      open.erase(cell);
      switch (script.rule) {
        case Rule::sum: word = written_sum; break;
        case Rule::tolerant: word = written.size() == 1 ? written.begin()->second : old; break;
        case Rule::collision: word = written.size() == 1 ? written.begin()->second : collision_marker; break;
        case Rule::arbitrary:
          if (written.size() > 1) {
            for (const auto& [process, value] : written) open[cell].push_back(value);
            break;
          }
          [[fallthrough]];
        default: word = written.begin()->second;
      }
    }
  }
  CHECK(seen.breach.has_value() == breach);
  for (std::size_t a = 0; a < sizes.size(); ++a) {
    for (std::uint64_t i = 0; i < sizes[a]; ++i) {
      const auto may = open.find({a, i});
      if (may == open.end()) {
        CHECK(seen.memory[a][i] == memory[a][i]);
      } else {
        CHECK(std::ranges::count(may->second, seen.memory[a][i]) > 0);
      }
    }
  }
}

}  // namespace

TEST_CASE("conformance: random BSP programs on shared arrays, by every protocol on some networks, with any threads") {
  const ForcedWorkers forced;
  std::mt19937_64 draw(testing::seed());
  constexpr Rule rules[] = {Rule::erew,     Rule::crew,     Rule::common,    Rule::arbitrary,
                            Rule::priority, Rule::tolerant, Rule::collision, Rule::sum};
  for (int round = testing::random_cases(50); round > 0; --round) {
    for (const Rule rule : rules) {
      const SharedScript script = random_shared_script(draw, rule, draw() % 4 == 0);
      const std::uint64_t seed = draw();
      std::optional<SharedWords> memory;
      for (const std::string& network : some_networks(script.components, seed)) {
        const std::vector<std::string> accesses = all_accesses(script.components, seed);
        const std::string& access = accesses[draw() % accesses.size()];
        if (!fits(access, network)) continue;
        CAPTURE(network);
        CAPTURE(access);
        CAPTURE(to_string(rule));
        CAPTURE(script.processes);
        std::optional<SharedOutcome> first;
        std::string first_text;
        for (const unsigned threads : all_threads) {
          CAPTURE(threads);
          MachineOptions options = {.components = script.components, .network = network, .access = access};
          options.rule = rule;
          options.threads = threads;
          options.seed = seed;
          options.collision_marker = collision_marker;
          std::optional<Machine> machine;
          try {
            machine.emplace(options);
          } catch (const ConfigError&) {
            break;  // routines of sorting need a network that has them
          }
          const SharedOutcome seen = run_shared(*machine, script);
          const std::string text = text_of(machine->ledger());
          if (!first) {
            check_against_reference(script, seen);
            first = seen;
            first_text = text;
          }
          CHECK(seen.replies == first->replies);
          CHECK(seen.memory == first->memory);
          CHECK(text == first_text);
          REQUIRE(seen.breach.has_value() == first->breach.has_value());
          if (seen.breach)
            CHECK(ConflictError(*seen.breach).what() == std::string(ConflictError(*first->breach).what()));
          if (!memory) memory = seen.memory;
          CHECK(seen.memory == *memory);  // on every network, by every protocol
        }
      }
    }
  }
}

}  // namespace pram::conformance
