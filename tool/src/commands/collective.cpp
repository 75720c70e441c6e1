#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <vector>

#include <pram/machine.hpp>
#include <pram/machines/collectives.hpp>
#include <pram/network.hpp>
#include <pram/perf/collectives.hpp>
#include <pram/report/detail/value/text.hpp>
#include "../command_line/command.hpp"
#include "../options/machine.hpp"
#include "../options/output.hpp"
#include "../output/interrupt.hpp"
#include "../output/progress.hpp"
#include "../request/machine_request.hpp"
#include "../results/report_output.hpp"
#include "../schedule/schedule_files.hpp"
#include "../tool_name.hpp"

namespace pram::tool {

namespace {

constexpr std::uint32_t default_nodes = 64;
constexpr std::uint32_t crossover_nodes[] = {4, 16, 64, 256, 1024, 4096};
constexpr std::uint64_t most_collective_words = std::uint64_t{1} << 32;

namespace collective_option {

constexpr Option<std::string> network = {
    {.flag = "--network",
     .value = "X",
     .group = "Network",
     .help = "bus, shared-memory or switch (modules=K serves K nodes of the first two at full speed), or a topology, "
             "with options, as torus:8x8,ports=one: ports, duplex, switching, startup, bandwidth, failed-links, "
             "failed-nodes, "
             "failure-seed",
     .offers =
         [] {
           Names names = {"bus", "shared-memory", "switch"};
           std::ranges::copy(topology_names(), std::back_inserter(names));
           return names;
         },
     .brief = "bus, shared-memory, switch, or a topology: torus:8x8"}};
constexpr Option<std::uint32_t> components = {
    {.flag = "--components", .value = "P", .group = "Network", .help = "nodes (those of a name with sizes, else 64)"},
    0,
    1,
    most_components};
constexpr Option<std::string> tau = {{.flag = "--tau",
                                      .value = "T",
                                      .group = "Network",
                                      .help = "start-up time τ of a step (1)",
                                      .brief = "start-up time of a step (1)"}};
constexpr Option<std::string> bandwidth = {
    {.flag = "--bandwidth",
     .value = "B",
     .group = "Network",
     .help = "words a unit of time, b (1): a step whose largest block has m words takes τ + m / b",
     .brief = "words a unit of time (1)"}};
constexpr Option<std::string> ports = {{.flag = "--ports",
                                        .value = "P",
                                        .group = "Network",
                                        .help = "all, or one: a node sends and receives on one link at a time",
                                        .one_of = [] {
                                          return Names{"all", "one"};
                                        }}};
constexpr Option<std::uint64_t> words = {{.flag = "--words",
                                          .value = "N",
                                          .group = "Data",
                                          .help = "words in all: the source's, or those of all nodes together",
                                          .brief = "words in all"},
                                         0,
                                         1,
                                         most_collective_words};
constexpr Option<std::uint32_t> source = {
    {.flag = "--source", .value = "I", .group = "Data", .help = "of one-to-one, broadcast and scatter (0)"}};
constexpr Option<std::uint32_t> target = {{.flag = "--target",
                                           .value = "J",
                                           .group = "Data",
                                           .help = "of one-to-one (the last node), gather and reduce (0)"}};
constexpr Option<std::string> combine = {
    {.flag = "--operator",
     .value = "O",
     .group = "Data",
     .help = "how reduce, reduce-scatter, all-reduce and scan combine: sum, max, xor, or matrix, the product of 2 × 2 "
             "matrices of 16-bit numbers, for which the order counts (sum)",
     .one_of = [] { return Names(reduction_operator_names()); },
     .brief = "sum, max, xor or matrix, in reductions (sum)"},
    "sum"};
constexpr Option<std::string> algorithm = {
    {.flag = "--algorithm",
     .value = "A",
     .group = "Algorithm",
     .help = "one of pram list, with or without its operation; best by predicted time; or all (all)",
     .offers =
         [] {
           Names names = {"all", "best"};
           std::ranges::copy(collective_algorithms().names(), std::back_inserter(names));
           return names;
         },
     .brief = "one of pram list collectives; best; or all (all)"},
    "all"};
constexpr Option<bool> crossover = {
    {.flag = "--crossover",
     .value = nullptr,
     .group = "Algorithm",
     .help = "execute nothing: which algorithm is the fastest by formula, for 1 to 2^30 words, and for 4 to 4096 nodes "
             "where the network's name leaves them open",
     .brief = "compare by formula over all sizes, and execute nothing"}};

}  // namespace collective_option

Names operation_texts() {
  Names names;
  for (const CollectiveOperation operation : all_operations()) names.push_back(to_string(operation));
  return names;
}

std::string operation_names() { return fmt::format("{}", fmt::join(operation_texts(), ", ")); }
constexpr Operand collective_operand = {
    .name = "OPERATION",
    .help = [] { return "one of " + operation_names(); },
    .missing = [] { return "an operation is missing, one of " + operation_names() + "; see"; },
    .offers = operation_texts,
};
constexpr auto collective_options = joined(
    std::array<ListedOption, 12>{collective_option::network,
                                 collective_option::components,
                                 collective_option::tau,
                                 collective_option::bandwidth,
                                 collective_option::ports,
                                 collective_option::words,
                                 collective_option::source,
                                 collective_option::target,
                                 collective_option::combine,
                                 collective_option::algorithm,
                                 collective_option::crossover,
                                 {option::memory_limit, "refuse what would take more memory than this", "Algorithm"}},
    option::report_places("the result"),
    std::array<ListedOption, 4>{option::links, option::schedule, option::goal, option::eager});

double positive(const Options& options, const Option<std::string>& number, double otherwise, bool zero_too) {
  if (!options.has(number)) return otherwise;
  const auto value = real_number(options[number]);
  if (!value || *value < (zero_too ? 0 : 1e-9) || *value > 1e12)
    options.refuse(number, zero_too ? "a number from 0 to 10^12" : "a number above 0, up to 10^12");
  return *value;
}

/// The network's model, with what other options say of it.
CollectiveModel model_of(const Options& options, std::uint32_t nodes) {
  CollectiveModel model = collective_model(options[collective_option::network], nodes);
  model.startup = positive(options, collective_option::tau, model.startup, true);
  model.bandwidth = positive(options, collective_option::bandwidth, model.bandwidth, false);
  if (options.has(collective_option::ports)) {
    const bool all = options[collective_option::ports] == "all";
    model.ports = all ? SwitchingOptions::Ports::all : SwitchingOptions::Ports::one;
  }
  return model;
}

bool makes_a_model(const Spec& shape, std::uint32_t nodes) {
  try {
    collective_model(shape, nodes);
    return true;
  } catch (const ConfigError&) {
    return false;
  }
}

/// Whether the network's name says how many nodes it has. A name that is wrong in something else counts as one that
/// does, so that the error is not about the number.
bool has_sizes(const Options& options) {
  Spec shape = options[collective_option::network];
  shape.options.clear();
  // "torus:3d" has as many nodes as are wanted.
  return !shape.values.empty() && (makes_a_model(shape, 0) || !makes_a_model(shape, default_nodes));
}

/// What a task combines by; refused beside an operation that does not combine.
ReductionOperator operator_of(const Options& options, CollectiveOperation operation) {
  if (options.has(collective_option::combine) && !operation.combines())
    options.refuse(collective_option::combine, fmt::format("nothing beside {}", to_string(operation)));
  return reduction_operator_from(options[collective_option::combine]);
}

CollectiveTask task_of(const Options& options, CollectiveOperation operation, std::uint32_t nodes) {
  CollectiveTask task;
  task.operation = operation;
  task.words = options[collective_option::words];
  const bool one_to_one = operation == Collective::one_to_one;
  const std::string nothing = fmt::format("nothing beside {}", to_string(operation));
  if (options.has(collective_option::source) && !operation.has_source())
    options.refuse(collective_option::source, nothing);
  if (options.has(collective_option::target) && !operation.has_target())
    options.refuse(collective_option::target, nothing);
  task.source = options.number(collective_option::source, 0U, 0U, nodes - 1);
  task.target = options.number(collective_option::target, one_to_one ? nodes - 1 : 0U, 0U, nodes - 1);
  if (one_to_one && task.source == task.target)
    throw ConfigError("--target", std::to_string(task.target), "another node than the source");
  task.combine = operator_of(options, operation);
  if (operation.combines() && task.words % nodes != 0) {
    options.refuse(collective_option::words,
                   fmt::format("a multiple of {}, the number of nodes: all vectors have one length", nodes));
  }
  return task;
}

/// Refuses what needs too much memory, before anything is allocated.
void check_memory(const CollectiveModel& model, const CollectiveTask& task, const Options& options) {
  const double needed = perf::collective_bytes(model, task);
  const std::uint64_t limit = options[option::memory_limit];
  const auto there = static_cast<double>(limit == 0 ? default_memory_limit() : limit);
  if (needed <= there) return;
  constexpr double giga = 1e9;
  throw LimitError(
      "memory", task.words, 0,
      fmt::format("{} of {} words on {} takes up to {:.3g} GB of memory, and the memory limit is {:.3g} GB: lower "
                  "--words, or the nodes of --network",
                  to_string(task.operation), report::with_separators(task.words), model.network, needed / giga,
                  there / giga));
}

std::vector<const CollectiveAlgorithm*> algorithms_of(const Options& options, const CollectiveModel& model,
                                                      const CollectiveTask& task) {
  std::vector<const CollectiveAlgorithm*> fitting = algorithms_for(model, task);
  if (fitting.empty()) {
    options.refuse(collective_option::network,
                   fmt::format("a network for which there is an algorithm of {}; see {} list",
                               to_string(task.operation), tool_name()));
  }
  const std::string name = options[collective_option::algorithm];
  if (same_name(name, "all")) return fitting;
  if (same_name(name, "best")) return {best_algorithm(model, task)};
  std::vector<std::string> known = {"all", "best"};
  std::vector<std::string> without_operation;
  const std::string operation = to_string(task.operation) + "-";
  CollectiveTask in_any_order = task;
  in_any_order.combine = ReductionOperator::sum;
  for (const CollectiveAlgorithm* const one : algorithms_for(model, in_any_order)) {
    if ((same_name(one->name, name) || same_name(one->name, operation + name)) && !one->fits(model, task)) {
      options.refuse(collective_option::combine,
                     fmt::format("an operator that commutes: {} does not keep the order of the operands", one->name));
    }
  }
  for (const CollectiveAlgorithm* const one : fitting) {
    if (same_name(one->name, name) || same_name(one->name, operation + name)) return {one};
    known.push_back(one->name);
    if (one->name.starts_with(operation)) without_operation.push_back(one->name.substr(operation.size()));
  }
  options.refuse(collective_option::algorithm, allowed_names(name, known, without_operation));
}

int compare_all(const Options& options, CollectiveOperation operation, const ReportOutput& output) {
  for (const OptionRow* const row :
       {&collective_option::words.row, &collective_option::algorithm.row, &option::memory_limit.row, &option::links.row,
        &option::schedule.row, &option::goal.row, &option::eager.row}) {
    if (options.has(*row))
      throw ConfigError(row->flag, options.text(*row),
                        "nothing beside --crossover: it compares all algorithms over all sizes, and executes none");
  }
  perf::CrossoverRequest request;
  if (options.has(collective_option::components) || has_sizes(options)) {
    request.models.push_back(model_of(options, options[collective_option::components]));
  } else {
    for (const std::uint32_t nodes : crossover_nodes) {
      try {
        request.models.push_back(model_of(options, nodes));
      } catch (const ConfigError& error) {
        if (error.option != "network") throw;  // a number of nodes that it cannot have
      }
    }
    if (request.models.empty()) model_of(options, default_nodes);  // says what is wrong
  }
  if (request.models.empty()) options.refuse(collective_option::network, "a network with sizes");
  std::uint32_t least = request.models.front().nodes;
  for (const CollectiveModel& model : request.models) least = std::min(least, model.nodes);
  const auto last = [&](const Option<std::uint32_t>& node, std::uint32_t otherwise) {
    return options.number(node, otherwise, 0U, least - 1);
  };
  request.task.operation = operation;
  request.task.combine = operator_of(options, operation);
  request.task.source = last(collective_option::source, 0);
  request.task.target = last(collective_option::target, operation == Collective::one_to_one ? least - 1 : 0);
  const ProgressLine progress("comparing");
  const perf::Crossover result = perf::collective_crossover(request);
  output.write(perf::crossover_report(result), [&] { return perf::crossover_page(result); });
  return 0;
}

/// Writes the schedule of the fastest algorithm.
void write_schedule(const ScheduleFiles& files, const perf::CollectiveRequest& request,
                    const perf::CollectiveResult& result) {
  const auto fastest = std::ranges::min_element(result.runs, {}, &perf::CollectiveRun::time);
  const CollectiveAlgorithm& algorithm = *request.algorithms[static_cast<std::size_t>(fastest - result.runs.begin())];
  files.write(request.model, request.task, record_schedule(request.model, request.task, algorithm));
}

int collective(const CommandLine& line) {
  const Options& options = line.options;
  const CollectiveOperation operation = operation_from(*line.operand);
  if (!options.has(collective_option::network))
    throw UsageError(named("pram collective: --network is missing; see pram collective --help"));
  const ReportOutput output(options);
  if (options[collective_option::crossover]) return compare_all(options, operation, output);
  if (!options.has(collective_option::words))
    throw UsageError(named("pram collective: --words is missing; see pram collective --help"));

  perf::CollectiveRequest request;
  const bool sized = !options.has(collective_option::components) && has_sizes(options);
  request.model = model_of(options, sized ? 0 : options.number(collective_option::components, default_nodes));
  request.task = task_of(options, operation, request.model.nodes);
  request.algorithms = algorithms_of(options, request.model, request.task);
  request.watch = options.has(option::html) || options.has(option::svg) || options.has(option::links);
  const ScheduleFiles schedule(options, request.model, output.files());
  check_memory(request.model, request.task, options);

  perf::CollectiveResult result;
  {
    ProgressLine progress("measuring");
    const InterruptGuard guard(nullptr);
    const PollScope watched = watch(progress, guard);
    request.progress = [&](std::uint64_t done, std::uint64_t of) {
      const std::string next = done < of ? ": " + request.algorithms[done]->name : "";
      progress.show(fmt::format("{} of {} algorithms{}", done, of, next));
      return !guard.interrupted();
    };
    result = perf::run_collectives(request);
  }
  if (schedule.wanted() && !result.interrupted) write_schedule(schedule, request, result);
  const auto page = [&] { return perf::collective_page(result); };
  if (schedule.standard_output()) {
    output.write_beside(perf::collective_report(result), page);
  } else {
    output.write(perf::collective_report(result), page);
  }
  if (!result.sound()) throw Error("an algorithm delivered wrong data");
  return result.interrupted ? exit_interrupted() : 0;
}

}  // namespace

extern const Command collective_command = {.examples = R"(Examples:
  pram collective all-to-all --network torus:8x8 --words 4096 --tau 100
  pram collective broadcast --network hypercube:6 --words 2^16 --algorithm best
  pram collective scatter --network bus:64 --words 4096 --json -
  pram collective broadcast --network ring --crossover --tau 100)",
                                           .operand = &collective_operand,
                                           .options = collective_options,
                                           .limits_process = true,
                                           .run = collective};

}  // namespace pram::tool
