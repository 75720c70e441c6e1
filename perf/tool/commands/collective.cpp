#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include <pram/machine.hpp>
#include <pram/network.hpp>
#include <pram/perf/collectives.hpp>
#include <pram/report/text.hpp>
#include "../output/interrupt.hpp"
#include "../output/progress.hpp"
#include "../request/machine_request.hpp"
#include "../results/report_output.hpp"
#include "commands.hpp"

namespace pram::tool {

namespace {

constexpr std::uint32_t default_nodes = 64;
constexpr std::uint32_t crossover_nodes[] = {4, 16, 64, 256, 1024, 4096};
constexpr std::uint64_t most_words = std::uint64_t{1} << 32;

double positive(const Options& options, const std::string& flag, double otherwise, bool zero_too) {
  if (!options.has(flag)) return otherwise;
  const std::string text = options.text(flag);
  const auto value = real_number(text);
  if (!value || *value < (zero_too ? 0 : 1e-9) || *value > 1e12)
    throw ConfigError(flag, text, zero_too ? "a number from 0 to 10^12" : "a number above 0, up to 10^12");
  return *value;
}

/// The network's model, with what other options say of it.
CollectiveModel model_of(const Options& options, std::uint32_t nodes) {
  CollectiveModel model = collective_model(options.text("--network"), nodes);
  model.startup = positive(options, "--tau", model.startup, true);
  model.bandwidth = positive(options, "--bandwidth", model.bandwidth, false);
  if (options.has("--ports")) {
    const bool all = options.text("--ports") == "all";
    model.ports = all ? SwitchingOptions::Ports::all : SwitchingOptions::Ports::one;
  }
  return model;
}

bool makes_a_model(const Spec& network, std::uint32_t nodes) {
  try {
    collective_model(network, nodes);
    return true;
  } catch (const ConfigError&) {
    return false;
  }
}

/// Does the network's name say how many nodes it has? A name that is wrong in something else says it too, so that the
/// error is not about the number.
bool has_sizes(const Options& options) {
  Spec shape = options.text("--network");
  shape.options.clear();
  // "torus:3d" has as many nodes as are wanted.
  return !shape.values.empty() && (makes_a_model(shape, 0) || !makes_a_model(shape, default_nodes));
}

CollectiveTask task_of(const Options& options, Collective operation, std::uint32_t nodes) {
  CollectiveTask task;
  task.operation = operation;
  task.words = options.number<std::uint64_t>("--words", 0, 1, most_words);
  const bool one_to_one = operation == Collective::one_to_one;
  const bool takes_source = one_to_one || operation == Collective::broadcast || operation == Collective::scatter;
  const bool takes_target = one_to_one || operation == Collective::gather;
  for (const auto& [flag, takes] : {std::pair{"--source", takes_source}, std::pair{"--target", takes_target}}) {
    if (options.has(flag) && !takes)
      throw ConfigError(flag, options.text(flag), fmt::format("nothing beside {}", to_string(operation)));
  }
  task.source = options.number("--source", 0U, 0U, nodes - 1);
  task.target = options.number("--target", one_to_one ? nodes - 1 : 0U, 0U, nodes - 1);
  if (one_to_one && task.source == task.target)
    throw ConfigError("--target", std::to_string(task.target), "another node than the source");
  return task;
}

/// Before anything is allocated.
void check_memory(const CollectiveModel& model, const CollectiveTask& task, const Options& options) {
  const double needed = perf::collective_bytes(model, task);
  const std::uint64_t limit = options.size("--memory-limit", 0);
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
    throw ConfigError(
        "--network", options.text("--network"),
        fmt::format("a network for which there is an algorithm of {}; see pram list", to_string(task.operation)));
  }
  const std::string name = options.text("--algorithm", "all");
  if (name == "all") return fitting;
  if (name == "best") return {best_algorithm(model, task)};
  std::vector<std::string> known = {"all", "best"};
  for (const CollectiveAlgorithm* const algorithm : fitting) {
    if (algorithm->name == name || algorithm->name == to_string(task.operation) + "-" + name) return {algorithm};
    known.push_back(algorithm->name);
  }
  throw ConfigError("--algorithm", name, allowed_names(name, known));
}

int crossover(const Options& options, Collective operation, const ReportOutput& output) {
  for (const char* const flag : {"--words", "--algorithm", "--memory-limit", "--links"}) {
    if (options.has(flag))
      throw ConfigError(flag, options.text(flag),
                        "nothing beside --crossover: it compares all algorithms over all sizes, and executes none");
  }
  perf::CrossoverRequest request;
  if (options.has("--components") || has_sizes(options)) {
    request.models.push_back(model_of(options, options.number("--components", 0U, 1U, most_components)));
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
  if (request.models.empty()) throw ConfigError("--network", options.text("--network"), "a network with sizes");
  std::uint32_t least = request.models.front().nodes;
  for (const CollectiveModel& model : request.models) least = std::min(least, model.nodes);
  const auto last = [&](const char* flag, std::uint32_t otherwise) {
    return options.number(flag, otherwise, 0U, least - 1);
  };
  request.task.operation = operation;
  request.task.source = last("--source", 0);
  request.task.target = last("--target", operation == Collective::one_to_one ? least - 1 : 0);
  const ProgressLine progress("comparing");
  const perf::Crossover result = perf::collective_crossover(request);
  output.write(perf::crossover_report(result), [&] { return perf::crossover_page(result); });
  return 0;
}

}  // namespace

int collective(const CommandLine& line) {
  const Options& options = line.options;
  const Collective operation = collective_from(line.operation);
  if (!options.has("--network")) throw UsageError("pram collective: --network is missing; see pram collective --help");
  const ReportOutput output(options);
  if (options.has("--crossover")) return crossover(options, operation, output);
  if (!options.has("--words")) throw UsageError("pram collective: --words is missing; see pram collective --help");

  perf::CollectiveRequest request;
  const bool sized = !options.has("--components") && has_sizes(options);
  request.model = model_of(options, sized ? 0 : options.number("--components", default_nodes, 1U, most_components));
  request.task = task_of(options, operation, request.model.nodes);
  request.algorithms = algorithms_of(options, request.model, request.task);
  request.watch = options.has("--html") || options.has("--svg") || options.has("--links");
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
  output.write(perf::collective_report(result), [&] { return perf::collective_page(result); });
  if (!result.sound()) throw Error("an algorithm delivered wrong data");
  return result.interrupted ? exit_interrupted() : 0;
}

}  // namespace pram::tool
