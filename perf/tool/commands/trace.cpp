#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include <pram/pram.hpp>
#include <pram/programs/program.hpp>
#include <pram/report/trace.hpp>
#include "../catalogue/source_text.hpp"
#include "../output/interrupt.hpp"
#include "../output/output.hpp"
#include "../request/machine_request.hpp"
#include "commands.hpp"

namespace pram::tool {

namespace {

// Small enough to be read, where the command line leaves it open.
constexpr std::uint64_t usual_size = 16;
constexpr std::uint32_t usual_components = 16;

MachineOptions traced_machine(const Options& options, const programs::Program& program) {
  const Spec network(options.text("--network", "router"));
  MachineOptions machine = machine_options(options, program, {network});
  if (!options.has("--components") && components_of(network) == 0 && program.components == 0)
    machine.components = usual_components;
  machine.network = options.text("--network", machine.network);
  machine.access = options.text("--access", program.access.empty() ? machine.access.text() : program.access);
  return machine;
}

programs::InputRequest traced_input(const Options& options, const programs::Program& program) {
  programs::InputRequest request = input_request(options);
  if (!request.size && request.file.empty())
    request.size = std::clamp(usual_size, program.least_size, program.most_size);
  return request;
}

report::TraceWindow window_of(const Options& options) {
  report::TraceWindow window;
  window.first = options.number<std::uint64_t>("--from", 1, 1);
  if (options.has("--steps")) window.count = options.number<std::uint64_t>("--steps", 0, 1, report::most_trace_steps);
  return window;
}

}  // namespace

int trace(const CommandLine& line) {
  const Options& options = line.options;
  const programs::Program& program = programs::find_program(line.program);
  programs::InputRequest request = traced_input(options, program);
  Machine machine(traced_machine(options, program));
  request.memory_limit = machine.options().memory_limit;
  const std::optional<Output> html = output(options, "--html");
  const std::optional<Output> json = output(options, "--json");
  if (html && json && html->same_as(*json))
    throw ConfigError("--html", options.text("--html"), "another place than that of --json");
  for (const auto& [flag, place] : {std::pair("--html", &html), std::pair("--json", &json)})
    keep_input(options, flag, *place);
  const std::unique_ptr<programs::Job> job = program.prepare(request);

  report::TraceRecorder recorder(machine, window_of(options));
  report::TraceOptions shown;
  shown.title = program.name;
  shown.source = source_text(program.name);
  bool interrupted = false;
  std::exception_ptr failed;  // thrown on once the trace up to there is written
  try {
    InterruptGuard guard(&machine);
    try {
      const programs::Outcome outcome = job->run(machine);
      if (!outcome.verified) throw Error(program.name + ": the result is wrong, checked against " + outcome.check);
    } catch (const Interrupted& error) {
      shown.ended_by = error.what();
    }
    interrupted = guard.interrupted();
  } catch (const ConflictError& error) {
    shown.ended_by = error.what();  // where the trace is to end
  } catch (const Error& error) {
    const auto* const limit = dynamic_cast<const LimitError*>(&error);
    if (limit != nullptr && limit->limit.ends_with("of a trace")) throw;
    shown.ended_by = error.what();
    failed = std::current_exception();
  }
  recorder.stop();
  if (html) html->write([&](std::ostream& out) { out << report::trace_page(recorder, shown); });
  if (json) json->write([&](std::ostream& out) { out << report::trace_json(recorder, shown); });
  if (!(html && html->standard_output()) && !(json && json->standard_output()))
    print(report::trace_text(recorder, shown));
  if (failed != nullptr) std::rethrow_exception(failed);
  return interrupted ? exit_interrupted() : 0;
}

}  // namespace pram::tool
