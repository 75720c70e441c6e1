#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <pram/machine.hpp>
#include <pram/perf/experiment.hpp>
#include <pram/perf/patterns/request_pattern.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/text.hpp>
#include "parts/part.hpp"

/// What it saves that access `adaptive` remembers lines, and what a wrong guess costs. A pattern alone is one step, and
/// so has nothing to remember.
namespace pram::perf {

namespace {

constexpr std::uint64_t asked_of_component = 32;
constexpr std::array memories = {"adaptive,memory=none", "adaptive"};

/// The steps of a line, as what happens in step k.
struct LineOfSteps {
  std::string name;
  /// Requests of degree p: of all the requests, none, or one group.
  enum class Hot { none, all, one };
  std::uint64_t degree = 1;  ///< of the others
  Hot hot = Hot::none;
  /// Whether step k has them. In all the others nothing is hot.
  bool (*is_hot)(std::uint64_t k) = [](std::uint64_t) { return false; };
};

/// As soon as a line is trusted: after 3 steps, then after 6 more, 12 more and so on, as wrong guesses double what is
/// awaited.
bool once_trusted(std::uint64_t k) {
  std::uint64_t quiet = 3;
  while (k > quiet) {
    k -= quiet + 1;
    quiet *= 2;
  }
  return k == quiet;
}
bool every_eighth(std::uint64_t k) { return k % 8 == 7; }
bool always(std::uint64_t) { return true; }

std::vector<LineOfSteps> lines_of_steps() {
  using Hot = LineOfSteps::Hot;
  return {{"degree 1", 1},
          {"degree 2", 2},
          {"degree 4", 4},
          {"degree 16", 16},
          {"degree p", 1, Hot::all, always},
          {"every 8th one group of p", 1, Hot::one, every_eighth},
          {"every 8th degree p", 1, Hot::all, every_eighth},
          {"once trusted one group of p", 1, Hot::one, once_trusted},
          {"once trusted degree p", 1, Hot::all, once_trusted}};
}

/// All steps of a line with one of `memories`.
struct LineCost {
  double charge = 0;          ///< of the mean step, forward
  std::uint64_t guesses = 0;  ///< steps in which nothing was counted at first
  std::uint64_t wrong = 0;    ///< of these: a component had something to announce
};

void kept_members(MaybeConst<LineCost> auto& cost, const auto& member) {
  member("charge", cost.charge);
  member("guesses", cost.guesses);
  member("wrong", cost.wrong);
}

struct LineRow {
  std::string name;
  bool measured = false;
  LineCost cost[std::size(memories)];

  double of_counted() const { return cost[1].charge / cost[0].charge; }
};

RequestPattern pattern_of_step(const LineOfSteps& line, std::uint64_t k, std::uint32_t components, std::uint64_t seed) {
  const PatternSize size{components, asked_of_component * components, Requesters::random};
  if (line.hot == LineOfSteps::Hot::none || !line.is_hot(k)) return degree_pattern(size, line.degree).make(seed + k);
  if (line.hot == LineOfSteps::Hot::all) return degree_pattern(size, components).make(seed + k);
  constexpr double share = 1.0 / asked_of_component;
  return mixed_pattern(size, fmt::format("{}:{},1:{}", components, share, 1 - share)).make(seed + k);
}

/// Messages in which nothing moves: a count, or announcements.
bool is_told(const PhaseRecord& phase) { return phase.messages > 0 && phase.combined == 0; }

LineCost run_line(const LineOfSteps& line, const char* access, std::uint32_t components, std::uint64_t steps,
                  std::uint64_t seed) {
  Machine machine({.components = components, .access = access, .threads = 1, .seed = seed, .ledger_steps = steps});
  const std::uint64_t requests = asked_of_component * components;
  const auto cells = machine.array<std::uint32_t>(requests, 0, "cells");
  for (std::uint64_t k = 0; k < steps; ++k) {
    const RequestPattern pattern = pattern_of_step(line, k, components, seed);
    machine.pardo(requests, [&](Processor self) -> Task<> { co_await cells[pattern.address[self.id()]].add(1); });
  }
  LineCost cost;
  for (const StepRecord& step : machine.ledger().step_records()) {
    cost.charge += static_cast<double>(step.charge) / static_cast<double>(steps);
    if (is_told(step.phases.front())) continue;
    ++cost.guesses;
    cost.wrong += std::ranges::any_of(step.phases, is_told) ? 1 : 0;
  }
  return cost;
}

std::vector<LineRow> line_rows(const ExperimentRequest& asked) {
  const auto components = static_cast<std::uint32_t>(asked.number("--components"));
  const std::vector<LineOfSteps> lines = lines_of_steps();
  std::vector<LineRow> rows;
  for (const LineOfSteps& line : lines) rows.push_back({line.name, false, {}});
  try {
    for (std::size_t k = 0; k < lines.size(); ++k) {
      if (asked.progress && !asked.progress(k, lines.size())) return rows;
      const auto costs = part<std::vector<LineCost>>(asked.parts, lines[k].name, [&] {
        std::vector<LineCost> made;
        for (const char* const access : memories)
          made.push_back(run_line(lines[k], access, components, asked.number("--steps"), asked.number("--seed")));
        return made;
      });
      std::ranges::copy(costs, rows[k].cost);
      rows[k].measured = true;
    }
  } catch (const Interrupted&) {  // within a line: the others count
  }
  return rows;
}

Report line_report(const std::vector<LineRow>& rows, const ExperimentRequest& asked) {
  // A row that was not reached has no values.
  const auto shown = [](auto of, const char* format) {
    return [of, format](const LineRow& row) { return row.measured ? fmt::format(fmt::runtime(format), of(row)) : "-"; };
  };
  const auto counted = [](const LineRow& row) { return row.cost[0].charge; };
  const auto remembered = [](const LineRow& row) { return row.cost[1].charge; };
  const auto share = [](const LineRow& row) { return row.of_counted(); };
  const auto guesses = [](const LineRow& row) { return row.cost[1].guesses; };
  const auto wrong = [](const LineRow& row) { return row.cost[1].wrong; };
  Report report;
  report.data("seed", asked.number("--seed"));
  report.data("components", asked.number("--components"));
  report.data("steps", asked.number("--steps"));
  report.add(Fields<LineRow>()
                 .add("line", "the line's steps", &LineRow::name, plain)
                 .add("counted", "always\ncounted", counted, shown(counted, "{:.1f}"))
                 .add("remembered", "remem-\nbered", remembered, shown(remembered, "{:.1f}"))
                 .add("of_counted", "of it", share, shown(share, "{:.2f}"))
                 .add("guesses", "guesses", guesses, shown(guesses, "{}"))
                 .add("wrong", "wrong", wrong, shown(wrong, "{}"))
                 .table("rows",
                        fmt::format("Steps of one line by access adaptive, which counts in each, or remembers:\n"
                                    "charge of the mean step ({} steps of {} requests for each of {} components)",
                                    with_separators(asked.number("--steps")), asked_of_component,
                                    with_separators(asked.number("--components"))),
                        rows));
  report.note(
      "Where nothing else is said, the degree is 1. A guess is a step in which nothing is counted at first, since the "
      "line's last steps went straight home. It is "
      "wrong if a component then has something to announce. Once trusted: in the first step that is a guess.");
  return report;
}

}  // namespace

extern const Experiment line_memory_experiment = {
    "line-memory",
    "What access adaptive gains by remembering a line's last steps, and loses by wrong guesses",
    {{"--components", "P", "components, from 16 on (4096)", 4096, 16, 65536},
     {"--steps", "K", "steps of each line (32)", 32, 4},
     {"--seed", "S", "seed of the steps (1)", 1}},
    [](const ExperimentRequest& asked) { return line_report(line_rows(asked), asked); }};

}  // namespace pram::perf
