#include <pram/programs/multiprefix_ranks.hpp>

#include <pram/programs/prefix_sums.hpp>
#include "job.hpp"
#include "oracle/stable_ranks.hpp"
#include "programs.hpp"
#include "sort/keys_job.hpp"

namespace pram::programs {

namespace {

constexpr Sizes multiprefix_ranks_sizes{
    .usual = 1 << 17, .bytes_each = 2 * sizeof(std::uint32_t) + sizeof(std::int64_t) + processor_bytes};

class MultiprefixRanks final : public KeysJob {
 public:
  explicit MultiprefixRanks(const InputRequest& request) : KeysJob(request, multiprefix_ranks_sizes) {}

  Outcome run(Machine& machine) const override {
    std::vector<std::int64_t> ranks = multiprefix_ranks(machine, keys_->of, buckets());
    begin_check();
    const bool verified = ranks == oracle::stable_ranks(keys_->of);
    const std::int64_t first = ranks.empty() ? 0 : ranks.front();
    return {verified, "std::stable_sort", {{"rank_of_first_key", first}}, one_a_line(std::move(ranks))};
  }
};

}  // namespace

std::vector<std::int64_t> multiprefix_ranks(Machine& machine, std::span<const std::uint32_t> keys,
                                            std::uint32_t buckets) {
  if (keys.empty()) return {};
  const auto key = machine.array(keys, "key");
  const auto rank = machine.array<std::int64_t>(keys.size(), 0, "rank");
  // One cell further on than its key, so that the sums up to `key` count the smaller keys alone.
  const auto smaller = machine.array<std::int64_t>(buckets + std::uint64_t{1}, 0, "smaller");

  machine.pardo(keys.size(), [&](Processor self) -> Task<> {
    const std::uint32_t mine = co_await key[self.id()];
    const std::int64_t before = co_await smaller[mine + std::uint64_t{1}].multiprefix_add(1);
    co_await (rank[self.id()] = before);
  });
  prefix_sums(machine, smaller);
  machine.pardo(keys.size(), [&](Processor self) -> Task<> {
    const std::uint32_t mine = co_await key[self.id()];
    const std::int64_t start = co_await smaller[mine];
    co_await rank[self.id()].add(start);
  });
  return rank.host();
}

ProgramEntry multiprefix_ranks_program() {
  return {"multiprefix-ranks",
          "multiprefix",
          "stable ranks of n keys by multiprefix, counting sort; CRCW sum, T = O(log buckets), W = O(n + buckets)",
          Rule::sum,
          multiprefix_ranks_sizes.usual,
          "numbers",
          [](const InputRequest& request) { return std::make_unique<MultiprefixRanks>(request); }};
}

}  // namespace pram::programs
