#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

#include "../../support.hpp"
#include "../all_workers.hpp"
#include "thread_counts.hpp"

namespace pram {

namespace {

/// What one process asks for in one superstep.
struct Ask {
  enum class Kind { put, put_block, get, get_block, send } kind = Kind::put;
  std::uint32_t target = 0;
  std::uint64_t index = 0;
  std::vector<std::uint64_t> values;  // of a get: as many as it asks for
  std::uint64_t tag = 0;
};

/// A program as a table: asks[superstep][process].
struct Script {
  std::uint32_t processes = 1;
  std::uint32_t components = 1;
  std::uint64_t size = 1;  // elements of every block
  std::vector<std::vector<std::vector<Ask>>> asks;
  std::vector<std::vector<std::uint64_t>> work;
};

/// All that processes see: per superstep and process what its gets brought, what came, and its block.
struct Seen {
  std::vector<std::uint64_t> got;
  std::vector<std::vector<std::uint64_t>> messages;  // source, tag, values
  std::vector<std::uint64_t> block;

  friend bool operator==(const Seen&, const Seen&) = default;
};
using AllSeen = std::vector<std::vector<Seen>>;

Script random_script(std::mt19937_64& draw) {
  const auto below = [&](std::uint64_t bound) { return draw() % bound; };
  Script script;
  script.processes = static_cast<std::uint32_t>(1 + below(below(2) == 0 ? 8 : 300));
  script.components = static_cast<std::uint32_t>(1 + below(64));
  script.size = 1 + below(6);
  const std::uint64_t supersteps = 1 + below(4);
  for (std::uint64_t s = 0; s < supersteps; ++s) {
    auto& all = script.asks.emplace_back(script.processes);
    auto& work = script.work.emplace_back(script.processes);
    if (below(5) == 0) continue;  // nobody asks
    for (std::uint32_t process = 0; process < script.processes; ++process) {
      work[process] = below(3) == 0 ? 0 : below(100);
      for (std::uint64_t k = below(4); k > 0; --k) {
        Ask ask;
        ask.kind = static_cast<Ask::Kind>(below(5));
        ask.target = static_cast<std::uint32_t>(below(script.processes));
        ask.index = below(script.size);
        const bool block = ask.kind == Ask::Kind::put_block || ask.kind == Ask::Kind::get_block;
        const std::uint64_t count = block                         ? 1 + below(script.size - ask.index)
                                    : ask.kind == Ask::Kind::send ? below(4)
                                                                  : 1;
        for (std::uint64_t v = 0; v < count; ++v) ask.values.push_back(below(50));
        ask.tag = below(10);
        all[process].push_back(std::move(ask));
      }
    }
  }
  return script;
}

std::uint64_t initial_of(std::uint32_t process, std::uint64_t index) { return 1000 * process + index; }

/// The script as a program.
AllSeen run(Machine& machine, const Script& script) {
  AllSeen seen(script.asks.size(), std::vector<Seen>(script.processes));
  machine.spmd(script.processes, [&](bsp::Process self) -> Task<> {
    const auto id = static_cast<std::uint32_t>(self.id());
    auto cells = self.coarray<std::uint64_t>(script.size, 0, "cells");
    for (std::uint64_t k = 0; k < script.size; ++k) cells[k] = initial_of(id, k);
    const auto queue = self.queue<std::uint64_t>();
    for (std::size_t s = 0; s < script.asks.size(); ++s) {
      std::vector<bsp::Future<std::uint64_t>> futures;
      self.work(script.work[s][id]);
      for (const Ask& ask : script.asks[s][id]) {
        switch (ask.kind) {
          case Ask::Kind::put: cells(ask.target)[ask.index] = ask.values[0]; break;
          case Ask::Kind::put_block: cells(ask.target).put(ask.index, ask.values); break;
          case Ask::Kind::get: futures.push_back(cells(ask.target)[ask.index].get()); break;
          case Ask::Kind::get_block: futures.push_back(cells(ask.target).get(ask.index, ask.values.size())); break;
          case Ask::Kind::send: queue.send(ask.target, ask.tag, ask.values); break;
        }
      }
      co_await self.sync(s % 2 == 0 ? "even" : "odd");
      Seen& mine = seen[s][id];
      for (const auto& future : futures)
        mine.got.insert(mine.got.end(), future.values().begin(), future.values().end());
      for (const auto message : queue) {
        auto& one = mine.messages.emplace_back();
        one = {message.source(), message.tag()};
        one.insert(one.end(), message.values().begin(), message.values().end());
      }
      mine.block.assign(cells.begin(), cells.end());
    }
  });
  return seen;
}

/// The same on one thread without a machine. Where the rule leaves the winner of concurrent puts open, what the machine
/// chose is taken, after a look whether it may be.
AllSeen expected(const Script& script, Rule rule, std::uint64_t marker, const AllSeen& chosen) {
  AllSeen seen(script.asks.size(), std::vector<Seen>(script.processes));
  std::vector<std::vector<std::uint64_t>> blocks(script.processes, std::vector<std::uint64_t>(script.size));
  for (std::uint32_t process = 0; process < script.processes; ++process)
    for (std::uint64_t k = 0; k < script.size; ++k) blocks[process][k] = initial_of(process, k);
  for (std::size_t s = 0; s < script.asks.size(); ++s) {
    const auto before = blocks;
    // Per element: every put in order, by process.
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::vector<std::pair<std::uint32_t, std::uint64_t>>> puts;
    for (std::uint32_t process = 0; process < script.processes; ++process) {
      for (const Ask& ask : script.asks[s][process]) {
        for (std::uint64_t k = 0; k < ask.values.size(); ++k) {
          if (ask.kind == Ask::Kind::put || ask.kind == Ask::Kind::put_block)
            puts[{ask.target, ask.index + k}].emplace_back(process, ask.values[k]);
          if (ask.kind == Ask::Kind::get || ask.kind == Ask::Kind::get_block)
            seen[s][process].got.push_back(before[ask.target][ask.index + k]);
        }
        if (ask.kind == Ask::Kind::send) {
          std::vector<std::uint64_t> message = {process, ask.tag};
          message.insert(message.end(), ask.values.begin(), ask.values.end());
          seen[s][ask.target].messages.push_back(std::move(message));
        }
      }
    }
    for (const auto& [where, all] : puts) {
      std::uint64_t& element = blocks[where.first][where.second];
      std::map<std::uint32_t, std::uint64_t> last;  // of each process
      std::uint64_t sum = 0;
      std::uint64_t least = ~std::uint64_t{0};
      for (const auto& [process, value] : all) {
        last[process] = value;
        sum += value;
        least = std::min(least, value);
      }
      switch (rule) {
        case Rule::priority: element = last.begin()->second; break;
        case Rule::sum: element = sum; break;
        case Rule::minimum: element = least; break;
        case Rule::tolerant: element = last.size() == 1 ? last.begin()->second : element; break;
        case Rule::collision: element = last.size() == 1 ? last.begin()->second : marker; break;
        default: {
          const std::uint64_t won = chosen[s][where.first].block[where.second];
          CHECK(std::ranges::any_of(last, [&](const auto& one) { return one.second == won; }));
          element = won;
        }
      }
    }
    for (std::uint32_t process = 0; process < script.processes; ++process) seen[s][process].block = blocks[process];
  }
  return seen;
}

/// What a superstep costs on a router: words by component, counted from the script.
SuperstepRecord expected_record(const Script& script, std::size_t s) {
  const auto component = [&](std::uint64_t process) { return process * script.components / script.processes; };
  std::vector<std::uint64_t> sent(script.components);
  std::vector<std::uint64_t> received(script.components);
  std::vector<std::uint64_t> sent_back(script.components);
  std::vector<std::uint64_t> received_back(script.components);
  std::vector<std::uint64_t> work(script.components);
  SuperstepRecord record;
  for (std::uint32_t process = 0; process < script.processes; ++process) {
    work[component(process)] += script.work[s][process];
    for (const Ask& ask : script.asks[s][process]) {
      const std::uint64_t from = component(process);
      const std::uint64_t to = component(ask.target);
      if (from == to) continue;
      const bool get = ask.kind == Ask::Kind::get || ask.kind == Ask::Kind::get_block;
      const std::uint64_t words = get ? 1 : std::max<std::uint64_t>(ask.values.size(), 1);
      sent[from] += words;
      received[to] += words;
      record.messages += get ? 2 : 1;
      record.words += words;
      if (!get) continue;
      sent_back[to] += ask.values.size();
      received_back[from] += ask.values.size();
      record.words += ask.values.size();
    }
  }
  for (std::uint32_t c = 0; c < script.components; ++c) {
    record.work += work[c];
    record.largest_work = std::max(record.largest_work, work[c]);
    record.largest_sent = std::max(record.largest_sent, sent[c] + sent_back[c]);
    record.largest_received = std::max(record.largest_received, received[c] + received_back[c]);
    record.charge = std::max({record.charge, sent[c], received[c]});
    record.charge_back = std::max({record.charge_back, sent_back[c], received_back[c]});
  }
  return record;
}

/// What supersteps cost by tag, and lines by what they did: counted from the script.
void check_totals(const Script& script, const Ledger& ledger) {
  std::map<std::string, SuperstepTotal> totals;
  SuperstepRecord all;
  std::uint64_t get_words = 0;
  double get_charge = 0;
  for (std::size_t s = 0; s < script.asks.size(); ++s) {
    const SuperstepRecord one = expected_record(script, s);
    SuperstepTotal& total = totals[s % 2 == 0 ? "even" : "odd"];
    const auto components = static_cast<double>(std::min(script.processes, script.components));
    ++total.supersteps;
    total.work += one.work;
    total.largest_work += one.largest_work;
    total.mean_work += static_cast<double>(one.work) / components;
    total.messages += one.messages;
    total.words += one.words;
    total.largest_sent += one.largest_sent;
    total.largest_received += one.largest_received;
    total.mean_words += static_cast<double>(one.words) / components;
    total.relation += std::max(one.largest_sent, one.largest_received);
    total.charge += one.charge;
    total.charge_back += one.charge_back;
    all.messages += one.messages;
    all.words += one.words;
    all.charge += one.charge + one.charge_back;
    std::uint64_t requests = 0;
    std::uint64_t replies = 0;
    for (std::uint64_t process = 0; process < script.processes; ++process) {
      for (const Ask& ask : script.asks[s][process]) {
        const bool get = ask.kind == Ask::Kind::get || ask.kind == Ask::Kind::get_block;
        if (!get || process * script.components / script.processes ==
                        std::uint64_t{ask.target} * script.components / script.processes)
          continue;
        ++requests;
        replies += ask.values.size();
      }
    }
    get_words += requests + replies;
    // All that comes back is of gets.
    const std::uint64_t forward = one.words - replies;
    if (forward > 0)
      get_charge += static_cast<double>(one.charge * requests) / static_cast<double>(forward) +
                    static_cast<double>(one.charge_back);
  }
  REQUIRE(ledger.superstep_totals().size() == totals.size());
  CHECK(ledger.superstep_totals()[0].tag == "even");
  CHECK(ledger.processes() == script.processes);
  for (const SuperstepTotal& had : ledger.superstep_totals()) {
    const SuperstepTotal& wanted = totals[had.tag];
    CAPTURE(had.tag);
    CHECK(had.supersteps == wanted.supersteps);
    CHECK(had.work == wanted.work);
    CHECK(had.largest_work == wanted.largest_work);
    CHECK(had.mean_work == doctest::Approx(wanted.mean_work));
    CHECK(had.messages == wanted.messages);
    CHECK(had.words == wanted.words);
    CHECK(had.largest_sent == wanted.largest_sent);
    CHECK(had.largest_received == wanted.largest_received);
    CHECK(had.mean_words == doctest::Approx(wanted.mean_words));
    CHECK(had.relation == wanted.relation);
    CHECK(had.pattern == wanted.charge);  // the router's charge is max(q, r)
    CHECK(had.pattern_back == wanted.charge_back);
    CHECK(had.charge == wanted.charge);
    CHECK(had.charge_back == wanted.charge_back);
    CHECK(had.cost() == wanted.largest_work + wanted.charge + wanted.charge_back);
  }
  SuperstepRecord lines;
  double charge = 0;
  double gets = 0;
  std::uint64_t words_of_gets = 0;
  for (const TransferTotal& line : ledger.transfers()) {
    lines.messages += line.messages;
    lines.words += line.words;
    charge += line.charge;
    if (line.operation != "get") continue;
    words_of_gets += line.words;
    gets += line.charge;
  }
  CHECK(lines.messages == all.messages);
  CHECK(lines.words == all.words);
  CHECK(charge == doctest::Approx(static_cast<double>(all.charge)));
  CHECK(words_of_gets == get_words);
  CHECK(gets == doctest::Approx(get_charge));
}

MachineOptions options_of(const Script& script, Rule rule, unsigned threads) {
  MachineOptions options;
  options.components = script.components;
  options.rule = rule;
  options.threads = threads;
  options.seed = 77;
  options.collision_marker = 4711;
  return options;
}

}  // namespace

TEST_CASE("random BSP programs do what one thread without a machine does under every rule and with any threads") {
  const testing::AllWorkers all_workers;
  std::mt19937_64 draw(testing::seed());
  for (int round = testing::random_cases(200); round > 0; --round) {
    const Script script = random_script(draw);
    for (const Rule rule :
         {Rule::arbitrary, Rule::priority, Rule::sum, Rule::minimum, Rule::tolerant, Rule::collision}) {
      std::optional<AllSeen> first;
      std::optional<Ledger> first_ledger;
      for (const unsigned threads : testing::thread_counts) {
        Machine machine(options_of(script, rule, threads));
        const AllSeen seen = run(machine, script);
        CAPTURE(to_string(rule));
        CAPTURE(threads);
        CAPTURE(script.processes);
        if (!first) {
          first = seen;
          first_ledger = machine.ledger();
          CHECK(seen == expected(script, rule, 4711, seen));
          continue;
        }
        CHECK(seen == *first);
        REQUIRE(machine.ledger().superstep_records().size() == script.asks.size());
        REQUIRE(machine.ledger().transfers().size() == first_ledger->transfers().size());
        for (std::size_t k = 0; k < first_ledger->transfers().size(); ++k) {
          const TransferTotal& line = machine.ledger().transfers()[k];
          CHECK(line.where.line == first_ledger->transfers()[k].where.line);
          CHECK(line.words == first_ledger->transfers()[k].words);
          CHECK(line.charge == first_ledger->transfers()[k].charge);
        }
      }
      check_totals(script, *first_ledger);
      REQUIRE(first_ledger->supersteps() == script.asks.size());
      std::uint64_t charge = 0;
      for (std::size_t s = 0; s < script.asks.size(); ++s) {
        const SuperstepRecord wanted = expected_record(script, s);
        const SuperstepRecord& had = first_ledger->superstep_records()[s];
        CHECK(had.tag == (s % 2 == 0 ? "even" : "odd"));
        CHECK(had.superstep == s + 1);
        CHECK(had.processes == script.processes);
        CHECK(had.work == wanted.work);
        CHECK(had.largest_work == wanted.largest_work);
        CHECK(had.messages == wanted.messages);
        CHECK(had.words == wanted.words);
        CHECK(had.largest_sent == wanted.largest_sent);
        CHECK(had.largest_received == wanted.largest_received);
        CHECK(had.components == std::min(script.processes, script.components));
        CHECK(had.pattern == wanted.charge);  // the router's charge is max(q, r)
        CHECK(had.pattern_back == wanted.charge_back);
        CHECK(had.charge == wanted.charge);
        CHECK(had.charge_back == wanted.charge_back);
        charge += wanted.charge + wanted.charge_back;
      }
      CHECK(first_ledger->superstep_charge() == charge);
      CHECK(first_ledger->total_charge() == charge);
      CHECK(first_ledger->steps() == 0);
    }
  }
}

}  // namespace pram
