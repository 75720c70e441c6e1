#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <pram/ledger.hpp>

#include "profile/profile_difference.hpp"
#include "profile/subtract.hpp"

/// What was done between two copies of a ledger.
namespace pram {

namespace {

using detail::each_minus;
using detail::minus;
using detail::subtract_each;

RequestCounts minus(const RequestCounts& after, const RequestCounts& before) {
  return {minus(after.reads, before.reads, "reads"), minus(after.writes, before.writes, "writes"),
          minus(after.updates, before.updates, "updates"), minus(after.fetches, before.fetches, "fetches")};
}

bool same_line(const LineTotal& a, const LineTotal& b) {
  return a.where == b.where && a.array == b.array && a.operation == b.operation;
}

/// Both are trees, one region after the other, and the earlier one's regions are found in their order.
std::vector<RegionTotal> regions_between(const std::vector<RegionTotal>& after,
                                         const std::vector<RegionTotal>& before) {
  std::vector<RegionTotal> left = after;
  auto old = before.begin();
  for (RegionTotal& region : left) {
    if (old == before.end()) break;
    if (region.depth != old->depth || region.name != old->name) continue;
    region.times = minus(region.times, old->times, "times of a region");
    region.steps = minus(region.steps, old->steps, "steps of a region");
    region.work = minus(region.work, old->work, "work of a region");
    region.requests = minus(region.requests, old->requests);
    region.charge = minus(region.charge, old->charge, "charge of a region");
    region.charge_back = minus(region.charge_back, old->charge_back, "charge back of a region");
    region.collective_charge =
        minus(region.collective_charge, old->collective_charge, "charge of collectives of a region");
    region.supersteps = minus(region.supersteps, old->supersteps, "supersteps of a region");
    region.superstep_charge = minus(region.superstep_charge, old->superstep_charge, "charge of supersteps of a region");
    region.distinct_charge -= old->distinct_charge;
    if (region.requests.total() == 0) region.distinct_charge = 0;
    const std::uint64_t known = old->stretches.empty() ? 0 : old->stretches.back().last;
    std::erase_if(region.stretches, [known](const RegionTotal::Stretch& one) { return one.last <= known; });
    for (RegionTotal::Stretch& one : region.stretches) one.first = std::max(one.first, known + 1);
    ++old;
  }
  if (old != before.end()) detail::refuse_subtraction("a region that is only in the earlier one");
  // From the last region on, since a region also stays if one inside it stays.
  std::vector<RegionTotal> kept;
  std::size_t around = left.size();  // depth of the next that must stay
  for (auto region = left.rbegin(); region != left.rend(); ++region) {
    const bool used = region->times + region->steps + region->total_charge() > 0;
    if (!used && region->depth != around) continue;
    around = region->depth > 0 ? region->depth - 1 : left.size();
    kept.push_back(std::move(*region));
  }
  std::ranges::reverse(kept);
  return kept;
}

void subtract(CollectiveTotal& left, const CollectiveTotal& old) {
  left.times = minus(left.times, old.times, "collectives");
  left.words = minus(left.words, old.words, "words of a collective");
  left.steps = minus(left.steps, old.steps, "steps of a collective");
  left.charge = minus(left.charge, old.charge, "charge of a collective");
  if (left.lower_bound && old.lower_bound) {
    *left.lower_bound -= *old.lower_bound;
  } else {
    left.lower_bound.reset();
  }
}

/// Means are of whole numbers: nothing is left of them where these are 0. Degrees are found anew, or stay.
void subtract(SuperstepTotal& left, const SuperstepTotal& old) {
  subtract_each(left, old,
                {{&SuperstepTotal::supersteps, "supersteps of a tag"},
                 {&SuperstepTotal::work, "work of a tag"},
                 {&SuperstepTotal::largest_work, "largest work of a tag"},
                 {&SuperstepTotal::messages, "messages of a tag"},
                 {&SuperstepTotal::words, "words of a tag"},
                 {&SuperstepTotal::largest_sent, "most words sent of a tag"},
                 {&SuperstepTotal::largest_received, "most words got of a tag"},
                 {&SuperstepTotal::relation, "relations of a tag"},
                 {&SuperstepTotal::pattern, "patterns of a tag"},
                 {&SuperstepTotal::pattern_back, "patterns back of a tag"},
                 {&SuperstepTotal::charge, "charge of a tag"},
                 {&SuperstepTotal::charge_back, "charge back of a tag"}});
  left.mean_work = left.work > 0 ? left.mean_work - old.mean_work : 0;
  left.mean_words = left.words > 0 ? left.mean_words - old.mean_words : 0;
  using Shared = SuperstepTotal::Shared;
  left.shared.requests = minus(left.shared.requests, old.shared.requests);
  subtract_each(left.shared, old.shared,
                {{&Shared::supersteps, "supersteps of a tag with shared arrays"},
                 {&Shared::distinct, "distinct addresses of a tag"},
                 {&Shared::largest_operations, "operations of a tag"},
                 {&Shared::largest_accesses, "accesses of a tag"},
                 {&Shared::contention, "contention of a tag"},
                 {&Shared::charge, "charge of shared arrays of a tag"},
                 {&Shared::charge_back, "charge back of shared arrays of a tag"}});
  if (!left.shared.queuing.subtract(old.shared.queuing))
    detail::refuse_subtraction("supersteps of a tag with shared arrays");
}

/// The degrees of tags, from the records of all their supersteps.
void find_degrees(std::vector<SuperstepTotal>& totals, const std::vector<SuperstepRecord>& records) {
  std::map<std::string, SuperstepTotal::Shared*> shared_of;
  for (SuperstepTotal& total : totals) {
    total.shared.largest_read_degree = total.shared.largest_write_degree = 0;
    shared_of[total.tag] = &total.shared;
  }
  for (const SuperstepRecord& one : records) {
    SuperstepTotal::Shared& shared = *shared_of.at(one.tag);
    shared.largest_read_degree = std::max(shared.largest_read_degree, one.shared.largest_read_degree);
    shared.largest_write_degree = std::max(shared.largest_write_degree, one.shared.largest_write_degree);
  }
}

void subtract(TransferTotal& left, const TransferTotal& old) {
  left.messages = minus(left.messages, old.messages, "messages of a line");
  left.words = minus(left.words, old.words, "words of a line");
  left.supersteps = minus(left.supersteps, old.supersteps, "supersteps of a line");
  left.charge -= old.charge;
}

/// Says for a record of steps in between where its pardo and its lines stand among those in between.
class RecordNumbers {
 public:
  RecordNumbers(const Ledger& after, const std::vector<LineTotal>& lines, const std::vector<PardoTotal>& pardos)
      : line_(places(after.lines(), lines, same_line)), pardo_(places(after.pardos(), pardos, detail::same_pardo)) {}

  std::uint32_t line(std::uint32_t before) const { return line_.at(before); }
  template <class Record>
  void number_anew(Record& record, std::vector<StepLine>& lines) const {
    for (StepLine& one : lines) one.line = line_.at(one.line);
    if (record.pardo_number > 0) record.pardo = pardo_.at(record.pardo);
  }

 private:
  /// Of each total its place among those that are left. The others have no records.
  template <class Total, class Same>
  static std::vector<std::uint32_t> places(const std::vector<Total>& all, const std::vector<Total>& left,
                                           const Same& same) {
    std::vector<std::uint32_t> place(all.size(), 0);
    std::size_t next = 0;  // both stand in one order
    for (std::size_t k = 0; k < all.size() && next < left.size(); ++k) {
      if (same(all[k], left[next])) place[k] = static_cast<std::uint32_t>(next++);
    }
    return place;
  }

  std::vector<std::uint32_t> line_;
  std::vector<std::uint32_t> pardo_;
};

}  // namespace

Ledger operator-(const Ledger& after, const Ledger& before) {
  if (after.machine_ != before.machine_ && after.machine_ != 0 && before.machine_ != 0) {
    throw Error(
        "ledgers of two machines do not subtract: copy machine.ledger() before the part that you want to know, and "
        "subtract the copy from the ledger of the same machine after it");
  }
  Ledger left = after;
  left.steps_ = minus(after.steps_, before.steps_, "steps");
  left.work_ = minus(after.work_, before.work_, "work");
  subtract_each(left.step_total_, before.step_total_,
                {{&StepTotal::contention, "contention of steps"},
                 {&StepTotal::relation, "relations of steps"},
                 {&StepTotal::exchanges, "exchanges of steps"}});
  left.requests_ = minus(after.requests_, before.requests_);
  left.charge_ = minus(after.charge_, before.charge_, "charge");
  left.charge_back_ = minus(after.charge_back_, before.charge_back_, "charge back");
  left.collective_charge_ = minus(after.collective_charge_, before.collective_charge_, "charge of collectives");
  left.distinct_charge_ = left.requests_.total() > 0 ? after.distinct_charge_ - before.distinct_charge_ : 0;
  left.mixed_steps_ = minus(after.mixed_steps_, before.mixed_steps_, "mixed steps");
  const auto steps_with = [](std::uint64_t later, std::uint64_t earlier) {
    return minus(later, earlier, "steps that a model does not allow");
  };
  left.breaches_ = {steps_with(after.breaches_.concurrent_reads, before.breaches_.concurrent_reads),
                    steps_with(after.breaches_.concurrent_writes, before.breaches_.concurrent_writes),
                    steps_with(after.breaches_.read_with_write, before.breaches_.read_with_write),
                    steps_with(after.breaches_.unequal_writes, before.breaches_.unequal_writes),
                    steps_with(after.breaches_.combined_writes, before.breaches_.combined_writes)};

  if (after.phases_.size() < before.phases_.size())
    detail::refuse_subtraction("phases that are only in the earlier one");
  for (std::size_t k = 0; k < before.phases_.size(); ++k) {
    PhaseTotal& phase = left.phases_[k];
    const PhaseTotal& old = before.phases_[k];
    phase.steps = minus(phase.steps, old.steps, "steps of a phase");
    phase.messages = minus(phase.messages, old.messages, "messages of a phase");
    phase.combined = minus(phase.combined, old.combined, "messages of a phase after merging");
    phase.charge = minus(phase.charge, old.charge, "charge of a phase");
    phase.charge_back = minus(phase.charge_back, old.charge_back, "charge back of a phase");
  }
  while (!left.phases_.empty() && left.phases_.back().steps == 0) left.phases_.pop_back();

  left.lines_ = each_minus(
      after.lines_, before.lines_, "a source line", same_line,
      [](LineTotal& line, const LineTotal& old) {
        line.requests = minus(line.requests, old.requests, "requests of a line");
        line.distinct = minus(line.distinct, old.distinct, "distinct addresses of a line");
        line.steps = minus(line.steps, old.steps, "steps of a line");
        line.charge = minus(line.charge, old.charge, "charge of a line");
        line.charge_forward -= old.charge_forward;
        line.distinct_charge -= old.distinct_charge;
        for (std::size_t k = 0; k < line.degrees.size(); ++k)
          line.degrees[k] = minus(line.degrees[k], old.degrees[k], "degrees of a line");
      },
      [](const LineTotal& line) { return line.steps == 0; });
  left.collectives_ = each_minus(
      after.collectives_, before.collectives_, "a collective",
      [](const CollectiveTotal& a, const CollectiveTotal& b) {
        return a.where == b.where && a.array == b.array && a.operation == b.operation && a.algorithm == b.algorithm;
      },
      [](CollectiveTotal& one, const CollectiveTotal& old) { subtract(one, old); },
      [](const CollectiveTotal& one) { return one.times == 0; });
  left.supersteps_ = minus(after.supersteps_, before.supersteps_, "supersteps");
  left.superstep_charge_ = minus(after.superstep_charge_, before.superstep_charge_, "charge of supersteps");
  left.superstep_totals_ = each_minus(
      after.superstep_totals_, before.superstep_totals_, "a tag",
      [](const SuperstepTotal& a, const SuperstepTotal& b) { return a.tag == b.tag; },
      [](SuperstepTotal& one, const SuperstepTotal& old) { subtract(one, old); },
      [](const SuperstepTotal& one) { return one.supersteps == 0; });
  left.superstep_records_.erase(
      left.superstep_records_.begin(),
      left.superstep_records_.begin() +
          static_cast<std::ptrdiff_t>(std::min(before.superstep_records_.size(), after.superstep_records_.size())));
  if (left.superstep_records_.size() == left.supersteps_) {
    left.processes_ = 0;
    for (const SuperstepRecord& one : left.superstep_records_)
      left.processes_ = std::max(left.processes_, one.processes);
    find_degrees(left.superstep_totals_, left.superstep_records_);
  }
  left.transfers_ = each_minus(
      after.transfers_, before.transfers_, "a line of a BSP program",
      [](const TransferTotal& a, const TransferTotal& b) {
        return a.where == b.where && a.subject == b.subject && a.operation == b.operation;
      },
      [](TransferTotal& one, const TransferTotal& old) { subtract(one, old); },
      [](const TransferTotal& one) { return one.supersteps == 0; });
  left.unread_messages_ = each_minus(
      after.unread_messages_, before.unread_messages_, "a queue of unread messages",
      [](const UnreadMessages& a, const UnreadMessages& b) { return a.queue == b.queue; },
      [](UnreadMessages& one, const UnreadMessages& old) {
        one.messages = minus(one.messages, old.messages, "unread messages");
        one.of_another_type = minus(one.of_another_type, old.of_another_type, "messages of another type");
      },
      [](const UnreadMessages& one) { return one.messages == 0; });
  left.mixed_lines_ = each_minus(
      after.mixed_lines_, before.mixed_lines_, "lines that shared a step",
      [](const MixedLines& a, const MixedLines& b) { return a.lines == b.lines; },
      [](MixedLines& one, const MixedLines& old) { one.steps = minus(one.steps, old.steps, "steps of mixed lines"); },
      [](const MixedLines& one) { return one.steps == 0; });
  left.regions_ = regions_between(after.regions_, before.regions_);
  left.pardos_ = detail::pardos_between(after.pardos_, before.pardos_);
  left.components_ = detail::components_between(after.components_, before.components_);
  left.network_load_ = detail::load_between(after.network_load_, before.network_load_);
  left.loads_over_time_ = detail::loads_between(after.loads_over_time_, before.loads_over_time_);

  // Where many cells are contended the ledger forgets those of least degree. Their counts begin anew when they return.
  std::map<std::pair<std::string, std::uint64_t>, std::uint64_t> steps_before;
  for (const CellTotal& old : before.cells_) steps_before[{old.array, old.index}] = old.steps;
  for (CellTotal& cell : left.cells_) {
    const auto old = steps_before.find({cell.array, cell.index});
    if (old != steps_before.end() && cell.steps >= old->second) cell.steps -= old->second;
  }
  std::erase_if(left.cells_, [](const CellTotal& cell) { return cell.steps == 0; });

  std::erase_if(left.step_records_, [&before](const StepRecord& step) { return step.step <= before.last_step_; });
  const RecordNumbers numbers(after, left.lines_, left.pardos_);
  for (StepRecord& step : left.step_records_) {
    step.line = step.requests.total() > 0 ? numbers.line(step.line) : 0;
    numbers.number_anew(step, step.lines);
  }
  for (SuperstepRecord& superstep : left.superstep_records_) numbers.number_anew(superstep, superstep.shared.lines);
  detail::find_first_steps(left.pardos_, before.pardos_, left.step_records_, left.superstep_records_);
  if (left.step_records_.size() != left.steps_ || left.superstep_records_.size() != left.supersteps_) return left;

  // Every step and superstep in between has its record: what does not subtract is found anew.
  left.processors_ = left.largest_read_degree_ = left.largest_write_degree_ = 0;
  left.distinct_charge_ = 0;
  for (PhaseTotal& phase : left.phases_) phase.largest_sent = phase.largest_received = 0;
  const auto take_largest = [&left](const auto& asked) {
    left.largest_read_degree_ = std::max(left.largest_read_degree_, asked.largest_read_degree);
    left.largest_write_degree_ = std::max(left.largest_write_degree_, asked.largest_write_degree);
    left.distinct_charge_ += asked.distinct_charge;
    for (std::size_t k = 0; k < asked.phases.size(); ++k) {
      PhaseTotal& phase = left.phases_[k];
      phase.largest_sent = std::max(phase.largest_sent, asked.phases[k].largest_sent);
      phase.largest_received = std::max(phase.largest_received, asked.phases[k].largest_received);
    }
  };
  for (const StepRecord& step : left.step_records_) {
    left.processors_ = std::max(left.processors_, step.processors);
    take_largest(step);
  }
  for (const SuperstepRecord& superstep : left.superstep_records_) take_largest(superstep.shared);
  const std::uint64_t largest = std::max(left.largest_read_degree_, left.largest_write_degree_);
  for (LineTotal& line : left.lines_) line.largest_degree = std::min(line.largest_degree, largest);
  return left;
}

}  // namespace pram
