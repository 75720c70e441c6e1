#include <pram/ledger.hpp>

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include <pram/detail/ledger/facts.hpp>

namespace pram {

RequestCounts& RequestCounts::operator+=(const RequestCounts& other) {
  detail::add_facts(*this, other);
  return *this;
}

void StepTotal::add(const StepRecord& step) {
  contention += step.contention();
  for (const PhaseRecord& phase : step.phases) {
    relation += std::uint64_t{phase.relation()} + phase.largest_replies;
    exchanges += (phase.relation() > 0 ? 1 : 0) + (phase.largest_replies > 0 ? 1 : 0);
  }
}

void SuperstepTotal::add(const SuperstepRecord& superstep) {
  ++supersteps;
  detail::add_common_facts(*this, superstep);
  mean_work += superstep.mean_work();
  mean_words += superstep.mean_words();
  relation += superstep.relation();
  if (superstep.shared.requests.total() == 0) return;
  ++shared.supersteps;
  detail::add_common_facts(shared, superstep.shared);
  shared.largest_operations += superstep.largest_operations;
  shared.largest_accesses += superstep.largest_accesses();
  shared.contention += superstep.contention();
  shared.queuing.add(std::max(superstep.largest_operations, superstep.contention()), superstep.largest_accesses());
}

void SuperstepTotal::add(const SuperstepTotal& other) {
  detail::add_facts(*this, other);
  shared.queuing.add(other.shared.queuing);
}

Copy<CellTotal> Ledger::cells() const {
  constexpr std::size_t shown = 64;
  Copy<CellTotal> hottest = data_.cells;
  std::ranges::sort(hottest, [](const CellTotal& a, const CellTotal& b) {
    return std::tie(b.largest_degree, a.array, a.index) < std::tie(a.largest_degree, b.array, b.index);
  });
  if (hottest.size() > shown) hottest.resize(shown);
  return hottest;
}

Copy<MixedLines> Ledger::mixed_lines() const {
  Copy<MixedLines> sorted = data_.mixed_lines;
  std::ranges::sort(sorted, [](const MixedLines& a, const MixedLines& b) {
    return std::tie(b.steps, a.step) < std::tie(a.steps, b.step);
  });
  return sorted;
}

double Ledger::performance_factor(std::size_t phase) const {
  if (data_.distinct_charge <= 0) return 0;
  if (phase >= data_.phases.size()) {
    throw Error("phase " + std::to_string(phase) + " has no share of the performance factor: the ledger has " +
                std::to_string(data_.phases.size()) + " phases, counted from 0");
  }
  return static_cast<double>(data_.phases[phase].charge) / data_.distinct_charge;
}

Copy<std::string> Ledger::models() const {
  Copy<std::string> satisfied;
  const bool exclusive_write = data_.breaches.concurrent_writes + data_.breaches.read_with_write == 0;
  if (exclusive_write && data_.breaches.concurrent_reads == 0) satisfied.emplace_back("EREW");
  if (exclusive_write) satisfied.emplace_back("CREW");
  if (exclusive_write || data_.breaches.unequal_writes + data_.breaches.combined_writes == 0)
    satisfied.emplace_back("CRCW common");
  satisfied.emplace_back("CRCW");
  return satisfied;
}

}  // namespace pram
