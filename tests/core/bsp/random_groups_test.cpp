#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

#include "../../support.hpp"
#include "../all_workers.hpp"
#include "thread_counts.hpp"

namespace pram {

namespace {

/// What one process asks of a group that it is in.
struct GroupAsk {
  enum class Kind { put, get, send } kind = Kind::put;
  std::size_t above = 0;     // 0: of the innermost group, 1: of the one that was split into it, and so on
  std::uint32_t target = 0;  // in that group
  std::uint64_t index = 0;
  std::uint64_t value = 0;
};

struct GroupPlan;

/// What the processes of a group do up to their next sync, which is a split if there are colours.
struct GroupStep {
  std::vector<std::vector<GroupAsk>> asks;  // by rank
  std::vector<std::uint64_t> work;          // by rank
  std::vector<std::uint64_t> colours;       // by rank
  std::map<std::uint64_t, GroupPlan> parts;
};

struct GroupPlan {
  std::vector<std::uint32_t> members;
  std::vector<GroupStep> steps;  // the last one does not split
};

constexpr std::uint64_t block_size = 3;

GroupPlan random_plan(std::mt19937_64& draw, std::vector<std::vector<std::uint32_t>> around,
                      std::vector<std::uint32_t> members) {
  const auto below = [&](std::uint64_t bound) { return draw() % bound; };
  GroupPlan plan;
  plan.members = std::move(members);
  around.push_back(plan.members);
  const std::size_t depth = around.size();
  for (std::uint64_t left = 1 + below(3); left-- > 0;) {
    GroupStep& step = plan.steps.emplace_back();
    const bool splits = left > 0 && depth < 4 && below(2) == 0;
    const std::uint64_t colours = 1 + below(4);
    std::map<std::uint64_t, std::vector<std::uint32_t>> parts;
    for (const std::uint32_t process : plan.members) {
      auto& asks = step.asks.emplace_back();
      for (std::uint64_t k = below(3); k > 0; --k) {
        GroupAsk& ask = asks.emplace_back();
        ask.kind = static_cast<GroupAsk::Kind>(below(3));
        ask.above = below(2) == 0 ? 0 : below(depth);
        ask.target = static_cast<std::uint32_t>(below(around[depth - 1 - ask.above].size()));
        ask.index = below(block_size);
        ask.value = below(1000);
      }
      step.work.push_back(below(3) == 0 ? below(50) : 0);
      if (!splits) continue;
      step.colours.push_back(1000 - 7 * below(colours));
      parts[step.colours.back()].push_back(process);
    }
    for (const auto& [colour, part] : parts) step.parts.emplace(colour, random_plan(draw, around, part));
  }
  return plan;
}

using Logs = std::vector<std::vector<std::uint64_t>>;  // by process: all that it sees

/// A group as one of its processes has it.
struct GroupLevel {
  bsp::Process self;
  bsp::Coarray<std::uint64_t> cells;
  bsp::Queue<std::uint64_t> queue;
  std::vector<bsp::Future<std::uint64_t>> futures;
  GroupLevel* above = nullptr;
};

Task<> play(const GroupPlan& plan, GroupLevel& level, std::vector<std::uint64_t>& log) {
  for (const GroupStep& step : plan.steps) {
    for (const GroupAsk& ask : step.asks[level.self.id()]) {
      GroupLevel* at = &level;
      for (std::size_t k = 0; k < ask.above; ++k) at = at->above;
      switch (ask.kind) {
        case GroupAsk::Kind::put: at->cells(ask.target)[ask.index] = ask.value; break;
        case GroupAsk::Kind::get: at->futures.push_back(at->cells(ask.target)[ask.index].get()); break;
        case GroupAsk::Kind::send: at->queue.send(ask.target, ask.value); break;
      }
    }
    level.self.work(step.work[level.self.id()]);
    std::optional<bsp::Process> part;
    if (step.colours.empty()) {
      co_await level.self.sync("step");
    } else {
      part = co_await level.self.split(step.colours[level.self.id()]);
    }
    for (const auto& future : level.futures) log.push_back(future.value());
    level.futures.clear();
    for (const auto message : level.queue) {
      log.push_back(message.source());
      log.push_back(message.value());
    }
    log.insert(log.end(), level.cells.begin(), level.cells.end());
    if (!part) continue;
    log.push_back(part->id());
    log.push_back(part->count());
    GroupLevel below{
        *part, part->coarray<std::uint64_t>(block_size, part->id()), part->queue<std::uint64_t>(), {}, &level};
    co_await play(step.parts.at(step.colours[level.self.id()]), below, log);
  }
}

Logs run_plan(Machine& machine, const GroupPlan& plan) {
  Logs logs(plan.members.size());
  machine.spmd(plan.members.size(), [&](bsp::Process self) -> Task<> {
    GroupLevel level{
        self, self.coarray<std::uint64_t>(block_size, self.id()), self.queue<std::uint64_t>(), {}, nullptr};
    co_await play(plan, level, logs[self.id()]);
  });
  return logs;
}

/// The same on one thread without a machine: group by group, since what one does is nothing to its siblings.
class GroupOracle {
 public:
  GroupOracle(const GroupPlan& plan, std::uint32_t components, Rule rule)
      : logs(plan.members.size()),
        components_(components),
        rule_(rule),
        processes_(plan.members.size()),
        clock_(plan.members.size()) {
    Group run(plan.members, nullptr);
    play(plan, run);
  }

  Logs logs;
  std::vector<SuperstepRecord> records;

 private:
  struct Asked {
    std::uint32_t source;  // rank
    GroupAsk ask;
  };
  struct Group {
    Group(const std::vector<std::uint32_t>& all, Group* from) : members(all), above(from) {
      for (std::uint64_t rank = 0; rank < all.size(); ++rank) blocks.emplace_back(block_size, rank);
    }
    std::uint32_t rank_of(std::uint32_t process) const {
      return static_cast<std::uint32_t>(std::ranges::find(members, process) - members.begin());
    }
    std::vector<std::uint32_t> members;
    Group* above;
    std::vector<std::vector<std::uint64_t>> blocks;
    std::vector<Asked> asked;
  };
  struct Words {
    std::vector<std::uint64_t> sent, received, sent_back, received_back, work;
  };

  void play(const GroupPlan& plan, Group& group) {
    for (const GroupStep& step : plan.steps) {
      std::uint64_t round = 0;
      for (std::uint32_t rank = 0; rank < group.members.size(); ++rank) {
        const std::uint32_t process = group.members[rank];
        for (const GroupAsk& ask : step.asks[rank]) {
          Group* at = &group;
          for (std::size_t k = 0; k < ask.above; ++k) at = at->above;
          at->asked.push_back({at->rank_of(process), ask});
        }
        words(clock_[process]).work[component(process)] += step.work[rank];
        round = std::max(round, clock_[process]);
      }
      sync(group, round);
      for (const std::uint32_t process : group.members) clock_[process] = round + 1;
      for (const auto& [colour, part] : step.parts) {
        for (std::uint32_t rank = 0; rank < part.members.size(); ++rank) {
          const std::uint32_t process = part.members[rank];
          logs[process].push_back(rank);
          logs[process].push_back(part.members.size());
          carry(round, process, part.members[0], 1, 1);
        }
      }
      for (const auto& [colour, part] : step.parts) {
        Group below(part.members, &group);
        play(part, below);
      }
    }
    finish();
  }

  void sync(Group& group, std::uint64_t round) {
    std::ranges::stable_sort(group.asked, {}, &Asked::source);
    std::vector<std::vector<std::uint64_t>> messages(group.members.size());
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::vector<std::pair<std::uint32_t, std::uint64_t>>> puts;
    for (const auto& [source, ask] : group.asked) {
      const std::uint32_t from = group.members[source];
      const std::uint32_t to = group.members[ask.target];
      switch (ask.kind) {
        case GroupAsk::Kind::get:
          logs[from].push_back(group.blocks[ask.target][ask.index]);
          carry(round, from, to, 1, 1);
          break;
        case GroupAsk::Kind::put:
          puts[{ask.target, ask.index}].emplace_back(source, ask.value);
          carry(round, from, to, 1, 0);
          break;
        case GroupAsk::Kind::send:
          messages[ask.target].push_back(source);
          messages[ask.target].push_back(ask.value);
          carry(round, from, to, 1, 0);
          break;
      }
    }
    for (const auto& [where, all] : puts) {
      std::uint64_t& element = group.blocks[where.first][where.second];
      std::uint64_t sum = 0;
      for (const auto& [source, value] : all) sum += value;
      element = sum;
      if (rule_ == Rule::sum) continue;
      for (const auto& [source, value] : all) {  // the last of the lowest process
        if (source == all.front().first) element = value;
      }
    }
    for (std::uint32_t rank = 0; rank < group.members.size(); ++rank) {
      auto& log = logs[group.members[rank]];
      log.insert(log.end(), messages[rank].begin(), messages[rank].end());
      log.insert(log.end(), group.blocks[rank].begin(), group.blocks[rank].end());
    }
    words(round);
    records[round].processes += group.members.size();
    group.asked.clear();
  }

  std::uint32_t component(std::uint64_t process) const {
    return static_cast<std::uint32_t>(process * components_ / processes_);
  }

  Words& words(std::uint64_t round) {
    while (words_.size() <= round) {
      const std::vector<std::uint64_t> none(components_);
      words_.push_back({none, none, none, none, none});
      records.emplace_back();
    }
    return words_[round];
  }

  void carry(std::uint64_t round, std::uint32_t from, std::uint32_t to, std::uint64_t there, std::uint64_t back) {
    const std::uint32_t a = component(from);
    const std::uint32_t b = component(to);
    if (a == b) return;
    Words& sums = words(round);
    sums.sent[a] += there;
    sums.received[b] += there;
    sums.sent_back[b] += back;
    sums.received_back[a] += back;
    records[round].messages += 1 + back;
    records[round].words += there + back;
  }

  void finish() {
    for (std::size_t round = 0; round < words_.size(); ++round) {
      SuperstepRecord& record = records[round];
      const Words& sums = words_[round];
      record.work = record.largest_work = record.largest_sent = record.largest_received = 0;
      record.charge = record.charge_back = 0;
      for (std::uint32_t c = 0; c < components_; ++c) {
        record.work += sums.work[c];
        record.largest_work = std::max(record.largest_work, sums.work[c]);
        record.largest_sent = std::max(record.largest_sent, sums.sent[c] + sums.sent_back[c]);
        record.largest_received = std::max(record.largest_received, sums.received[c] + sums.received_back[c]);
        record.charge = std::max({record.charge, sums.sent[c], sums.received[c]});
        record.charge_back = std::max({record.charge_back, sums.sent_back[c], sums.received_back[c]});
      }
    }
  }

  std::uint32_t components_;
  Rule rule_;
  std::uint64_t processes_;
  std::vector<std::uint64_t> clock_;  // by process: syncs' rounds behind it
  std::vector<Words> words_;          // by round
};

}  // namespace

TEST_CASE("random programs with groups in groups do and cost what group after group does, with any threads") {
  const testing::AllWorkers all_workers;
  std::mt19937_64 draw(testing::seed());
  for (int round = testing::random_cases(300); round > 0; --round) {
    const auto count = static_cast<std::uint32_t>(1 + draw() % (draw() % 4 == 0 ? 60 : 12));
    const std::uint32_t components = draw() % 2 == 0 ? count : static_cast<std::uint32_t>(1 + draw() % 20);
    std::vector<std::uint32_t> all;
    for (std::uint32_t process = 0; process < count; ++process) all.push_back(process);
    const GroupPlan plan = random_plan(draw, {}, all);
    for (const Rule rule : {Rule::priority, Rule::sum, Rule::arbitrary}) {
      const GroupOracle oracle(plan, components, rule);
      std::optional<Logs> first;
      for (const unsigned threads : testing::thread_counts) {
        CAPTURE(to_string(rule));
        CAPTURE(threads);
        CAPTURE(count);
        Machine machine({.components = components, .rule = rule, .threads = threads, .seed = 5});
        const Logs logs = run_plan(machine, plan);
        if (!first) {
          first = logs;
          if (rule != Rule::arbitrary) CHECK(logs == oracle.logs);
        }
        CHECK(logs == *first);
        const auto& records = machine.ledger().superstep_records();
        REQUIRE(records.size() == oracle.records.size());
        for (std::size_t k = 0; k < records.size(); ++k) {
          const SuperstepRecord& had = records[k];
          const SuperstepRecord& wanted = oracle.records[k];
          CHECK(had.processes == wanted.processes);
          CHECK(had.work == wanted.work);
          CHECK(had.largest_work == wanted.largest_work);
          CHECK(had.messages == wanted.messages);
          CHECK(had.words == wanted.words);
          CHECK(had.largest_sent == wanted.largest_sent);
          CHECK(had.largest_received == wanted.largest_received);
          CHECK(had.charge == wanted.charge);
          CHECK(had.charge_back == wanted.charge_back);
        }
      }
    }
  }
}

}  // namespace pram
