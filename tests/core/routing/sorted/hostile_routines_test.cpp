#include <doctest/doctest.h>

#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <pram/network.hpp>
#include <pram/pram.hpp>

#include "../../thrown.hpp"

// Routines of sorting of a user's own network that do not keep their contract.
namespace pram {

namespace {

using testing::contains;
using testing::thrown;

constexpr std::uint32_t sorted_p = 16;

/// Serves accesses without any network, right in all that it does but for what a test changes.
class OwnRoutines : public RandomAccess {
 public:
  using Spoil = std::function<void(std::vector<AccessArrival>&)>;

  OwnRoutines(Spoil spoil, bool wrong_replies, std::size_t charges)
      : spoil_(std::move(spoil)), wrong_replies_(wrong_replies), charges_(charges) {}

  AccessReport read(std::span<const AccessRequest> requests, const AccessMemory& memory,
                    std::span<std::uint64_t> values) override {
    std::vector<AccessArrival> arrivals = arrivals_of(requests, nullptr);
    memory(arrivals);
    std::map<std::uint64_t, std::uint64_t> reply;
    for (const AccessArrival& one : arrivals) reply[one.address] = one.reply;
    for (std::size_t x = 0; x < requests.size(); ++x) {
      if (requests[x].home != no_home) values[x] = reply[requests[x].address] + (wrong_replies_ ? 1 : 0);
    }
    return {.rounds = 1, .most_at_home = 1};
  }
  AccessReport write(std::span<const AccessRequest> requests, const AccessMemory& memory,
                     AccessOperator combine) override {
    std::vector<AccessArrival> arrivals = arrivals_of(requests, combine);
    memory(arrivals);
    return {.rounds = 1, .most_at_home = 1};
  }
  AccessReport fetch(std::span<const AccessRequest>, const AccessMemory&, AccessOperator,
                     std::span<std::uint64_t>) override {
    return {};
  }
  std::vector<RoutineCharge> take_charges() override {
    std::vector<RoutineCharge> charges(charges_);
    for (std::size_t k = 0; k < charges.size(); ++k) charges[k].name = access_routines[k % std::size(access_routines)];
    return charges;
  }

 private:
  std::vector<AccessArrival> arrivals_of(std::span<const AccessRequest> requests, AccessOperator combine) const {
    std::map<std::uint64_t, AccessArrival> found;
    for (std::uint32_t x = 0; x < requests.size(); ++x) {
      const AccessRequest& one = requests[x];
      if (one.home == no_home) continue;
      const auto [place, fresh] =
          found.try_emplace(one.address, AccessArrival{one.address, one.home, x, 0, one.operand});
      AccessArrival& arrival = place->second;
      if (!fresh && combine != nullptr) arrival.operand = combine(arrival.operand, one.operand);
      if (!fresh && combine == nullptr && one.order < requests[arrival.source].order) {
        arrival.source = x;
        arrival.operand = one.operand;
      }
      ++arrival.degree;
    }
    std::vector<AccessArrival> arrivals;
    for (const auto& [address, arrival] : found) arrivals.push_back(arrival);
    if (spoil_) spoil_(arrivals);
    return arrivals;
  }

  Spoil spoil_;
  bool wrong_replies_;
  std::size_t charges_;
};

class SortingNetwork : public Network {
 public:
  std::string name() const override { return "sorting-network"; }
  std::uint64_t carry(const Traffic&) override { return 1; }
  double distinct_charge(std::uint64_t, std::uint32_t) const override { return 1; }
  std::unique_ptr<RandomAccess> random_access(const Spec&, std::uint32_t) const override {
    return std::make_unique<OwnRoutines>(spoil, wrong_replies, charges);
  }

  OwnRoutines::Spoil spoil;
  bool wrong_replies = false;
  std::size_t charges = std::size(access_routines);
};

}  // namespace

TEST_CASE("routines of sorting that lose, double or exchange requests are told of, and memory stays") {
  struct Case {
    OwnRoutines::Spoil spoil;
    const char* sentence;
  };
  using Arrivals = std::vector<AccessArrival>;
  const Case cases[] = {
      {[](Arrivals& all) { all.pop_back(); }, "does not arrive at its home"},
      {[](Arrivals& all) { all.push_back(all.front()); }, "arrives twice"},
      {[](Arrivals& all) { all.clear(); }, "a request of component "},
      {[](Arrivals& all) { all[3].home = (all[3].home + 1) % sorted_p; }, "arrives at component "},
      {[](Arrivals& all) { all[3].home = 99; }, "bring an address to component 99 of 16"},
      {[](Arrivals& all) { all[3].address += 1'000'000; }, "that nobody asked for"},
      {[](Arrivals& all) { all[3].source = 1'000'000; }, "comes first, and the one of place 1000000 arrives"},
      {[](Arrivals& all) { all[3].degree += 1; }, "arrives for 2 requests, and there are 1"},
  };
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    for (const bool reads : {true, false}) {
      auto network = std::make_shared<SortingNetwork>();
      MachineOptions options{.components = sorted_p, .placement = Placement::direct, .threads = threads};
      options.network = network;
      options.access = "sorting";
      const auto run = [reads](Machine& machine, const Array<int>& cells) {
        machine.pardo(sorted_p, [&](Processor self) -> Task<> {
          if (reads) {
            const int there = co_await cells[(self.id() + 3) % sorted_p];
            CHECK(there == 3);
          } else {
            co_await (cells[(self.id() + 3) % sorted_p] = 5);
          }
        });
      };
      for (const Case& one : cases) {
        CAPTURE(one.sentence);
        network->spoil = one.spoil;
        Machine machine(options);
        const auto cells = machine.array<int>(sorted_p, 3, "cells");
        CHECK(contains(thrown<Error>([&] { run(machine, cells); }).what(), one.sentence));
        CHECK(cells.host() == std::vector<int>(sorted_p, 3));
        CHECK(machine.ledger().steps() == 0);
      }
      network->spoil = nullptr;
      network->charges = 5;
      {
        Machine machine(options);
        const auto cells = machine.array<int>(sorted_p, 3, "cells");
        CHECK(contains(thrown<Error>([&] { run(machine, cells); }).what(), "take_charges() of the routines"));
      }
      network->charges = std::size(access_routines);
      network->wrong_replies = reads;
      if (reads) {
        Machine machine(options);
        const auto cells = machine.array<int>(sorted_p, 3, "cells");
        CHECK(contains(thrown<Error>([&] { run(machine, cells); }).what(),
                       "gets the word 0x4 in reply, and the word at its home is 0x3"));
      }
      network->wrong_replies = false;
      Machine machine(options);
      const auto cells = machine.array<int>(sorted_p, 3, "cells");
      run(machine, cells);
      CHECK(cells.host() == std::vector<int>(sorted_p, reads ? 3 : 5));
    }
  }
}

}  // namespace pram
