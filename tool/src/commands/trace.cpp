#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include <pram/pram.hpp>
#include <pram/programs/program.hpp>
#include <pram/report/trace.hpp>
#include "../catalogue/source_text.hpp"
#include "../command_line/command.hpp"
#include "../options/input.hpp"
#include "../options/machine.hpp"
#include "../options/output.hpp"
#include "../output/interrupt.hpp"
#include "../output/output.hpp"
#include "../request/machine_request.hpp"
#include "../request/place.hpp"

namespace pram::tool {

namespace {

// Small enough to be read, where the command line leaves it open.
constexpr std::uint64_t usual_size = 16;
constexpr std::uint32_t usual_components = 16;

namespace trace_option {

constexpr Option<std::uint64_t> size = {{.flag = "--n",
                                         .value = "N",
                                         .group = "Input",
                                         .help = "size of a generated input: numbers, or edges of a graph (16)",
                                         .brief = "size of a generated input (16)"}};
constexpr Option<std::uint32_t> components = {
    {.flag = "--components",
     .value = "P",
     .group = "Machine",
     .help = "components of the machine (those of a network's name with sizes, else 16; BSP programs have a number of "
             "their own)",
     .brief = "components of the machine (16)"},
    0,
    1,
    most_components};
constexpr Option<std::uint64_t> first_step = {{.flag = "--from",
                                               .value = "S",
                                               .group = "Trace",
                                               .help = "the first step that is shown (1)",
                                               .brief = "the first step that is shown (1)"},
                                              1,
                                              1};
constexpr Option<std::uint64_t> steps = {{.flag = "--steps",
                                          .value = "K",
                                          .group = "Trace",
                                          .help = "how many steps are shown, at most 2000 (all)",
                                          .brief = "how many steps are shown (all)"},
                                         0,
                                         1,
                                         report::most_trace_steps};

}  // namespace trace_option

constexpr auto trace_options =
    joined(std::array<ListedOption, 8>{trace_option::size, option::shape, option::input, option::format, option::source,
                                       option::seed, option::load, trace_option::components},
           option::one_place, option::machine,
           std::array<ListedOption, 4>{{trace_option::first_step,
                                        trace_option::steps,
                                        {option::json, "the trace (format pram-trace)"},
                                        option::html}});

MachineOptions traced_machine(const Options& options, const programs::Program& program) {
  const Spec network(options.text(option::network, "router"));
  MachineOptions machine = machine_options(options, program, {network});
  if (!options.has(trace_option::components) && components_of(network) == 0 && program.components == 0)
    machine.components = usual_components;
  machine.network = options.text(option::network, machine.network);
  machine.access = access_of(options, program, machine.network.spec());
  return machine;
}

programs::InputRequest traced_input(const Options& options, const programs::Program& program) {
  programs::InputRequest request = input_request(options, program);
  if (!request.size && request.file.empty())
    request.size = std::clamp(usual_size, program.least_size, program.most_size);
  return request;
}

report::TraceWindow window_of(const Options& options) {
  report::TraceWindow window;
  window.first = options[trace_option::first_step];
  if (options.has(trace_option::steps)) window.count = options[trace_option::steps];
  return window;
}

int trace(const CommandLine& line) {
  const Options& options = line.options;
  const programs::Program& program = programs::find_program(*line.operand);
  programs::InputRequest request = traced_input(options, program);
  Machine machine(traced_machine(options, program));
  request.memory_limit = machine.options().memory_limit;
  const std::optional<Output> html = output(options, option::html);
  const std::optional<Output> json = output(options, option::json);
  if (html && json && html->same_as(*json)) options.refuse(option::html, "another place than that of --json");
  keep_input(options, option::html, html);
  keep_input(options, option::json, json);
  const std::unique_ptr<programs::Job> job = program.prepare(request);

  report::TraceRecorder recorder(machine, window_of(options));
  report::TraceOptions shown;
  shown.title = program.name;
  shown.source = source_text(program.name);
  shown.pointers = program.pointers;
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

}  // namespace

extern const Command trace_command = {.examples = R"(Examples:
  pram trace list-ranking-wyllie --n 8
  pram trace connected-components --html trace.html
  pram trace connected-components --rule EREW --html breach.html
  pram trace prefix-sums --n 64 --from 5 --steps 10 --json -)",
                                      .operand = &option::program,
                                      .options = trace_options,
                                      .run = trace};

}  // namespace pram::tool
