#include <pram/ledger.hpp>

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

namespace pram {

void StepTotal::add(const StepRecord& step) {
  contention += step.contention();
  for (const PhaseRecord& phase : step.phases) {
    relation += std::uint64_t{phase.relation()} + phase.largest_replies;
    exchanges += (phase.relation() > 0 ? 1 : 0) + (phase.largest_replies > 0 ? 1 : 0);
  }
}

void SuperstepTotal::add(const SuperstepRecord& superstep) {
  ++supersteps;
  work += superstep.work;
  largest_work += superstep.largest_work;
  mean_work += superstep.mean_work();
  messages += superstep.messages;
  words += superstep.words;
  largest_sent += superstep.largest_sent;
  largest_received += superstep.largest_received;
  mean_words += superstep.mean_words();
  relation += superstep.relation();
  pattern += superstep.pattern;
  pattern_back += superstep.pattern_back;
  charge += superstep.charge;
  charge_back += superstep.charge_back;
  if (superstep.shared.requests.total() == 0) return;
  ++shared.supersteps;
  shared.requests += superstep.shared.requests;
  shared.distinct += superstep.shared.distinct;
  shared.largest_operations += superstep.largest_operations;
  shared.largest_accesses += superstep.largest_accesses();
  shared.contention += superstep.contention();
  shared.largest_read_degree = std::max(shared.largest_read_degree, superstep.shared.largest_read_degree);
  shared.largest_write_degree = std::max(shared.largest_write_degree, superstep.shared.largest_write_degree);
  shared.charge += superstep.shared.charge;
  shared.charge_back += superstep.shared.charge_back;
  shared.queuing.add(std::max(superstep.largest_operations, superstep.contention()), superstep.largest_accesses());
}

void SuperstepTotal::add(const SuperstepTotal& other) {
  supersteps += other.supersteps;
  work += other.work;
  largest_work += other.largest_work;
  mean_work += other.mean_work;
  messages += other.messages;
  words += other.words;
  largest_sent += other.largest_sent;
  largest_received += other.largest_received;
  mean_words += other.mean_words;
  relation += other.relation;
  pattern += other.pattern;
  pattern_back += other.pattern_back;
  charge += other.charge;
  charge_back += other.charge_back;
  shared.supersteps += other.shared.supersteps;
  shared.requests += other.shared.requests;
  shared.distinct += other.shared.distinct;
  shared.largest_operations += other.shared.largest_operations;
  shared.largest_accesses += other.shared.largest_accesses;
  shared.contention += other.shared.contention;
  shared.largest_read_degree = std::max(shared.largest_read_degree, other.shared.largest_read_degree);
  shared.largest_write_degree = std::max(shared.largest_write_degree, other.shared.largest_write_degree);
  shared.charge += other.shared.charge;
  shared.charge_back += other.shared.charge_back;
  shared.queuing.add(other.shared.queuing);
}

Copy<CellTotal> Ledger::cells() const {
  constexpr std::size_t shown = 64;
  Copy<CellTotal> hottest = cells_;
  std::ranges::sort(hottest, [](const CellTotal& a, const CellTotal& b) {
    return std::tie(b.largest_degree, a.array, a.index) < std::tie(a.largest_degree, b.array, b.index);
  });
  if (hottest.size() > shown) hottest.resize(shown);
  return hottest;
}

Copy<MixedLines> Ledger::mixed_lines() const {
  Copy<MixedLines> sorted = mixed_lines_;
  std::ranges::sort(sorted, [](const MixedLines& a, const MixedLines& b) {
    return std::tie(b.steps, a.step) < std::tie(a.steps, b.step);
  });
  return sorted;
}

double Ledger::performance_factor(std::size_t phase) const {
  if (distinct_charge_ <= 0) return 0;
  if (phase >= phases_.size()) {
    throw Error("phase " + std::to_string(phase) + " has no share of the performance factor: the ledger has " +
                std::to_string(phases_.size()) + " phases, counted from 0");
  }
  return static_cast<double>(phases_[phase].charge) / distinct_charge_;
}

Copy<std::string> Ledger::models() const {
  Copy<std::string> satisfied;
  const bool exclusive_write = breaches_.concurrent_writes + breaches_.read_with_write == 0;
  if (exclusive_write && breaches_.concurrent_reads == 0) satisfied.emplace_back("EREW");
  if (exclusive_write) satisfied.emplace_back("CREW");
  if (exclusive_write || breaches_.unequal_writes + breaches_.combined_writes == 0)
    satisfied.emplace_back("CRCW common");
  satisfied.emplace_back("CRCW");
  return satisfied;
}

}  // namespace pram
