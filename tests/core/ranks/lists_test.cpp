#include <doctest/doctest.h>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <pram/detail/exact_text.hpp>
#include <pram/detail/random/seeded_hash.hpp>
#include <pram/detail/ranks/transport.hpp>
#include <pram/pram.hpp>

#include "../../support.hpp"
#include "../../support/forced.hpp"
#include "../../support/thread_ranks.hpp"
#include "thrown_on_ranks.hpp"

/// What several ranks bring into the order of one process: lists of messages, and what adaptive routing sees.
namespace pram {

namespace {

using testing::on_ranks;

/// A router that notes all that it is asked to carry. Of keys it notes which are equal.
class NotingRouter : public Network {
 public:
  NotingRouter(std::uint32_t components, bool merges)
      : router_(networks().make("router", components)), merges_(merges) {}

  std::string name() const override { return "noting-router"; }
  bool wants_messages() const override { return true; }
  bool combines() const override { return merges_; }
  std::uint64_t carry(const Traffic& phase) override { return noted("carry", phase); }
  std::uint64_t carry_back(const Traffic& replies) override { return noted("back", replies); }
  double distinct_charge(std::uint64_t messages, std::uint32_t largest_sent) const override {
    return router_->distinct_charge(messages, largest_sent);
  }

  const std::string& notes() const { return notes_; }

 private:
  std::uint64_t noted(const char* what, const Traffic& phase) {
    notes_ += fmt::format("{} {} {} {}:", what, phase.messages, phase.largest_sent, phase.largest_received);
    std::map<std::uint64_t, std::size_t> keys;
    for (std::size_t k = 0; k < phase.source.size(); ++k) {
      notes_ += fmt::format(" {}>{}", phase.source[k], phase.destination[k]);
      if (!phase.awaits.empty()) notes_ += fmt::format("a{}", static_cast<int>(phase.awaits[k]));
      if (!phase.key.empty()) notes_ += fmt::format("k{}", keys.try_emplace(phase.key[k], k).first->second);
    }
    notes_ += '\n';
    return router_->carry({phase.components, phase.messages, phase.largest_sent, phase.largest_received});
  }

  std::shared_ptr<Network> router_;
  bool merges_;
  std::string notes_;
};

/// Adaptive routing in which it matters where each record stands among all of its component: every other one goes to
/// the neighbour first, and the numbers of the components add up.
class EveryOther : public AdaptiveProtocol {
 public:
  EveryOther(std::uint32_t components, bool unites) : components_(components), unites_(unites) {}
  std::string name() const override { return "every-other"; }
  std::unique_ptr<AdaptiveRouting> adaptive_routing() const override {
    return std::make_unique<Way>(components_, unites_);
  }
  const AccessPlan& ordered_plan() const override { return *home_; }

 private:
  class Way : public AdaptiveRouting {
   public:
    Way(std::uint32_t components, bool unites) : unites_(unites), next_(components), seen_(components) {}
    void begin(std::uint64_t, std::uint64_t most_requests) override {
      phase_ = 0;
      most_requests_ = most_requests;
      std::ranges::fill(next_, 0);
      std::ranges::fill(seen_, 0);
    }
    bool looks() const override { return phase_ < 2; }
    void look(const Moves& moves) override {
      for (std::size_t k = 0; k < moves.source.size(); ++k)
        seen_[moves.source[k]] = seeded_hash(seen_[moves.source[k]], moves.address[k] + moves.weight[k]);
    }
    bool unites() const override { return unites_; }
    void unite(const AddUp& add_up) override {
      of_all_ = seen_;
      add_up(of_all_);
    }
    PhaseRecord settle(Network&) override {
      ++phase_;
      sum_ = most_requests_;
      for (const std::uint64_t one : unites_&& detail::ranks_of_program() > 1 ? of_all_ : seen_) sum_ += one;
      return {};
    }
    bool ended() const override { return phase_ > 3; }
    void route(const Moves& moves, std::span<std::uint32_t> destination) override {
      const auto components = static_cast<std::uint32_t>(next_.size());
      for (std::size_t k = 0; k < destination.size(); ++k) {
        const std::uint32_t source = moves.source[k];
        const std::uint64_t number = next_[source]++;
        if (phase_ == 3) {
          destination[k] = moves.home[k];
        } else if ((number + sum_) % 3 == 0) {
          destination[k] = AccessPlan::stay;
        } else {
          destination[k] = static_cast<std::uint32_t>((source + 1 + (number + sum_) % 4) % components);
        }
      }
    }

   private:
    bool unites_;
    std::uint32_t phase_ = 0;
    std::uint64_t most_requests_ = 0;
    std::uint64_t sum_ = 0;
    std::vector<std::uint64_t> next_;
    std::vector<std::uint64_t> seen_;
    std::vector<std::uint64_t> of_all_;
  };

  std::uint32_t components_;
  bool unites_;
  std::shared_ptr<const AccessPlan> home_ = plan([](Hop hop) { return hop.home; });
};

struct Case {
  std::uint64_t seed = 0;
  std::uint32_t components = 0;
  std::string access;  ///< empty: EveryOther
  bool unites = false;
  bool lists = false;
  bool merges = false;
  bool own_plan = false;
  std::uint64_t processors = 0;
  std::uint64_t cells = 0;
};

/// All that can be seen of a case.
std::string seen_of(const Case& one, unsigned threads) {
  const auto network = std::make_shared<NotingRouter>(one.components, one.merges);
  MachineOptions options{.components = one.components, .threads = threads, .seed = one.seed};
  options.ledger = LedgerDetail::profile;
  if (one.lists) options.network = network;
  if (one.access.empty()) {
    options.access = std::make_shared<EveryOther>(one.components, one.unites);
  } else {
    options.access = one.access;
  }
  Machine machine(options);
  auto cells = machine.array<std::int64_t>(one.cells, 3, "cells");
  const auto others = machine.array<std::int32_t>(one.cells, 5, "others");
  cells.hot();
  if (one.own_plan) {
    // Brings records of one address together in another order than that of their sources.
    cells.send_by(plan([](Hop hop) { return hop.source % 3 == 0 ? hop.source / 2 : hop.source - hop.source % 4; },
                       [](Hop hop) { return hop.source / 8 * 8; }, [](Hop hop) { return hop.home; }));
  }
  const auto sums = machine.array<std::int64_t>(one.processors, 0, "sums");
  machine.pardo(one.processors, [&](Processor self) -> Task<> {
    const std::uint64_t id = self.id();
    std::int64_t sum = 0;
    for (std::uint64_t step = 0; step < 6; ++step) {
      const std::uint64_t chance = seeded_hash(id, one.seed + step);
      const std::uint64_t at = (step % 2 == 0 ? chance : chance % 5) % one.cells;
      switch (seeded_hash(step, one.seed) % 6) {
        case 0: sum += co_await cells[at]; break;
        case 1: co_await cells[at].add(static_cast<std::int64_t>(id)); break;
        case 2: sum += co_await cells[at].fetch_add(2); break;
        case 3: sum += co_await cells[at].multiprefix_add(static_cast<std::int64_t>(id)); break;
        case 4:
          if (chance % 2 == 0) {
            sum += co_await others[at];
          } else {
            sum += co_await cells[at].multiprefix_max(static_cast<std::int64_t>(chance % 100));
          }
          break;
        default:
          if (chance % 3 == 0) {
            co_await self.idle();
          } else {
            co_await (others[at] = static_cast<std::int32_t>(id));
          }
      }
    }
    co_await (sums[id] = sum);
  });
  std::string all = network->notes() + detail::exact_text(machine.ledger());
  for (const std::int64_t value : cells.host()) all += fmt::format(" {}", value);
  for (const std::int32_t value : others.host()) all += fmt::format(" {}", value);
  for (const std::int64_t value : sums.host()) all += fmt::format(" {}", value);
  return all;
}

}  // namespace

TEST_CASE("networks get the messages of all ranks, and adaptive routing its records, in the order of one process") {
  static constexpr unsigned hosts[][2] = {{2, 1}, {3, 1}, {2, 2}, {4, 2}, {5, 1}};
  static constexpr std::uint32_t components[] = {1, 2, 7, 16, 64, 100};
  std::mt19937_64 draw(testing::seed());
  const int cases = testing::random_cases(500);
  for (int k = 0; k < cases; ++k) {
    Case one;
    one.seed = draw();
    one.components = components[draw() % std::size(components)];
    const std::string accesses[] = {
        "direct", "combining", "combining:spread=ordered", "adaptive", "", "integer-sort,digit=3", "tree:3"};
    one.access = accesses[draw() % std::size(accesses)];
    one.unites = draw() % 2 == 0;
    one.lists = draw() % 3 > 0;
    one.merges = draw() % 2 == 0;
    one.own_plan = draw() % 3 == 0;
    one.processors = 1 + draw() % 400;
    one.cells = 1 + draw() % 100;
    const std::string alone = seen_of(one, 1);
    const auto [ranks, threads] = hosts[draw() % std::size(hosts)];
    CAPTURE(testing::seed());
    CAPTURE(k);
    CAPTURE(one.access);
    CAPTURE(one.unites);
    CAPTURE(one.components);
    CAPTURE(one.lists);
    CAPTURE(one.merges);
    CAPTURE(one.own_plan);
    CAPTURE(ranks);
    CAPTURE(threads);
    const testing::ForcedWorkers forced(threads > 1);
    for (const std::string& seen : on_ranks(ranks, [&, threads = threads] { return seen_of(one, threads); }))
      REQUIRE(testing::difference(seen, alone) == "");
  }
}

}  // namespace pram
