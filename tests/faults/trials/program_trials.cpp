#include <string>
#include <vector>

#include <pram/pram.hpp>
#include <pram/programs/program.hpp>

#include "fault_trial.hpp"

// Programs of the library: their inputs, runs, oracles and facts.
namespace pram::testing {

namespace {

/// A bundled program: its input is made, it runs and is checked, and its facts are copied.
void bundled_program(FaultTrial& trial, const char* name, unsigned threads) {
  bool verified = false;
  const auto run = [&] {
    const programs::Program& program = programs::find_program(name);
    programs::InputRequest input;
    input.size = 64;
    const auto job = program.prepare(input);
    Machine machine({.components = 16, .network = "router", .access = "combining", .threads = threads});
    const programs::Outcome outcome = job->run(machine);
    const programs::Outcome copy = outcome;
    verified = copy.verified;
  };
  const bool done = trial.survives(run);
  trial.check(!done || verified, "the result is right");
  verified = false;
  run();
  trial.check(verified, "the result is right again");
}

}  // namespace

void add_program_subjects(std::vector<FaultSubject>& subjects) {
  for (const char* const name : {"connected-components", "list-ranking-wyllie", "bsp-sample-sort-regular"}) {
    subjects.push_back({std::string("program ") + name,
                        [name](FaultTrial& trial, unsigned threads) { bundled_program(trial, name, threads); }});
  }
}

}  // namespace pram::testing
