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
using detail::subtract_facts;

std::uint64_t times_used(const PardoTotal& one) { return one.times + one.steps + one.supersteps; }

/// The two are trees, one region after the other, and the earlier one's regions are found in their order.
std::vector<RegionTotal> regions_between(const std::vector<RegionTotal>& after,
                                         const std::vector<RegionTotal>& before) {
  std::vector<RegionTotal> left = after;
  auto old = before.begin();
  for (RegionTotal& region : left) {
    if (old == before.end()) break;
    if (!detail::same_keys(region, *old)) continue;
    subtract_facts(region, *old);
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

/// Means are of whole numbers: nothing is left of them where these are 0. Degrees are found anew, or stay.
void subtract_rest(SuperstepTotal& left, const SuperstepTotal& old) {
  if (left.work == 0) left.mean_work = 0;
  if (left.words == 0) left.mean_words = 0;
  if (!left.shared.queuing.subtract(old.shared.queuing))
    detail::refuse_subtraction("supersteps of a tag with shared arrays");
}

/// The degrees of tags, from the records of all their supersteps.
void find_degrees(std::vector<SuperstepTotal>& totals, const std::vector<SuperstepRecord>& records) {
  std::map<std::string, SuperstepTotal::Shared*> shared_of;
  for (SuperstepTotal& total : totals) {
    detail::forget_largest_facts(total.shared);
    shared_of[total.tag] = &total.shared;
  }
  for (const SuperstepRecord& one : records) {
    detail::add_largest_facts(*shared_of.at(one.tag), one.shared);
  }
}

/// Says for a record of steps in between where its pardo and its lines stand among those in between.
class RecordNumbers {
 public:
  RecordNumbers(const LedgerData& after, const std::vector<LineTotal>& lines, const std::vector<PardoTotal>& pardos)
      : line_(places(after.lines, lines)), pardo_(places(after.pardos, pardos)) {}

  std::uint32_t line(std::uint32_t before) const { return line_.at(before); }
  template <class Record>
  void number_anew(Record& record, std::vector<StepLine>& lines) const {
    for (StepLine& one : lines) one.line = line_.at(one.line);
    if (record.pardo_number > 0) record.pardo = pardo_.at(record.pardo);
  }

 private:
  /// The place of each total among those that are left. The other totals have no records.
  template <class Total>
  static std::vector<std::uint32_t> places(const std::vector<Total>& all, const std::vector<Total>& left) {
    std::vector<std::uint32_t> place(all.size(), 0);
    std::size_t next = 0;  // the two lists have one order
    for (std::size_t k = 0; k < all.size() && next < left.size(); ++k) {
      if (detail::same_keys(all[k], left[next])) place[k] = static_cast<std::uint32_t>(next++);
    }
    return place;
  }

  std::vector<std::uint32_t> line_;
  std::vector<std::uint32_t> pardo_;
};

}  // namespace

Ledger operator-(const Ledger& later, const Ledger& earlier) {
  const LedgerData& after = later.data_;
  const LedgerData& before = earlier.data_;
  if (after.machine != before.machine && after.machine != 0 && before.machine != 0) {
    throw Error(
        "ledgers of two machines do not subtract: copy machine.ledger() before the part that you want to know, and "
        "subtract the copy from the ledger of the same machine after it");
  }
  Ledger difference = later;
  LedgerData& left = difference.data_;
  subtract_facts(left, before);
  if (left.requests.total() == 0) left.distinct_charge = 0;

  if (after.phases.size() < before.phases.size()) detail::refuse_subtraction("phases that are only in the earlier one");
  for (std::size_t k = 0; k < before.phases.size(); ++k) subtract_facts(left.phases[k], before.phases[k]);
  while (!left.phases.empty() && left.phases.back().steps == 0) left.phases.pop_back();

  left.lines = each_minus(after.lines, before.lines, "a source line", &LineTotal::steps,
                          [](LineTotal& line, const LineTotal& old) {
                            for (std::size_t k = 0; k < line.degrees.size(); ++k)
                              line.degrees[k] = detail::minus(line.degrees[k], old.degrees[k], "degrees of a line");
                          });
  left.collectives = each_minus(after.collectives, before.collectives, "a collective", &CollectiveTotal::times);
  left.superstep_totals =
      each_minus(after.superstep_totals, before.superstep_totals, "a tag", &SuperstepTotal::supersteps, subtract_rest);
  left.superstep_records.erase(
      left.superstep_records.begin(),
      left.superstep_records.begin() +
          static_cast<std::ptrdiff_t>(std::min(before.superstep_records.size(), after.superstep_records.size())));
  if (left.superstep_records.size() == left.supersteps) {
    left.processes = 0;
    for (const SuperstepRecord& one : left.superstep_records) left.processes = std::max(left.processes, one.processes);
    find_degrees(left.superstep_totals, left.superstep_records);
  }
  left.transfers = each_minus(after.transfers, before.transfers, "a line of a BSP program", &TransferTotal::supersteps);
  left.unread_messages = each_minus(after.unread_messages, before.unread_messages, "a queue of unread messages",
                                    &UnreadMessages::messages);
  left.mixed_lines = each_minus(
      after.mixed_lines, before.mixed_lines, "lines that shared a step", &MixedLines::steps,
      [](const MixedLines&, const MixedLines&) {},
      [](const MixedLines& a, const MixedLines& b) { return a.lines == b.lines; });
  left.regions = regions_between(after.regions, before.regions);
  left.pardos = each_minus(after.pardos, before.pardos, "a pardo", times_used);
  left.components = detail::components_between(after.components, before.components);
  left.network_load = detail::load_between(after.network_load, before.network_load);
  left.loads_over_time = detail::loads_between(after.loads_over_time, before.loads_over_time);

  // Where many cells are contended the ledger forgets those of least degree. Their counts begin anew when they return.
  std::map<std::pair<std::string, std::uint64_t>, std::uint64_t> steps_before;
  for (const CellTotal& old : before.cells) steps_before[{old.array, old.index}] = old.steps;
  for (CellTotal& cell : left.cells) {
    const auto old = steps_before.find({cell.array, cell.index});
    if (old != steps_before.end() && cell.steps >= old->second) cell.steps -= old->second;
  }
  std::erase_if(left.cells, [](const CellTotal& cell) { return cell.steps == 0; });

  std::erase_if(left.step_records, [&before](const StepRecord& step) { return step.step <= before.last_step; });
  const RecordNumbers numbers(after, left.lines, left.pardos);
  for (StepRecord& step : left.step_records) {
    step.line = step.requests.total() > 0 ? numbers.line(step.line) : 0;
    numbers.number_anew(step, step.lines);
  }
  for (SuperstepRecord& superstep : left.superstep_records) numbers.number_anew(superstep, superstep.shared.lines);
  detail::find_first_steps(left.pardos, before.pardos, left.step_records, left.superstep_records);
  if (left.step_records.size() != left.steps || left.superstep_records.size() != left.supersteps) return difference;

  // Every step and superstep in between has its record: what does not subtract is found anew.
  left.processors = left.largest_read_degree = left.largest_write_degree = 0;
  left.distinct_charge = 0;
  for (PhaseTotal& phase : left.phases) detail::forget_largest_facts(phase);
  const auto find_anew = [&left](const auto& asked) {
    detail::add_largest_facts(left, asked);
    left.distinct_charge += asked.distinct_charge;
    for (std::size_t k = 0; k < asked.phases.size(); ++k) detail::add_largest_facts(left.phases[k], asked.phases[k]);
  };
  for (const StepRecord& step : left.step_records) find_anew(step);
  for (const SuperstepRecord& superstep : left.superstep_records) find_anew(superstep.shared);
  const std::uint64_t largest = std::max(left.largest_read_degree, left.largest_write_degree);
  for (LineTotal& line : left.lines) line.largest_degree = std::min(line.largest_degree, largest);
  return difference;
}

}  // namespace pram
