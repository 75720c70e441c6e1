#include <pram/perf/bsp_run.hpp>

#include <nlohmann/json.hpp>

#include <pram/error.hpp>

namespace pram::perf {

namespace {

SourceLine line_of(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos) return {};
  return {text.substr(0, colon), static_cast<std::uint32_t>(std::stoul(text.substr(colon + 1)))};
}

}  // namespace

BspRun read_bsp_run(const std::string& json) {
  BspRun run;
  try {
    const auto all = nlohmann::json::parse(json);
    const auto& machine = all.at("machine");
    machine.at("components").get_to(run.components);
    machine.at("network").get_to(run.network);
    machine.at("rule").get_to(run.rule);
    machine.at("threads").get_to(run.threads);
    machine.at("seed").get_to(run.seed);
    all.at("processes").get_to(run.processes);
    all.at("host_seconds").get_to(run.seconds);
    all.at("interrupted").get_to(run.interrupted);
    all.at("supersteps").get_to(run.supersteps);
    all.at("charge").get_to(run.charge);
    for (const auto& one : all.at("records")) {
      SuperstepRecord record;
      one.at("superstep").get_to(record.superstep);
      one.at("tag").get_to(record.tag);
      one.at("processes").get_to(record.processes);
      one.at("work").get_to(record.work);
      one.at("largest_work").get_to(record.largest_work);
      one.at("messages").get_to(record.messages);
      one.at("words").get_to(record.words);
      one.at("largest_sent").get_to(record.largest_sent);
      one.at("largest_received").get_to(record.largest_received);
      one.at("charge").get_to(record.charge);
      one.at("charge_back").get_to(record.charge_back);
      run.records.push_back(std::move(record));
    }
    for (const auto& one : all.at("transfers")) {
      TransferTotal total;
      total.where = line_of(one.at("line").get<std::string>());
      one.at("subject").get_to(total.subject);
      one.at("operation").get_to(total.operation);
      one.at("messages").get_to(total.messages);
      one.at("words").get_to(total.words);
      one.at("supersteps").get_to(total.supersteps);
      run.transfers.push_back(std::move(total));
    }
  } catch (const std::exception& error) {
    throw Error(std::string("the record of the program's supersteps is damaged: ") + error.what());
  }
  return run;
}

}  // namespace pram::perf
