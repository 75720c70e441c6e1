#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

#include "../../../support/forced.hpp"
#include "../../thrown.hpp"
#include "../thread_counts.hpp"

namespace pram {

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
}

}  // namespace pram
