#include "bsp/run/members.hpp"

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "../../../support.hpp"
#include "../served_group.hpp"

namespace pram {

using bsp::detail::GroupMembers;
using bsp::detail::ProcessLayout;

TEST_CASE("group members: ranks, workers and components are those that a search through the run finds") {
  std::mt19937_64 random(testing::seed());
  for (int round = 0; round < testing::random_cases(400); ++round) {
    CAPTURE(round);
    const auto processes = static_cast<std::uint32_t>(1 + random() % 12);
    const auto workers = static_cast<std::uint32_t>(1 + random() % 5);
    const ProcessLayout layout = testing::random_layout(random, processes, workers);
    const bool whole = random() % 4 == 0;
    std::vector<std::uint32_t> chosen;
    for (std::uint32_t process = 0; process < processes; ++process) {
      if (whole || random() % 2 == 0) chosen.push_back(process);
    }
    if (chosen.empty()) chosen.push_back(processes - 1);
    const auto worker_of = [&](std::uint32_t process) {
      std::uint32_t worker = 0;
      while (layout.first_process[worker + 1] <= process) ++worker;
      return worker;
    };
    const GroupMembers members(layout, whole ? bsp::detail::CountedVector<std::uint32_t>()
                                             : bsp::detail::CountedVector<std::uint32_t>(chosen.begin(), chosen.end()));
    const std::uint32_t first_worker = whole ? 0 : worker_of(chosen.front());
    CHECK(members.first_worker() == first_worker);
    CHECK(members.workers() == (whole ? workers : worker_of(chosen.back()) - first_worker + 1));
    REQUIRE(members.count() == chosen.size());
    std::vector<std::uint32_t> counts(members.workers());
    for (std::uint32_t rank = 0; rank < chosen.size(); ++rank) {
      CHECK(members.process_of(rank) == chosen[rank]);
      const std::uint32_t w = members.worker_of(rank);
      CHECK(first_worker + w == worker_of(chosen[rank]));
      CHECK(members.worker_of_ranks()[rank] == w);
      CHECK(members.first_rank(w) <= rank);
      ++counts[w];
      const auto component = [&](std::uint32_t of) {
        return layout.component.empty() ? chosen[of] : layout.component[chosen[of]];
      };
      CHECK(members.component_of(rank) == component(rank));
      for (std::uint32_t other = 0; other < chosen.size(); ++other)
        CHECK(members.same_component(rank, other) == (component(rank) == component(other)));
    }
    for (std::uint32_t w = 0; w < members.workers(); ++w) CHECK(members.count_of(w) == counts[w]);
    for (std::uint32_t process = 0; process < processes; ++process)
      CHECK(members.has_process(process) == (std::ranges::count(chosen, process) > 0));
  }
}

TEST_CASE("group members: a process is named by its number in the run, with its rank in a group") {
  const ProcessLayout layout = {{0, 8}, {}};
  CHECK(GroupMembers(layout, {}).name_of(5) == "process 5");
  CHECK(GroupMembers(layout, {2, 5, 7}).name_of(1) == "process 5 (1 of its group)");
}

}  // namespace pram
