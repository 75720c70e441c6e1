#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "exchange.hpp"

/// Multiprefix where arrays have plans of their own, which may bring records of one address together in any order: each
/// record then merges only with its neighbours in the order of processors.
namespace pram::detail {

/// Whether this record must keep its order although its plan may ignore it.
template <class Record>
bool Exchange<Record>::takes_turns(std::uint32_t w, const Record& record) const {
  const std::uint32_t species = species_of(record.address);
  return routes_.has_own(species) && team_.workers[w]->sites.species(species).operation.action == Action::multiprefix;
}

/// Has every such record say, in place of its processor, how many requests of its address come before it.
template <class Record>
void Exchange<Record>::number_turns() {
  if constexpr (Record::carries_operand) {
    std::unordered_map<Address, std::uint32_t> requests;
    for (std::uint32_t w = 0; w < team_.count(); ++w) {
      PhasedWorkerState<Record>& mine = workers_[w];
      for (std::uint32_t k = 0; k < mine.count; ++k) {
        Record& record = mine.held[k];
        if (!takes_turns(w, record)) continue;
        std::uint32_t& before = requests[record.address];
        record.processor = before;
        before += record.weight;
      }
    }
  }
}

/// Puts the messages [first, last) into `turns`: first those without a turn, as they arrived, then the others, address
/// by address and each in its turn.
template <class Record>
void Exchange<Record>::find_turns(std::uint32_t w, std::uint32_t first, std::uint32_t last) {
  if constexpr (Record::carries_operand) {
    PhasedWorkerState<Record>& mine = workers_[w];
    const CallSites& sites = team_.workers[w]->sites;
    const auto of = [&](std::uint32_t j) -> const Record& { return mine.arrived[j]; };
    mine.turns.clear();
    for (std::uint32_t j = first; j < last; ++j) {
      if (!takes_turns(w, of(j))) mine.turns.push_back(j);
    }
    const auto sorted = static_cast<std::ptrdiff_t>(mine.turns.size());
    for (std::uint32_t j = first; j < last; ++j) {
      if (takes_turns(w, of(j))) mine.turns.push_back(j);
    }
    // By fingerprint, for which number a species gets differs from run to run.
    std::ranges::sort(mine.turns.begin() + sorted, mine.turns.end(), {}, [&](std::uint32_t j) {
      const Record& record = of(j);
      return std::tuple(sites.species(species_of(record.address)).fingerprint(), position_of(record.address),
                        record.processor, j);
    });
  }
}

// The members defined here; exchange.cpp has the others.
#define PRAM_TURNS(Record)                                                         \
  template bool Exchange<Record>::takes_turns(std::uint32_t, const Record&) const; \
  template void Exchange<Record>::number_turns();                                  \
  template void Exchange<Record>::find_turns(std::uint32_t, std::uint32_t, std::uint32_t);
PRAM_TURNS(ReadRecord)
PRAM_TURNS(UpdateRecord)
#undef PRAM_TURNS

}  // namespace pram::detail
