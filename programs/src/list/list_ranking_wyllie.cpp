#include <pram/programs/list_ranking_wyllie.hpp>

#include <algorithm>

#include "input/generate.hpp"
#include "input/numbers.hpp"
#include "job.hpp"
#include "oracle/list_walk.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

constexpr Sizes list_ranking_wyllie_sizes{.usual = 1 << 17, .bytes_each = 3 * sizeof(std::uint32_t) + processor_bytes};

class ListRankingWyllie final : public Job {
 public:
  explicit ListRankingWyllie(const InputRequest& request)
      : source_(source_of(request, "random list")),
        next_(request.file.empty()
                  ? random_list(static_cast<std::uint32_t>(size_of(request, list_ranking_wyllie_sizes)), request.seed)
                  : read_list(request.file, request.memory_limit)) {}

  InputFacts input() const override { return {source_, {{"n", next_.size()}}}; }

  Outcome run(Machine& machine) const override {
    std::vector<std::uint32_t> ranks = list_ranking_wyllie(machine, next_);
    begin_check();
    const bool verified = ranks == oracle::list_ranks(next_);
    const std::int64_t longest = ranks.empty() ? 0 : std::int64_t{std::ranges::max(ranks)} + 1;
    return {verified,
            "a walk along the list",
            {{"lists", std::ranges::count(next_, no_node)}, {"longest_list", longest}},
            one_a_line(std::move(ranks))};
  }

 private:
  std::string source_;
  std::vector<std::uint32_t> next_;
};

}  // namespace

std::vector<std::uint32_t> list_ranking_wyllie(Machine& machine, std::span<const std::uint32_t> successors) {
  const auto next = machine.array(successors, "next");
  const auto rank =
      machine.array<std::uint32_t>(successors.size(), 1, "rank");  // nodes from this one to before the next

  machine.pardo(successors.size(), [&](Processor self) -> Task<> {
    std::uint32_t ahead = co_await next[self.id()];
    std::uint32_t mine = 1;
    while (ahead != no_node) {
      mine += co_await rank[ahead];
      ahead = co_await next[ahead];
      co_await (rank[self.id()] = mine);
      co_await (next[self.id()] = ahead);
    }
  });

  std::vector<std::uint32_t> distances = rank.host();
  for (std::uint32_t& distance : distances) --distance;
  return distances;
}

ProgramEntry list_ranking_wyllie_program() {
  return {"list-ranking-wyllie",
          "list-ranking",
          "distances to the end of a linked list by pointer jumping; EREW, T = O(log n), W = O(n log n)",
          Rule::erew,
          list_ranking_wyllie_sizes.usual,
          "numbers",
          [](const InputRequest& request) { return std::make_unique<ListRankingWyllie>(request); }};
}

}  // namespace pram::programs
