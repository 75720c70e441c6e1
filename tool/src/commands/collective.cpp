#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <pram/machine.hpp>
#include <pram/machines/collectives.hpp>
#include <pram/network.hpp>
#include <pram/perf/collectives.hpp>
#include <pram/perf/network_crossover_report.hpp>
#include <pram/report/detail/value/text.hpp>
#include "../command_line/command.hpp"
#include "../counts/part_counts.hpp"
#include "../options/collective.hpp"
#include "../options/machine.hpp"
#include "../options/output.hpp"
#include "../output/interrupt.hpp"
#include "../output/progress.hpp"
#include "../request/machine_request.hpp"
#include "../request/name_list.hpp"
#include "../request/real_option.hpp"
#include "../results/report_output.hpp"
#include "../schedule/schedule_files.hpp"
#include "../tool_name.hpp"

namespace pram::tool {

namespace {

constexpr std::uint32_t default_nodes = 64;
constexpr std::uint32_t crossover_nodes[] = {4, 16, 64, 256, 1024, 4096};

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
    std::array<ListedOption, 14>{collective_option::network,
                                 collective_option::networks,
                                 collective_option::components,
                                 collective_option::tau,
                                 collective_option::bandwidth,
                                 collective_option::ports,
                                 collective_option::words,
                                 collective_option::counts,
                                 collective_option::source,
                                 collective_option::target,
                                 collective_option::combine,
                                 collective_option::algorithm,
                                 collective_option::crossover,
                                 {option::memory_limit, "refuse what would take more memory than this", "Algorithm"}},
    option::report_places("the result"),
    std::array<ListedOption, 4>{option::links, option::schedule, option::goal, option::eager});

/// The network's model, with what other options say of it.
CollectiveModel model_of(const Options& options, const Spec& network, std::uint32_t nodes) {
  CollectiveModel model = collective_model(network, nodes);
  model.startup = real_option(options, collective_option::tau, model.startup, true);
  model.bandwidth = real_option(options, collective_option::bandwidth, model.bandwidth, false);
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
bool has_sizes(Spec shape) {
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
  if (options.has(collective_option::counts)) {
    if (operation != Collective::all_gather) {
      options.refuse(collective_option::counts,
                     fmt::format("nothing beside {}: of all-gather alone nodes have different numbers of words",
                                 to_string(operation)));
    }
    task.counts = part_counts(options, nodes);
    task.words = std::accumulate(task.counts.begin(), task.counts.end(), std::uint64_t{0});
  }
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

/// The models of a network: one for --components or the sizes of its name, or one for each number of nodes that it can
/// have.
std::vector<CollectiveModel> models_over_nodes(const Options& options, const Spec& network) {
  if (options.has(collective_option::components) || has_sizes(network))
    return {model_of(options, network, options[collective_option::components])};
  std::vector<CollectiveModel> models;
  for (const std::uint32_t nodes : crossover_nodes) {
    try {
      models.push_back(model_of(options, network, nodes));
    } catch (const ConfigError& error) {
      if (error.option != "network") throw;  // a number of nodes that it cannot have
    }
  }
  if (models.empty()) model_of(options, network, default_nodes);  // says what is wrong
  if (models.empty()) options.refuse(collective_option::network, "a network with sizes");
  return models;
}

/// What is moved, of words yet to be said, on networks of at least `least` nodes.
CollectiveTask task_over_words(const Options& options, CollectiveOperation operation, std::uint32_t least) {
  const auto node = [&](const Option<std::uint32_t>& asked, std::uint32_t otherwise) {
    return options.number(asked, otherwise, 0U, least - 1);
  };
  CollectiveTask task;
  task.operation = operation;
  task.combine = operator_of(options, operation);
  task.source = node(collective_option::source, 0);
  task.target = node(collective_option::target, operation == Collective::one_to_one ? least - 1 : 0);
  return task;
}

int compare_algorithms(const Options& options, CollectiveOperation operation, const ReportOutput& output) {
  perf::CrossoverRequest request;
  request.models = models_over_nodes(options, options[collective_option::network]);
  const std::uint32_t least = std::ranges::min(request.models, {}, &CollectiveModel::nodes).nodes;
  request.task = task_over_words(options, operation, least);
  const ProgressLine progress("comparing");
  const perf::Crossover result = perf::collective_crossover(request);
  output.write(perf::crossover_report(result), [&] { return perf::crossover_page(result); });
  return 0;
}

[[noreturn]] void refuse_networks(const Options& options, const std::string& allowed) {
  throw ConfigError("--networks", fmt::format("{}", fmt::join(options[collective_option::networks], ";")), allowed);
}

/// The networks that --networks lists, each with its models.
std::vector<std::pair<std::string, std::vector<CollectiveModel>>> listed_models(const Options& options) {
  std::vector<std::string> names;
  for (const std::string& list : options[collective_option::networks]) {
    for (const std::string& name : split_names(list, collective_option::network.row.offers())) {
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  }
  if (names.size() < 2) refuse_networks(options, "at least two networks");
  std::vector<std::pair<std::string, std::vector<CollectiveModel>>> all;
  for (const std::string& name : names) {
    try {
      all.emplace_back(name, models_over_nodes(options, Spec(name)));
    } catch (const ConfigError& error) {
      if (error.option != "network") throw;
      throw ConfigError("--networks", error.value, error.allowed);
    }
  }
  return all;
}

int compare_networks(const Options& options, CollectiveOperation operation, const ReportOutput& output) {
  if (options.has(collective_option::network))
    options.refuse(collective_option::network, "nothing beside --networks, which lists all");
  const auto listed = listed_models(options);
  std::map<std::uint32_t, std::vector<perf::ComparedNetwork>> by_nodes;
  for (const auto& [name, models] : listed) {
    for (const CollectiveModel& model : models) by_nodes[model.nodes].push_back({name, model});
  }
  for (const auto& [name, models] : listed) {
    const bool alone =
        std::ranges::all_of(models, [&](const CollectiveModel& model) { return by_nodes[model.nodes].size() == 1; });
    if (alone) throw ConfigError("--networks", name, "networks that have numbers of nodes in common");
  }
  perf::NetworkCrossoverRequest request;
  for (auto& [nodes, networks] : by_nodes) {
    if (networks.size() > 1) request.rows.push_back(std::move(networks));
  }
  request.task = task_over_words(options, operation, request.rows.front().front().model.nodes);
  const ProgressLine progress("comparing");
  const perf::NetworkCrossover result = perf::network_crossover(request);
  output.write(perf::network_crossover_report(result), [&] { return perf::network_crossover_page(result); });
  return 0;
}

int compare_all(const Options& options, CollectiveOperation operation, const ReportOutput& output) {
  for (const OptionRow* const row :
       {&collective_option::words.row, &collective_option::counts.row, &collective_option::algorithm.row,
        &option::memory_limit.row, &option::links.row, &option::schedule.row, &option::goal.row, &option::eager.row}) {
    if (options.has(*row))
      throw ConfigError(row->flag, options.text(*row),
                        "nothing beside --crossover: it compares all algorithms over all sizes, and executes none");
  }
  return options.has(collective_option::networks) ? compare_networks(options, operation, output)
                                                  : compare_algorithms(options, operation, output);
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
  if (options.has(collective_option::networks) && !options[collective_option::crossover])
    refuse_networks(options, "nothing without --crossover");
  if (!options.has(collective_option::network) && !options.has(collective_option::networks))
    throw UsageError(named("pram collective: --network is missing; see pram collective --help"));
  const ReportOutput output(options);
  if (options[collective_option::crossover]) return compare_all(options, operation, output);
  if (!options.has(collective_option::words) && !lists_counts(options))
    throw UsageError(named("pram collective: --words is missing; see pram collective --help"));

  perf::CollectiveRequest request;
  const bool sized = !options.has(collective_option::components) && has_sizes(options[collective_option::network]);
  request.model = model_of(options, options[collective_option::network],
                           sized ? 0 : options.number(collective_option::components, default_nodes));
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
  pram collective all-gather --network switch:8 --counts 9,0,4,4,0,0,7,1
  pram collective broadcast --network ring --crossover --tau 100
  pram collective broadcast --networks "ring,hypercube" --crossover --tau 100)",
                                           .operand = &collective_operand,
                                           .options = collective_options,
                                           .limits_process = true,
                                           .run = collective};

}  // namespace pram::tool
