#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <pram/detail/random/seeded_hash.hpp>
#include <pram/machines/detail/ranade.hpp>
#include <pram/pram.hpp>

#include "core/thrown.hpp"
#include "support.hpp"

namespace pram {

namespace {

using testing::contains;
using testing::thrown;

/// Why a machine of these names is refused.
std::string refusal(const std::string& network, const std::string& access = "combining", std::uint32_t components = 0) {
  const auto error = thrown<ConfigError>(
      [&] { Machine({.components = components, .network = network, .access = access, .threads = 1}); });
  CHECK(testing::is_one_line(error.what()));
  return error.what();
}

/// Charges of a step in which processor i reads cell i / `share` of cells at home in order.
StepRecord step_of_reads(const std::string& network, std::uint32_t share) {
  Machine machine({.network = network, .placement = Placement::direct, .threads = 1});
  const std::uint32_t p = machine.options().components;
  CHECK(machine.options().access == "ranade");
  CHECK(machine.access().name() == "ranade");
  std::vector<int> words(p);
  for (std::uint32_t k = 0; k < p; ++k) words[k] = static_cast<int>(3 * k);
  const auto cells = machine.array(words, "cells");
  machine.pardo(p, [&](Processor self) -> Task<> {
    const int found = co_await cells[self.id() / share];
    CHECK(found == static_cast<int>(3 * (self.id() / share)));
  });
  CHECK(machine.ledger().phase_name(0) == "streams");
  return machine.ledger().step_records().front();
}

}  // namespace

TEST_CASE("a butterfly with access=ranade serves machines by it, whether or not they name it") {
  for (const char* const network : {"butterfly:64,access=ranade", "butterfly:64,access=ranade,buffers=2",
                                    "butterfly:64,access=ranade,buffers=8,merge=no,keys=last"}) {
    CAPTURE(network);
    const Machine open({.network = network, .threads = 1});
    CHECK(open.options().components == 64);
    CHECK(open.options().network == network);
    const Machine named({.network = network, .access = "Ranade", .threads = 1});
    CHECK(named.options().access == "ranade");
    // A network that is made already has the same name.
    const Machine made({.components = 64, .network = networks().make(std::string(network), 64U), .threads = 1});
    CHECK(made.options().access == "ranade");
  }
  CHECK(Machine({.components = 16, .network = "butterfly,access=ranade", .threads = 1}).options().network ==
        "butterfly:16,access=ranade");
}

TEST_CASE("networks that take whole steps, and protocols that need them, are refused in a line where they do not fit") {
  const std::string whole = "butterfly:64,access=ranade";
  for (const char* const other : {"direct", "combining:8,8", "adaptive", "sorting", "sorting:bitonic"})
    CHECK(contains(refusal(whole, other), "ranade beside network butterfly:64,access=ranade, which takes whole steps"));
  CHECK(contains(refusal(whole, "ranade:3"), "access"));
  CHECK(contains(refusal("butterfly:64", "ranade"), "network butterfly:64 merges no sorted streams"));
  CHECK(contains(refusal("router", "ranade", 64), "network router merges no sorted streams"));
  CHECK(contains(refusal("hypercube:6", "ranade"), "butterfly:K,access=ranade does"));
  CHECK(contains(refusal("omega:64,access=ranade"), "access= only on butterfly:K"));
  CHECK(contains(refusal("butterfly:64,access=sorting"), "access= with one of ranade"));
  CHECK(contains(refusal("butterfly:64,access=ranad"), "did you mean ranade"));
  CHECK(contains(refusal("butterfly:64,access=ranade,ports=one"), "options one of access, buffers, merge, keys"));
  CHECK(contains(refusal("butterfly:64,access=ranade,failed-links=1"), "options one of access, buffers, merge, keys"));
  CHECK(contains(refusal("butterfly:64,access=ranade,buffers=0"), "a whole number from 1 to 1024"));
  CHECK(contains(refusal("butterfly:60,access=ranade"), "a power of two"));
  CHECK(contains(refusal("butterfly:access=ranade,64"), "sizes first"));
  CHECK(contains(refusal("butterfly:64,access=ranade", "combining", 32), "32 are wanted"));
}

TEST_CASE("Ranade's network charges a step what its requests take as streams") {
  for (const std::uint32_t share : {1U, 4U, 64U}) {
    CAPTURE(share);
    const StepRecord step = step_of_reads("butterfly:64,access=ranade,buffers=2", share);
    const auto emulation = make_ranade_emulation(64, {.buffers = 2});
    std::vector<AccessRequest> requests(64);
    for (std::uint32_t k = 0; k < 64; ++k) requests[k] = {.address = k / share, .home = k / share};
    std::vector<std::uint64_t> values(64);
    emulation->read(
        requests, [](std::span<AccessArrival>) {}, values);
    CHECK(step.charge == emulation->counts().steps);
    CHECK(step.charge_back == step.charge);
    CHECK(step.served_by == ServedBy::sorted);
    REQUIRE(step.phases.size() == 1);
    CHECK(step.phases.front().messages == 2 * emulation->counts().crossings);
    if (share == 64) CHECK(step.charge == 6 + 2);
  }
}

TEST_CASE("the factor's denominator on Ranade's network is the streams' steps for random homes") {
  const auto network = networks().make("butterfly:16,access=ranade", 16U);
  double sum = 0;
  constexpr std::uint64_t messages = 32;
  constexpr int runs = 16;
  for (std::uint64_t run = 0; run < runs; ++run) {
    std::vector<AccessRequest> requests(messages);
    for (std::uint64_t k = 0; k < messages; ++k)
      requests[k] = {.address = k, .home = seeded_choice(k, messages * 64 + run, 16)};
    const auto emulation = make_ranade_emulation(16, {});
    emulation->write(requests, [](std::span<AccessArrival>) {});
    sum += static_cast<double>(emulation->counts().steps);
  }
  CHECK(network->distinct_charge(messages, 2) == doctest::Approx(sum / runs));
  CHECK(network->distinct_charge(messages, 1000) == 1000);
}

TEST_CASE("messages that are no requests go over Ranade's network as over a plain butterfly") {
  const auto network = networks().make("butterfly:16,access=ranade", 16U);
  const auto plain = networks().make("butterfly:16", 16U);
  std::vector<std::uint32_t> source;
  std::vector<std::uint32_t> destination;
  for (std::uint32_t k = 0; k < 16; ++k) {
    source.push_back(k);
    destination.push_back(seeded_choice(k, testing::seed(), 16));
  }
  const Traffic phase{.components = 16,
                      .messages = 16,
                      .largest_sent = 1,
                      .largest_received = 16,
                      .source = source,
                      .destination = destination};
  CHECK(network->wants_messages());
  CHECK(network->carry(phase) == plain->carry(phase));
  CHECK(network->carry_back(phase) == plain->carry_back(phase));
}

}  // namespace pram
