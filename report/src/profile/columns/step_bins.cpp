#include "step_bins.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include <pram/detail/ledger/facts.hpp>
#include <pram/report/detail/run/bins.hpp>
#include <pram/report/detail/value/fields.hpp>
#include "step_columns.hpp"

namespace pram::report {

namespace {

/// A number of each record, and its name.
template <class Step>
using Counts = std::vector<std::pair<const char*, std::function<std::uint64_t(const Step&)>>>;

std::uint64_t cost(const StepRecord& step) { return step.charge + step.charge_back; }
std::uint64_t cost(const SuperstepRecord& superstep) { return superstep.largest_work + superstep.total_charge(); }

std::uint64_t number_of(const StepRecord& step) { return step.step; }
std::uint64_t number_of(const SuperstepRecord& superstep) { return superstep.superstep; }

Counts<StepRecord> step_counts() {
  return {
      {"processors", [](const StepRecord& step) { return step.processors; }},
      {"requests", [](const StepRecord& step) { return step.requests.total(); }},
      {"distinct", [](const StepRecord& step) { return step.distinct; }},
      {"forward", [](const StepRecord& step) { return step.charge; }},
      {"back", [](const StepRecord& step) { return step.charge_back; }},
      {"charge", [](const StepRecord& step) { return cost(step); }},
      {"degree", [](const StepRecord& step) { return std::max(step.largest_read_degree, step.largest_write_degree); }}};
}

Counts<SuperstepRecord> superstep_counts() {
  return {{"work", [](const SuperstepRecord& superstep) { return superstep.largest_work; }},
          {"relation", [](const SuperstepRecord& superstep) { return superstep.relation(); }},
          {"words", [](const SuperstepRecord& superstep) { return superstep.words; }},
          {"charge", [](const SuperstepRecord& superstep) { return superstep.total_charge(); }}};
}

template <class Step>
std::vector<std::size_t> costliest(const std::vector<Step>& records, std::size_t most) {
  std::vector<std::size_t> places(records.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  const auto before = [&records](std::size_t a, std::size_t b) {
    return std::pair(cost(records[b]), a) < std::pair(cost(records[a]), b);
  };
  const std::size_t kept = std::min(most, places.size());
  std::ranges::partial_sort(places, places.begin() + static_cast<std::ptrdiff_t>(kept), before);
  places.resize(kept);
  return places;
}

/// The costliest record of each bin, the first of equal ones.
template <class Step>
std::vector<std::size_t> highest_of_bins(const std::vector<Step>& records, const Bins& bins) {
  std::vector<std::size_t> places;
  for (std::size_t bin = 0; bin < bins.bins; ++bin) {
    std::size_t highest = bins.first(bin);
    for (std::size_t k = highest; k < bins.first(bin + 1); ++k) {
      if (cost(records[k]) > cost(records[highest])) highest = k;
    }
    places.push_back(highest);
  }
  return places;
}

/// The pardos that each bin has to do with.
template <class Step>
Record pardos_of_bins(const std::vector<Step>& records, const Bins& bins) {
  using Pair = std::pair<std::size_t, std::uint32_t>;
  std::vector<Pair> pairs;
  for (std::size_t bin = 0; bin < bins.bins; ++bin) {
    std::set<std::uint32_t> pardos;
    for (std::size_t k = bins.first(bin); k < bins.first(bin + 1); ++k) {
      if (records[k].pardo_number > 0) pardos.insert(records[k].pardo);
    }
    for (const std::uint32_t one : pardos) pairs.emplace_back(bin, one);
  }
  return Fields<Pair>().data("place", &Pair::first).data("pardo", &Pair::second).columns(pairs);
}

template <class Step>
Record numbers_of_bins(const std::vector<Step>& records, const Bins& bins, const Counts<Step>& counts) {
  std::vector<std::size_t> numbers(bins.bins);
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  Record columns = Fields<std::size_t>()
                       .data("first", [&](std::size_t bin) { return number_of(records[bins.first(bin)]); })
                       .data("last", [&](std::size_t bin) { return number_of(records[bins.first(bin + 1) - 1]); })
                       .data("count", [&](std::size_t bin) { return bins.first(bin + 1) - bins.first(bin); })
                       .columns(numbers);
  Record most;
  Record sum;
  for (const auto& [name, of] : counts) {
    List largest;
    List sums;
    for (std::size_t bin = 0; bin < bins.bins; ++bin) {
      std::uint64_t most_of_bin = 0;
      std::uint64_t sum_of_bin = 0;
      for (std::size_t k = bins.first(bin); k < bins.first(bin + 1); ++k) {
        most_of_bin = std::max(most_of_bin, of(records[k]));
        sum_of_bin += of(records[k]);
      }
      largest.emplace_back(most_of_bin);
      sums.emplace_back(sum_of_bin);
    }
    most.emplace_back(name, largest);
    sum.emplace_back(name, sums);
  }
  columns.emplace_back("most", std::move(most));
  columns.emplace_back("sum", std::move(sum));
  return columns;
}

/// The charge of each phase, forward and back, of all steps of each bin.
List phases_of_bins(const Ledger& ledger, const Bins& bins) {
  List phases;
  for (std::size_t phase = 0; phase < ledger.phases().size(); ++phase) {
    List sums;
    for (std::size_t bin = 0; bin < bins.bins; ++bin) {
      std::uint64_t sum = 0;
      for (std::size_t k = bins.first(bin); k < bins.first(bin + 1); ++k) {
        const std::vector<PhaseRecord>& of_step = ledger.step_records()[k].phases;
        if (phase < of_step.size()) sum += of_step[phase].charge + of_step[phase].charge_back;
      }
      sums.emplace_back(sum);
    }
    phases.emplace_back(sums);
  }
  return phases;
}

/// What the lines of each bin asked for.
Record lines_of_bins(const std::vector<StepRecord>& steps, const Bins& bins) {
  struct Part {
    std::size_t place = 0;
    StepLine line = {};
    double charge = 0;
  };
  std::vector<Part> parts;
  for (std::size_t bin = 0; bin < bins.bins; ++bin) {
    std::map<std::uint32_t, Part> of_bin;
    for (std::size_t k = bins.first(bin); k < bins.first(bin + 1); ++k) {
      std::uint64_t all = 0;
      for (const StepLine& one : steps[k].lines) all += one.requests;
      for (const StepLine& one : steps[k].lines) {
        Part& part = of_bin.try_emplace(one.line, Part{bin, {one.line}}).first->second;
        pram::detail::add_facts(part.line, one);
        part.charge +=
            static_cast<double>(cost(steps[k])) * static_cast<double>(one.requests) / static_cast<double>(all);
      }
    }
    for (const auto& [number, part] : of_bin) parts.push_back(part);
  }
  const auto of = [](auto member) { return [member](const Part& part) { return part.line.*member; }; };
  return Fields<Part>()
      .data("place", &Part::place)
      .data("line", of(&StepLine::line))
      .data("requests", of(&StepLine::requests))
      .data("degree", of(&StepLine::largest_degree))
      .data("charge", [](const Part& part) { return std::round(1000 * part.charge) / 1000; })
      .columns(parts);
}

/// A field of a record.
Value& field(Record& record, const std::string& name) {
  return std::ranges::find(record, name, &Record::value_type::first)->second;
}

/// The columns without what does not depend on the records.
Record records_alone(Record columns) {
  std::erase_if(columns, [](const auto& column) {
    return column.first == "version" || column.first == "lines" || column.first == "without_record";
  });
  return columns;
}

}  // namespace

std::uint64_t numbers_of_columns(const Ledger& ledger) {
  std::uint64_t numbers = 8 * (ledger.step_records().size() + ledger.superstep_records().size());
  for (const StepRecord& step : ledger.step_records())
    numbers += ledger.phases().size() + (ledger.has_profile() ? 2 + 4 * step.lines.size() : 0);
  return numbers;
}

bool are_binned(const Ledger& ledger, const PageLimits& limits) { return numbers_of_columns(ledger) > limits.numbers; }

std::vector<std::size_t> costliest_steps(const Ledger& ledger, std::size_t most) {
  return costliest(ledger.step_records(), most);
}

std::vector<std::size_t> costliest_supersteps(const Ledger& ledger, std::size_t most) {
  return costliest(ledger.superstep_records(), most);
}

Record binned_columns(const Ledger& ledger, const PageLimits& limits) {
  const auto& steps = ledger.step_records();
  const auto& supersteps = ledger.superstep_records();
  const Bins step_bins = Bins::of(steps.size(), limits.bins);
  const Bins superstep_bins = Bins::of(supersteps.size(), limits.bins);
  Record columns =
      step_columns(ledger, {highest_of_bins(steps, step_bins), highest_of_bins(supersteps, superstep_bins)});
  Record of_steps = numbers_of_bins(steps, step_bins, step_counts());
  std::get<Record>(field(of_steps, "sum").is).emplace_back("phases", phases_of_bins(ledger, step_bins));
  Record of_supersteps = numbers_of_bins(supersteps, superstep_bins, superstep_counts());
  if (ledger.has_profile()) {
    of_steps.emplace_back("pardos", pardos_of_bins(steps, step_bins));
    of_supersteps.emplace_back("pardos", pardos_of_bins(supersteps, superstep_bins));
    std::erase_if(columns, [](const auto& column) { return column.first == "step_lines"; });
    columns.emplace_back("step_lines", lines_of_bins(steps, step_bins));
  }
  columns.emplace_back("bins", Record{{"steps", std::move(of_steps)}, {"supersteps", std::move(of_supersteps)}});
  columns.emplace_back("costliest",
                       records_alone(step_columns(ledger, {costliest_steps(ledger, limits.costliest),
                                                           costliest_supersteps(ledger, limits.costliest)})));
  return columns;
}

}  // namespace pram::report
