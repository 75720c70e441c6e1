#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <pram/pram.hpp>
#include <pram/report/trace.hpp>

#include "fault_trial.hpp"

// Observers and traces.
namespace pram::testing {

namespace {

constexpr std::uint64_t observed_cells = 24;

struct CountingObserver : Observer {
  std::uint64_t runs = 0;
  std::uint64_t steps = 0;
  std::uint64_t requests = 0;
  std::uint64_t cells = 0;
  std::vector<Word> known;  // of the last array that it got

  void begin_run(const Run&) override { ++runs; }
  void array(const Array&, std::span<const Word> all) override { known.assign(all.begin(), all.end()); }
  void request(const Request&) override { ++requests; }
  void cell(const Cell& cell) override {
    ++cells;
    known.at(cell.index) = cell.after;
  }
  void end_step(const StepRecord&) override { ++steps; }
  void end_superstep(const SuperstepRecord&) override { ++steps; }
};

/// A machine whose program has a pardo, data-parallel steps and processes: four steps and one superstep, each of one
/// request for every cell.
struct ObservedMachine {
  explicit ObservedMachine(const char* access, unsigned threads)
      : machine({.components = 8, .network = "torus:4x2", .access = access, .threads = threads}),
        cells(machine.array<std::uint64_t>(observed_cells, 5, "observed cells")) {}

  void run() {
    machine.pardo(observed_cells, [this](Processor self) -> Task<> {
      const std::uint64_t x = co_await cells[self.id()];
      self.show("a value that it has read", x);
      co_await (cells[self.id()] = x + 1);
    });
    const Processors all = machine.processors(observed_cells);
    auto mine = all.read(cells, own_cell);
    all.write(cells, own_cell, mine);
    machine.spmd(observed_cells, [this](bsp::Process self) -> Task<> {
      self.update(cells[self.id()], Sum{}, 1);
      co_await self.sync("add");
    });
  }

  Machine machine;
  Array<std::uint64_t> cells;
};

/// The machine is as if nobody had observed it, and an observer gets all.
void check_observable(FaultTrial& trial, ObservedMachine& observed) {
  observed.cells.fill(5);
  observed.run();
  trial.check(observed.cells.host() == std::vector<std::uint64_t>(observed_cells, 7), "unobserved it is right");
  CountingObserver observer;
  const auto observation = observed.machine.observe(observer);
  observed.run();
  trial.check(observed.cells.host() == std::vector<std::uint64_t>(observed_cells, 9), "observed it is right");
  trial.check(observer.runs == 3 && observer.steps == 5, "runs and steps are told");
  trial.check(observer.requests == 5 * observed_cells, "requests are told");
  trial.check(observer.cells == 2 * observed_cells, "cells that change are told");
  trial.check(observer.known == observed.cells.host(), "what was told is so");
}

void observing(FaultTrial& trial, const char* access, unsigned threads) {
  ObservedMachine observed(access, threads);
  trial.survives([&] {
    CountingObserver observer;
    const auto observation = observed.machine.observe(observer);
    observed.run();
  });
  check_observable(trial, observed);
}

/// The observer stays, and gets again what follows.
void observing_on(FaultTrial& trial, const char* access, unsigned threads) {
  ObservedMachine observed(access, threads);
  CountingObserver observer;
  std::optional<Observation> observation;
  trial.survives([&] {
    observation.emplace(observed.machine.observe(observer));
    observed.run();
  });
  if (observation) {
    const std::uint64_t before = observer.requests;
    observed.run();
    trial.check(observer.requests == before + 5 * observed_cells, "requests are told again");
    trial.check(observer.known == observed.cells.host(), "cells are told again");
    observation.reset();
  }
  check_observable(trial, observed);
}

/// A step for each that was recorded, and the same text in page and JSON: a recording that ran out of memory says so.
void check_trace(FaultTrial& trial, const report::TraceRecorder& recorder, bool complete) {
  const std::string text = report::trace_text(recorder);
  const std::string json = report::trace_json(recorder);
  const std::string page = report::trace_page(recorder);
  const bool says_so = text.find("could not be recorded") != std::string::npos;
  trial.check(!complete || !says_so, "a complete trace");
  trial.check(says_so == (json.find("could not be recorded") != std::string::npos), "the JSON says so, too");
  trial.check(page.find("</html>") != std::string::npos, "a whole page");
}

void recording(FaultTrial& trial, const char* access, unsigned threads) {
  ObservedMachine observed(access, threads);
  std::unique_ptr<report::TraceRecorder> recorder;
  const bool done = trial.survives([&] {
    recorder = std::make_unique<report::TraceRecorder>(observed.machine);
    observed.run();
  });
  if (recorder != nullptr) {
    check_trace(trial, *recorder, done);
    observed.run();
    check_trace(trial, *recorder, done);
    recorder.reset();
  }
  {
    report::TraceRecorder fresh(observed.machine);
    observed.run();
    check_trace(trial, fresh, true);
  }
  check_observable(trial, observed);
}

void traces(FaultTrial& trial, unsigned threads) {
  ObservedMachine observed("combining", threads);
  report::TraceRecorder recorder(observed.machine);
  observed.run();
  recorder.stop();
  std::string text;
  std::string json;
  std::string page;
  const bool done = trial.survives([&] {
    text = report::trace_text(recorder);
    json = report::trace_json(recorder);
    page = report::trace_page(recorder);
  });
  trial.check(!done || text == report::trace_text(recorder), "the same text again");
  trial.check(!done || json == report::trace_json(recorder), "the same JSON again");
  trial.check(!done || page == report::trace_page(recorder), "the same page again");
  check_trace(trial, recorder, true);
}

}  // namespace

void add_observer_subjects(std::vector<FaultSubject>& subjects) {
  for (const char* const access : {"direct", "combining"}) {
    const std::string name = access;
    subjects.push_back(
        {"observer " + name, [access](FaultTrial& trial, unsigned threads) { observing(trial, access, threads); }});
    subjects.push_back({"observer-stays " + name,
                        [access](FaultTrial& trial, unsigned threads) { observing_on(trial, access, threads); }});
    subjects.push_back(
        {"recorder " + name, [access](FaultTrial& trial, unsigned threads) { recording(trial, access, threads); }});
  }
  subjects.push_back({"traces", traces});
}

}  // namespace pram::testing
