#include "sorted_ranks.hpp"

#include <algorithm>
#include <cstring>
#include <tuple>

#include "../agreed_step.hpp"
#include "../ranked/ranked_sites.hpp"
#include "../source_order.hpp"

namespace pram::detail {

namespace {

/// A record as ranks tell each other of it.
struct ToldRecord {
  std::uint64_t key = 0;  ///< in whose order its component has it
  Word operand = 0;
  std::uint32_t component = 0;
  std::uint32_t position = 0;
  std::uint32_t home = 0;
  std::uint32_t weight = 0;
  std::uint32_t processor = 0;
  std::uint32_t site = 0;  ///< by the number that all ranks know
};

struct PlacedRecord {
  ToldRecord told;
  std::uint16_t rank = 0;
  std::uint32_t number = 0;  ///< among those of its rank
};

}  // namespace

void RecordsOfRanks::gather(const WorkerTeam& team, const std::vector<const SourceRecords<UpdateRecord>*>& held) {
  RankGroup& group = *team.agreed->group;
  const RankedSites& numbers = *team.agreed->numbers;
  const CallSites& sites = team.workers.front()->sites;
  rank_ = group.rank();
  CountedVector<ToldRecord> mine;
  for (std::uint32_t w = 0; w < team.count(); ++w) {
    const SourceRecords<UpdateRecord>& of_worker = *held[w];
    const std::size_t first = mine.size();
    for (std::uint32_t k = 0; k < of_worker.count; ++k) {
      const UpdateRecord& record = of_worker.held[k];
      mine.push_back({0, record.operand, of_worker.component[k], position_of(record.address), record.home,
                      record.weight, record.processor, numbers.common(record.site)});
    }
    std::uint32_t number = 0;
    for (const Chunk& chunk : team.workers[w]->chunks) {
      visit_first_requests(*team.workers[w], chunk, of_worker.trace.data() + chunk.first, number,
                           [&](std::uint32_t record, std::uint64_t key) {
                             mine[first + record].key = key;
                             number = record + 1;
                           });
    }
  }
  const GatheredBytes all = group.gather(std::as_bytes(std::span(mine)));
  CountedVector<PlacedRecord> placed;
  for (std::uint32_t r = 0; r < group.ranks(); ++r) {
    for (std::size_t k = 0; k < all[r].size() / sizeof(ToldRecord); ++k) {
      PlacedRecord& one = placed.emplace_back();
      std::memcpy(&one.told, all[r].data() + k * sizeof(ToldRecord), sizeof(ToldRecord));
      one.rank = static_cast<std::uint16_t>(r);
      one.number = static_cast<std::uint32_t>(k);
    }
  }
  std::ranges::sort(placed, {}, [](const PlacedRecord& one) { return std::tuple(one.told.component, one.told.key); });
  records_.clear();
  component_.clear();
  rank_of_.clear();
  place_.resize(mine.size());
  for (const PlacedRecord& one : placed) {
    const std::uint32_t site = numbers.own(one.told.site);
    const Address address = make_address(sites.site(site).species, one.told.position);
    if (one.rank == rank_) place_[one.number] = static_cast<std::uint32_t>(records_.size());
    records_.push_back({address, one.told.operand, one.told.home, one.told.weight, one.told.processor, site});
    component_.push_back(one.told.component);
    rank_of_.push_back(one.rank);
  }
}

void RecordsOfRanks::share_replies(const WorkerTeam& team, std::span<AccessArrival> arrivals,
                                   std::span<const std::uint32_t> served) const {
  BytesWriter mine;
  for (std::size_t k = 0; k < arrivals.size(); ++k) {
    if (is_own(served[k])) mine.number(arrivals[k].reply);
  }
  const GatheredBytes all = team.agreed->group->gather(mine.bytes());
  std::vector<BytesReader> readers(all.begin(), all.end());
  for (std::size_t k = 0; k < arrivals.size(); ++k) arrivals[k].reply = readers[rank_of_[served[k]]].number();
}

}  // namespace pram::detail
