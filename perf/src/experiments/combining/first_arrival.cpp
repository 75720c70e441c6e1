#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include <pram/error.hpp>
#include <pram/machine.hpp>
#include <pram/perf/experiment.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/text.hpp>
#include "parts/part.hpp"
#include "report/statistic_value.hpp"

/// Writes without barriers between the phases of combining (TR-24-92, Section 5), which gives no numbers of them.
namespace pram::perf {

namespace {

constexpr std::uint64_t writes_a_component = 32;
constexpr const char* write_timings[] = {"", ",timing=asynchronous", ",timing=asynchronous,winner=first"};

/// Charge and messages of a step in which every cell is written by `degree` processors.
struct WriteCost {
  double charge = 0;
  double messages = 0;
};

void kept_members(MaybeConst<WriteCost> auto& cost, const auto& member) {
  member("charge", cost.charge);
  member("messages", cost.messages);
}

/// The writes of one degree: with barriers, without where the winner is drawn, and without where it is the first.
struct WriteRow {
  std::uint64_t degree = 0;
  Statistic charge[3];
  Statistic messages[3];

  double again() const { return messages[1].mean() - messages[2].mean(); }
  double of_barriers(std::size_t timing) const { return charge[timing].mean() / charge[0].mean(); }
};

/// Numbers the writes cell by cell, and has component x mod p make write x, as the paper's experiment does.
WriteCost write_step(std::uint32_t components, std::uint64_t degree, const char* timing, std::uint64_t seed) {
  Machine machine({.components = components,
                   .access = std::string("combining") + timing,
                   .threads = 1,
                   .seed = seed,
                   .ledger_steps = 1});
  const auto cells = machine.array<std::uint64_t>(writes_a_component * components / degree, 0, "cells");
  machine.pardo(writes_a_component * components, [&](Processor self) -> Task<> {
    const std::uint64_t write = self.id() % writes_a_component * components + self.id() / writes_a_component;
    co_await (cells[write / degree] = self.id());
  });
  WriteCost cost;
  for (const StepRecord& step : machine.ledger().step_records()) {
    cost.charge += static_cast<double>(step.charge);
    for (const PhaseRecord& phase : step.phases) cost.messages += static_cast<double>(phase.messages);
  }
  return cost;
}

std::vector<WriteRow> write_rows(const ExperimentRequest& asked) {
  const auto components = static_cast<std::uint32_t>(asked.number("--components"));
  const std::uint64_t runs = asked.number("--runs");
  std::vector<WriteRow> rows;
  for (std::uint64_t degree = components; degree > 0; degree /= 4) rows.emplace_back().degree = degree;
  std::uint64_t done = 0;
  try {
    for (WriteRow& row : rows) {
      for (std::uint64_t run = 0; run < runs; ++run) {
        if (asked.progress && !asked.progress(done++, runs * rows.size())) return rows;
        const std::uint64_t seed = asked.number("--seed") * 1'000'003 + run;
        const auto costs =
            part<std::vector<WriteCost>>(asked.parts, fmt::format("degree {}, run {}", row.degree, run), [&] {
              std::vector<WriteCost> made;
              for (const char* const timing : write_timings)
                made.push_back(write_step(components, row.degree, timing, seed));
              return made;
            });
        for (std::size_t k = 0; k < std::size(write_timings); ++k) {
          row.charge[k].add(costs.at(k).charge);
          row.messages[k].add(costs.at(k).messages);
        }
      }
    }
  } catch (const Interrupted&) {  // within a run: the others count
  }
  return rows;
}

Report write_report(const std::vector<WriteRow>& rows, std::uint64_t components, std::uint64_t seed) {
  // A row without runs has no mean.
  const auto shown = [](const char* format, auto of) {
    return [format, of](const WriteRow& row) {
      return row.charge[0].count() > 0 ? fmt::format(fmt::runtime(format), of(row)) : "-";
    };
  };
  const auto charge = [](std::size_t k) { return [k](const WriteRow& row) { return row.charge[k].mean(); }; };
  const auto share = [](std::size_t k) { return [k](const WriteRow& row) { return row.of_barriers(k); }; };
  const auto again = [](const WriteRow& row) { return row.again(); };
  Fields<WriteRow> fields;
  fields.add("degree", "degree", &WriteRow::degree, with_separators);
  constexpr const char* keys[] = {"barriers", "drawn", "first"};
  constexpr const char* headings[] = {"with\nbarriers", "drawn\nwinner", "first\nwins"};
  for (std::size_t k = 0; k < std::size(keys); ++k) {
    fields.text(headings[k], shown("{:.1f}", charge(k)));
    fields.data(keys[k], [k](const WriteRow& row) { return statistic_value(row.charge[k]); });
    if (k == 0) continue;
    fields.add(fmt::format("{}_of_barriers", keys[k]), "of it", share(k), shown("{:.2f}", share(k)));
    if (k == 1) fields.add("again", "sent\nagain", again, shown("{:.0f}", again));
  }
  Report report;
  report.data("seed", seed);
  report.data("components", components);
  report.add(fields.table("rows",
                          fmt::format("Writes of one degree without barriers between phases: charges\n({} writes for "
                                      "each of {} components, combining)",
                                      writes_a_component, with_separators(components)),
                          rows));
  report.note(
      "Without barriers a component sends a write on at once. Where the winner is drawn, one that wins against what "
      "has "
      "gone is sent again. Where the first to arrive wins, later ones are dropped, as a second read of a cell is.");
  return report;
}

}  // namespace

extern const Experiment first_arrival_experiment = {
    "first-arrival",
    "Writes by TR-24-92 without barriers between phases: with drawn winners, and where the first to arrive wins",
    {{"--components", "P", "p, a power of four; the largest degree (256)", 256, 4, 4096},
     {"--runs", "R", "runs that each number is the mean of (10)", 10, 1},
     {"--seed", "S", "seed of the runs (1)", 1}},
    [](const ExperimentRequest& asked) {
      const std::uint64_t components = asked.number("--components");
      if (!std::has_single_bit(components) || std::countr_zero(components) % 2 != 0)
        throw ConfigError("components", std::to_string(components), "a power of four from 4 to 4096");
      return write_report(write_rows(asked), components, asked.number("--seed"));
    }};

}  // namespace pram::perf
