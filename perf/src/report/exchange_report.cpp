#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <pram/perf/exchange.hpp>
#include <pram/perf/text.hpp>
#include "exchange_items.hpp"
#include "items.hpp"
#include "json_layout.hpp"
#include "text_table.hpp"

namespace pram::perf {

namespace {

using nlohmann::ordered_json;

std::string verdict(const ExchangeResult& result) {
  if (result.runs.empty()) return "interrupted before an algorithm was done";
  if (!result.sound()) return "WRONG data were delivered, see below";
  const std::string count = plural(result.runs.size(), "algorithm");
  if (result.interrupted)
    return fmt::format("interrupted after {} of {}; all words of these arrived, each where it belongs", count,
                       result.asked);
  return fmt::format("{} executed step by step; every node has exactly its words", count);
}

bool has_source(ExchangeOperation operation) {
  return operation == ExchangeOperation::one_to_one || operation == ExchangeOperation::broadcast ||
         operation == ExchangeOperation::scatter;
}

bool has_target(ExchangeOperation operation) {
  return operation == ExchangeOperation::one_to_one || operation == ExchangeOperation::gather;
}

std::string task_items(const ExchangeResult& result) {
  const ExchangeTask& task = result.task;
  std::string what = fmt::format("{}, N = {}", to_string(task.operation), plural(task.words, "word"));
  if (has_source(task.operation)) what += fmt::format(", from node {}", task.source);
  if (has_target(task.operation)) what += fmt::format(", to node {}", task.target);
  return item("operation", what) + item("network", printable(result.model.network)) +
         item("model", model_text(result.model)) +
         item("lower bound", time_text(result.lower_bound) + ": start-ups by distance, words by ports and cuts");
}

}  // namespace

std::string ratio_text(double part, double whole) { return whole > 0 ? fmt::format("{:.3f}", part / whole) : "-"; }

std::string model_text(const ExchangeModel& model) {
  const bool link_network = !model.network.starts_with("bus:") && !model.network.starts_with("shared-memory:") &&
                            !model.network.starts_with("switch:");
  std::string text = plural(model.nodes, "node");
  if (link_network) {
    text += model.ports == CarrierOptions::Ports::one ? ", one port" : ", all ports";
    text += model.duplex == CarrierOptions::Duplex::half ? ", half duplex" : ", full duplex";
    if (model.switching == CarrierOptions::Switching::wormhole) text += ", wormhole";
  }
  return text + fmt::format(", τ = {:g}, b = {:g}", model.startup, model.bandwidth);
}

std::string short_name(const std::string& algorithm, ExchangeOperation operation) {
  const std::string prefix = to_string(operation) + "-";
  return printable(algorithm.starts_with(prefix) ? algorithm.substr(prefix.size()) : algorithm);
}

std::string time_text(double time) {
  if (time >= 1e7) return fmt::format("{:.4g}", time);
  const bool whole = time >= 1e4 || std::abs(time - std::round(time)) < 0.005;
  return whole ? with_separators(static_cast<std::uint64_t>(std::llround(time))) : fmt::format("{:.2f}", time);
}

std::string exchange_text(const ExchangeResult& result) {
  std::string out = wrapped(fmt::format("{} on {}: {}", to_string(result.task.operation),
                                        printable(result.model.network), verdict(result)),
                            2) +
                    "\n\n" + task_items(result);
  if (!result.runs.empty()) {
    TextTable table({{"algorithm", TextTable::Align::left},
                     {"steps"},
                     {"words"},
                     {"time"},
                     {"formula "},
                     {"time to\nformula"},
                     {"time to\nbound"}});
    for (const ExchangeRun& run : result.runs) {
      table.row({short_name(run.algorithm, result.task.operation) + (run.algorithm == result.best ? " *" : "") +
                     (run.verified ? "" : " WRONG"),
                 compact(run.cost.steps), time_text(run.cost.words), time_text(run.time),
                 time_text(run.formula.time) + (run.formula.exact ? "=" : " "), ratio_text(run.time, run.formula.time),
                 ratio_text(run.time, result.lower_bound)});
    }
    out += "\n" + table.str() + "\n";
    out += "  " +
           wrapped(
               "steps are start-ups; words are summed over the steps, of each the largest block; time = steps "
               "τ + words / b. = marks formulas that are exact: the execution takes just that. * is what "
               "--algorithm best picks, by formula.",
               4) +
           "\n";
  }
  return out + fmt::format("\nRan in {}.\n", duration(result.wall_seconds));
}

ordered_json model_json(const ExchangeModel& model) {
  return {{"network", model.network},
          {"nodes", model.nodes},
          {"ports", model.ports == CarrierOptions::Ports::one ? "one" : "all"},
          {"duplex", model.duplex == CarrierOptions::Duplex::half ? "half" : "full"},
          {"startup", model.startup},
          {"bandwidth", model.bandwidth},
          {"modules", model.modules}};
}

ordered_json runs_json(const ExchangeResult& result) {
  ordered_json rows = ordered_json::array();
  for (const ExchangeRun& run : result.runs) {
    rows.push_back({{"name", run.algorithm},
                    {"source", run.source},
                    {"steps", run.cost.steps},
                    {"words", run.cost.words},
                    {"time", run.time},
                    {"formula", run.formula.time},
                    {"exact", run.formula.exact},
                    {"to_formula", run.formula.time > 0 ? run.time / run.formula.time : 1.0},
                    {"to_bound", result.lower_bound > 0 ? run.time / result.lower_bound : 1.0},
                    {"verified", run.verified}});
  }
  return rows;
}

std::string exchange_json(const ExchangeResult& result) {
  ordered_json json;
  json["version"] = 1;
  json["operation"] = to_string(result.task.operation);
  json.update(model_json(result.model));
  json["words"] = result.task.words;
  json["source"] = result.task.source;
  json["target"] = result.task.target;
  json["lower_bound"] = result.lower_bound;
  json["best"] = result.best;
  json["algorithms"] = runs_json(result);
  json["asked"] = result.asked;
  json["interrupted"] = result.interrupted;
  json["wall_seconds"] = result.wall_seconds;
  return laid_out(json);
}

}  // namespace pram::perf
