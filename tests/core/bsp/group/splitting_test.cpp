#include "bsp/group/splitting.hpp"

#include <cstdint>
#include <map>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <pram/error.hpp>

#include "../../../contains.hpp"
#include "../../../support.hpp"
#include "../../thrown.hpp"
#include "../served_group.hpp"

namespace pram {

namespace {

using bsp::detail::SplitRecord;
using bsp::detail::SplitRequest;

/// A process asks for a split, as the processes of its worker may have done before.
SplitRecord& ask(testing::ServedGroup& group, std::uint32_t rank, std::uint64_t colour) {
  const std::uint32_t w = group.members.worker_of(rank);
  std::vector<SplitRecord>& records = group.boxes[w].splits.records;
  if (records.empty()) records.resize(group.members.count_of(w));
  SplitRecord& record = records[rank - group.members.first_rank(w)];
  record.colour = colour;
  record.asked = true;
  return record;
}

}  // namespace

TEST_CASE("splitting: processes of one colour are a part, in the order of their ranks, whichever worker has them") {
  std::mt19937_64 random(testing::seed());
  for (int round = 0; round < testing::random_cases(300); ++round) {
    CAPTURE(round);
    const auto processes = static_cast<std::uint32_t>(1 + random() % 12);
    testing::ServedGroup group(Rule::crew, testing::random_layout(random, processes, 1 + random() % 4));
    for (int split = 0; split < 2; ++split) {
      std::map<std::uint64_t, std::vector<std::uint32_t>> ranks;
      std::map<std::uint32_t, const SplitRecord*> records;
      for (std::uint32_t rank = 0; rank < processes; ++rank) {
        const std::uint64_t colour = random() % 3 == 0 ? random() : random() % 3;
        ranks[colour].push_back(rank);
        records[rank] = &ask(group, rank, colour);
      }
      const std::vector<SplitRequest> requests =
          bsp::detail::take_split_requests(group.members, group.boxes, group.run, "in superstep 1");
      std::vector<std::pair<std::uint64_t, std::vector<std::uint32_t>>> parts;
      bsp::detail::visit_parts(requests, [&](std::span<const SplitRequest> part) {
        auto& made = parts.emplace_back(part.front().colour, std::vector<std::uint32_t>());
        for (const SplitRequest& one : part) {
          made.second.push_back(one.rank);
          CHECK(one.record == records[one.rank]);
          CHECK_FALSE(one.record->asked);
        }
      });
      CHECK(parts == std::vector<std::pair<std::uint64_t, std::vector<std::uint32_t>>>(ranks.begin(), ranks.end()));
    }
  }
}

TEST_CASE("splitting: the lowest process that splits and the lowest that does not are named") {
  for (const std::uint32_t splits : {2U, 5U}) {
    testing::ServedGroup group(Rule::crew, {{0, 3, 7}, {}}, 1, {0, 2, 3, 4, 5, 6});
    const std::uint32_t line = group.run.enter_line(bsp::detail::Transfer::split, "groups", "program.cpp", 44);
    for (std::uint32_t rank = splits; rank < 6; ++rank) ask(group, rank, 0).line = line;
    const std::string what =
        testing::thrown<Error>([&] {
          (void)bsp::detail::take_split_requests(group.members, group.boxes, group.run, "in superstep 3 \"split\"");
        }).what();
    CHECK(what == "process " + std::to_string(splits + 1) + " (" + std::to_string(splits) +
                      " of its group) splits, in superstep 3 \"split\", at program.cpp:44, but process 0 (0 of its "
                      "group) stands at a sync: all processes split together");
  }
}

}  // namespace pram
