#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

#include "../../../support/forced.hpp"
#include "../../thrown.hpp"
#include "../thread_counts.hpp"

namespace pram {

namespace {

/// An operator of a program's own that does not commute, and says so.
struct LastOfTwo {
  static constexpr bool commutes = false;
  static int apply(int, int b) { return b; }
};

}  // namespace

TEST_CASE("mistakes in collectives are named with process, superstep and line") {
  const auto says = [](const auto& body, const std::vector<std::string>& parts) {
    std::optional<std::string> first;
    for (const unsigned threads : testing::thread_counts) {
      const testing::ForcedWorkers all_workers;
      Machine machine({.components = 4, .threads = threads});
      const auto error = testing::thrown<Error>([&] { machine.spmd(body); });
      const std::string what = error.what();
      CAPTURE(what);
      for (const std::string& part : parts) CHECK(testing::contains(error.what(), part));
      CHECK(testing::contains(error.what(), "collective_mistakes_test.cpp"));
      CHECK(testing::is_one_line(error.what()));
      if (!first) first = error.what();
      CHECK(*first == error.what());
      machine.spmd([](bsp::Process self) -> Task<> {
        const int four = co_await bsp::all_reduce(self, 1, Sum{});
        CHECK(four == 4);
      });
    }
  };
  const bsp::CollectiveOptions straight = {.algorithm = bsp::Algorithm::one_phase};
  says([&](bsp::Process self) -> Task<> { co_await bsp::broadcast(self, 1.0, self.id() == 3 ? 1 : 0, straight); },
       {"process 3", "superstep 2", "8 bytes of broadcast from process 1", "sent 0 bytes", "same root and sizes"});
  says(
      [&](bsp::Process self) -> Task<> {
        std::vector<int> values(self.id() == 2 ? 3 : 2);
        co_await bsp::all_reduce(self, values, Sum{}, straight);
      },
      {"process 0", "8 bytes of all-reduce from process 2", "sent 12 bytes"});
  says(
      [&](bsp::Process self) -> Task<> {
        if (self.id() == 1) {
          co_await bsp::scan(self, 1.0, Sum{}, straight);
        } else {
          co_await bsp::broadcast(self, 1.0, 0, straight);
        }
      },
      {"process 1", "8 bytes of scan from process 0", "sent 8 bytes of broadcast"});
  says(
      [&](bsp::Process self) -> Task<> {
        if (self.id() == 2) co_return;
        co_await bsp::reduce(self, 1, Sum{});
      },
      {"process 0", "\"reduce\"", "process 2", "has ended"});
  says([&](bsp::Process self) -> Task<> { (void)co_await bsp::gather(self, 1, 4); },
       {"process 0", "process 4", "root", "0 to 3"});
  says(
      [&](bsp::Process self) -> Task<> {
        const std::vector<int> values(6);
        (void)co_await bsp::all_to_all(self, values);
      },
      {"process 0", "6 values", "4 blocks"});
  says(
      [&](bsp::Process self) -> Task<> {
        const std::vector<int> values(6);
        std::vector<std::uint64_t> counts(4, 2);
        counts[3] = ~std::uint64_t{0};
        (void)co_await bsp::all_to_all(self, values, counts);
      },
      {"process 0", "6 values", "4 counts", "4 processes"});
  says(
      [&](bsp::Process self) -> Task<> {
        const bsp::CollectiveOptions by = {.algorithm = self.id() == 1 ? "ring" : "circulant"};
        std::vector<int> values(8);
        co_await bsp::all_reduce(self, values, Sum{}, by);
      },
      {"process 1", "8 bytes of all-reduce from process 0", "sent 0 bytes"});
}

TEST_CASE("an algorithm that does not fit a collective is refused with those that do") {
  const auto refused = [](bsp::AlgorithmChoice algorithm, std::uint32_t processes, const auto& collective,
                          const std::vector<std::string>& parts) {
    Machine machine({.components = processes});
    const bsp::CollectiveOptions by = {.algorithm = algorithm};
    const auto error = testing::thrown<Error>(
        [&] { machine.spmd([&](bsp::Process self) -> Task<> { co_await collective(self, by); }); });
    const std::string what = error.what();
    CAPTURE(what);
    for (const std::string& part : parts) CHECK(testing::contains(what, part));
    CHECK(testing::is_one_line(error.what()));
    machine.spmd([&](bsp::Process self) -> Task<> {
      const std::uint64_t all = co_await bsp::all_reduce(self, std::uint64_t{1}, Sum{}, {.algorithm = "ring"});
      CHECK(all == processes);
    });
  };
  const auto sum = [](bsp::Process self, bsp::CollectiveOptions by) { return bsp::all_reduce(self, 1, Sum{}, by); };
  const auto function = [](bsp::Process self, bsp::CollectiveOptions by) {
    return bsp::all_reduce(
        self, 1, [](int a, int b) { return a + b; }, by);
  };
  const auto spread = [](bsp::Process self, bsp::CollectiveOptions by) { return bsp::broadcast(self, 1, 0, by); };
  refused("chain", 4, sum, {"algorithm", "chain", "one of all-reduce: best, one-phase", "rabenseifner"});
  refused("swing", 6, sum, {"swing", "one of all-reduce for 6 processes", "auto, doubling, ring, rabenseifner, circ"});
  refused("ring", 4, function,
          {"ring", "keeps the order of the operands", "commutative()", "auto, doubling, rabenseifner"});
  refused("all-reduce-circulant", 4, spread, {"all-reduce-circulant", "one of broadcast", "circulant"});
  refused(bsp::Algorithm::bruck, 4, spread, {"bruck", "one of broadcast"});

  const auto named = [](const std::string& name) { return bsp::AlgorithmChoice(name); };
  const auto unknown = testing::thrown<ConfigError>([&] { (void)named("circulent"); });
  CHECK(unknown.option == "algorithm");
  CHECK(unknown.value == "circulent");
  CHECK(testing::contains(unknown.what(), "did you mean circulant?"));
  CHECK_THROWS_AS((void)named("broadcast-swing"), ConfigError);
  CHECK_THROWS_AS((void)named(""), ConfigError);
  CHECK_THROWS_AS((void)bsp::broadcast_cost(6, 1, 8, {1, 1}, "bine"), ConfigError);
  CHECK_THROWS_AS((void)bsp::gather_cost(6, 1, 8, {1, 1}, "tree"), ConfigError);

  CHECK(named("AUTO").algorithm() == bsp::Algorithm::automatic);
  CHECK(named("direct").algorithm() == bsp::Algorithm::one_phase);
  CHECK(named("recursive-doubling").algorithm() == bsp::Algorithm::doubling);
  CHECK(named("broadcast-scatter-all-gather").algorithm() == bsp::Algorithm::two_phase);
  CHECK(named("scan-two-sweeps").algorithm() == bsp::Algorithm::two_sweeps);
  CHECK(named("scan-two-sweeps").collective() == "scan");
  CHECK(named("two-sweeps").collective().empty());
  for (int number = 0; number <= static_cast<int>(bsp::Algorithm::bruck); ++number) {
    const auto algorithm = static_cast<bsp::Algorithm>(number);
    CHECK(named(to_string(algorithm)).algorithm() == algorithm);
  }
}

TEST_CASE("whether an operator commutes is known of operators of cells and of numbers, and else is to be said") {
  const auto first = [](int a, int) { return a; };
  CHECK(bsp::detail::combination_of<int>(Sum{}).commutes);
  CHECK(bsp::detail::combination_of<double>(Maximum{}).commutes);
  CHECK(bsp::detail::combination_of<int>(std::plus<>()).commutes);
  CHECK(bsp::detail::combination_of<int>(std::bit_xor<int>()).commutes);
  CHECK_FALSE(bsp::detail::combination_of<int>(std::minus<>()).commutes);
  CHECK_FALSE(bsp::detail::combination_of<int>(first).commutes);
  CHECK_FALSE(bsp::detail::combination_of<int>(LastOfTwo()).commutes);
  CHECK(bsp::detail::combination_of<int>(bsp::commutative(first)).commutes);
}

}  // namespace pram
