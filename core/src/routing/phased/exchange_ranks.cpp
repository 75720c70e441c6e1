#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "exchange.hpp"

/// Multiprefix where arrays have plans of their own, which may bring records of one address together in any order: each
/// record then merges only with its neighbours in the order of processors.
namespace pram::detail {

/// Whether this record must keep its rank although its plan may ignore the order.
template <class Record>
bool Exchange<Record>::keeps_rank(std::uint32_t w, const Record& record) const {
  const std::uint32_t species = species_of(record.address);
  return routes_.has_own(species) && team_.workers[w]->sites.species(species).operation.action == Action::multiprefix;
}

/// Gives every such record its rank, in place of its processor: how many requests of its address come before it.
template <class Record>
void Exchange<Record>::number_ranks() {
  if constexpr (Record::carries_operand) {
    std::unordered_map<Address, std::uint32_t> requests;
    for (std::uint32_t w = 0; w < team_.count(); ++w) {
      PhasedWorkerState<Record>& mine = workers_[w];
      for (std::uint32_t k = 0; k < mine.count; ++k) {
        Record& record = mine.held[k];
        if (!keeps_rank(w, record)) continue;
        std::uint32_t& before = requests[record.address];
        record.processor = before;
        before += record.weight;
      }
    }
  }
}

/// Puts the messages [first, last) into `by_rank`: first those that keep no rank, as they arrived, then the others,
/// address by address and by their ranks.
template <class Record>
void Exchange<Record>::sort_by_ranks(std::uint32_t w, std::uint32_t first, std::uint32_t last) {
  if constexpr (Record::carries_operand) {
    PhasedWorkerState<Record>& mine = workers_[w];
    const CallSites& sites = team_.workers[w]->sites;
    const auto of = [&](std::uint32_t j) -> const Record& { return mine.arrived[j]; };
    mine.by_rank.clear();
    for (std::uint32_t j = first; j < last; ++j) {
      if (!keeps_rank(w, of(j))) mine.by_rank.push_back(j);
    }
    const auto sorted = static_cast<std::ptrdiff_t>(mine.by_rank.size());
    for (std::uint32_t j = first; j < last; ++j) {
      if (keeps_rank(w, of(j))) mine.by_rank.push_back(j);
    }
    // By fingerprint, for which number a species gets differs from run to run.
    std::ranges::sort(mine.by_rank.begin() + sorted, mine.by_rank.end(), {}, [&](std::uint32_t j) {
      const Record& record = of(j);
      return std::tuple(sites.species(species_of(record.address)).fingerprint(), position_of(record.address),
                        record.processor, j);
    });
  }
}

// The members defined here; exchange.cpp has the others.
#define PRAM_RANKS(Record)                                                        \
  template bool Exchange<Record>::keeps_rank(std::uint32_t, const Record&) const; \
  template void Exchange<Record>::number_ranks();                                 \
  template void Exchange<Record>::sort_by_ranks(std::uint32_t, std::uint32_t, std::uint32_t);
PRAM_RANKS(ReadRecord)
PRAM_RANKS(UpdateRecord)
#undef PRAM_RANKS

}  // namespace pram::detail
