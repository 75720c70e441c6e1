#include <pram/perf/runs/bsp_run.hpp>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include <pram/error.hpp>
#include <pram/rule.hpp>

// nlohmann::json finds these by their names, in the types' namespace.
namespace pram {

/// What a total and a record have both.
template <class Supersteps>
static void read_counts(const nlohmann::json& json, Supersteps& supersteps) {
  json.at("tag").get_to(supersteps.tag);
  json.at("work").get_to(supersteps.work);
  json.at("largest_work").get_to(supersteps.largest_work);
  json.at("messages").get_to(supersteps.messages);
  json.at("words").get_to(supersteps.words);
  json.at("largest_sent").get_to(supersteps.largest_sent);
  json.at("largest_received").get_to(supersteps.largest_received);
  json.at("pattern").get_to(supersteps.pattern);
  json.at("pattern_back").get_to(supersteps.pattern_back);
  json.at("forward").get_to(supersteps.charge);
  json.at("back").get_to(supersteps.charge_back);
}

static void from_json(const nlohmann::json& json, SuperstepTotal& total) {
  read_counts(json, total);
  json.at("supersteps").get_to(total.supersteps);
  json.at("mean_work").get_to(total.mean_work);
  json.at("mean_words").get_to(total.mean_words);
  json.at("relation").get_to(total.relation);
}

static void from_json(const nlohmann::json& json, SuperstepRecord& record) {
  read_counts(json, record);
  json.at("superstep").get_to(record.superstep);
  json.at("processes").get_to(record.processes);
  json.at("components").get_to(record.components);
}

static void from_json(const nlohmann::json& json, TransferTotal& line) {
  json.at("file").get_to(line.where.file);
  json.at("line").get_to(line.where.line);
  json.at("subject").get_to(line.subject);
  json.at("operation").get_to(line.operation);
  json.at("messages").get_to(line.messages);
  json.at("words").get_to(line.words);
  json.at("supersteps").get_to(line.supersteps);
  json.at("charge").get_to(line.charge);
}

namespace perf {

BspRun read_bsp_run(const std::string& json) {
  BspRun run;
  try {
    const auto all = nlohmann::json::parse(json);
    const auto& machine = all.at("machine");
    machine.at("components").get_to(run.machine.components);
    run.machine.network = machine.at("network").get<std::string>();
    run.machine.access = machine.at("access").get<std::string>();
    run.machine.rule = rule_from(machine.at("rule").get<std::string>());
    machine.at("threads").get_to(run.machine.threads);
    machine.at("seed").get_to(run.machine.seed);
    machine.at("max_steps").get_to(run.machine.max_steps);
    all.at("wall_seconds").get_to(run.wall_seconds);
    all.at("interrupted").get_to(run.interrupted);
    run.ledger =
        Ledger(all.at("processes").get<std::uint64_t>(), all.at("superstep_totals").get<std::vector<SuperstepTotal>>(),
               all.at("transfers").get<std::vector<TransferTotal>>(),
               all.at("superstep_records").get<std::vector<SuperstepRecord>>());
  } catch (const std::exception& error) {
    throw Error(std::string("the record of the program's supersteps is damaged: ") + error.what());
  }
  return run;
}

}  // namespace perf
}  // namespace pram
