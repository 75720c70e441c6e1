#include "memory/modules.hpp"

#include <cstdint>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include "../thrown.hpp"

namespace pram::detail {

namespace {

using testing::thrown;

constexpr std::uint32_t most_readers = 0x7FFFFFFF;
constexpr std::uint32_t too_many = most_readers + 1;
constexpr std::uint64_t most_requests = (std::uint64_t{1} << 30) - 2;

/// An array of two cells and a line that reads it, one that adds to it.
struct Trial {
  SharedMemory memory{Placement::direct, 1, 1, std::make_shared<MemoryAccount>(1U << 20)};
  std::uint32_t array = memory.add(2, cell_type<std::uint64_t>(), 7, "cells");
  CallSites sites{Rule::arbitrary};
  std::uint32_t read =
      sites.enter("file", 1, array, "cells", {Action::read, OperatorKind::none, WordType::unsigned_integer, 8});
  std::uint32_t add =
      sites.enter("file", 2, array, "cells", {Action::update, OperatorKind::sum, WordType::unsigned_integer, 8});
  Modules modules{memory, sites};
  std::vector<CallSiteFacts> facts = std::vector<CallSiteFacts>(2);

  void begin() { modules.begin_step(memory.next_stamps(most_requests), {1, 1, false}, 0); }
  void serve_reads(std::uint32_t readers) {
    ReadRecord record{};
    record.address = make_address(sites.site(read).species, 1);
    record.weight = readers;
    modules.serve(&record, 1, read, facts[read]);
    CHECK(record.address == 7);
  }
  void serve_mixed(std::uint32_t site, std::uint32_t requests) {
    UpdateRecord record{};
    record.address = make_address(sites.site(site).species, 1);
    record.weight = requests;
    record.operand = 5;
    record.site = site;
    modules.serve(&record, 1, facts);
  }
};

}  // namespace

TEST_CASE("as many readers of a cell as can be counted are counted, one more is refused") {
  Trial trial;
  trial.begin();
  trial.serve_reads(most_readers - 2);
  trial.serve_reads(2);
  CHECK(trial.modules.facts().largest_read_degree == most_readers);
  CHECK(trial.facts[trial.read].largest_degree == most_readers);
  const auto error = thrown<LimitError>([&] { trial.serve_reads(1); });
  CHECK(error.limit == "readers of a cell");
  CHECK(error.asked == too_many);
  CHECK(error.allowed == most_readers);
  CHECK(testing::is_one_line(error.what()));
  trial.modules.undo();
  trial.begin();
  trial.serve_reads(3);
  CHECK(trial.modules.facts().largest_read_degree == 3);
}

TEST_CASE("2^31 readers in one record, or many beside updates") {
  Trial trial;
  trial.begin();
  CHECK_THROWS_AS(trial.serve_reads(too_many), LimitError);
  CHECK_THROWS_AS(trial.serve_reads(~std::uint32_t{0}), LimitError);
  CHECK_THROWS_AS(trial.serve_mixed(trial.read, too_many), LimitError);
  trial.serve_mixed(trial.read, most_readers);
  CHECK_THROWS_AS(trial.serve_mixed(trial.read, 1), LimitError);
  CHECK_THROWS_AS(trial.serve_mixed(trial.read, ~std::uint32_t{0}), LimitError);
  trial.serve_mixed(trial.add, 1);  // takes over the readers
  trial.serve_mixed(trial.read, 10);
  CHECK(trial.modules.facts().largest_read_degree == std::uint64_t{most_readers} + 10);
  CHECK(trial.memory.array(trial.array).wide[1].word == 12);
  trial.modules.undo();
  CHECK(trial.memory.array(trial.array).wide[1].word == 7);
}

TEST_CASE("2^30 updated cells of one worker's modules are refused before anything is touched") {
  Trial trial;
  trial.begin();
  UpdateRecord record{};
  record.address = make_address(trial.sites.site(trial.add).species, 1);
  record.weight = 1;
  record.operand = 5;
  record.site = trial.add;
  const auto refused = [&](std::size_t count, std::size_t asked) {
    const auto error = thrown<LimitError>([&] { trial.modules.serve(&record, count, trial.facts); });
    CHECK(error.limit == "updated cells");
    CHECK(error.asked == asked);
    CHECK(error.allowed == (std::uint64_t{1} << 30) - 1);
    CHECK(testing::is_one_line(error.what()));
  };
  refused(std::size_t{1} << 30, std::size_t{1} << 30);
  trial.modules.serve(&record, 1, trial.facts);
  refused((std::size_t{1} << 30) - 1, std::size_t{1} << 30);  // one is there already
  trial.modules.undo();
  trial.begin();
  trial.serve_mixed(trial.add, 3);
  CHECK(trial.modules.facts().largest_write_degree == 3);
}

}  // namespace pram::detail
