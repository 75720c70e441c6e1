#include <pram/perf/rcn_full_report.hpp>
#include "json_layout.hpp"

namespace pram::perf {

namespace {

using nlohmann::ordered_json;

template <class Number>
ordered_json or_null(const std::optional<Number>& number) {
  return number ? ordered_json(*number) : ordered_json();
}

ordered_json shape_json(const RcnShape& shape, std::uint64_t nodes) {
  return {{"network", shape.network()}, {"atom", shape.atom}, {"levels", shape.levels}, {"nodes", nodes}};
}

ordered_json lengths_json(const RcnLengths& lengths) { return {{"mean", lengths.mean}, {"longest", lengths.longest}}; }

ordered_json properties_json(const RcnProperties& row) {
  ordered_json json = shape_json(row.shape, row.nodes);
  json["sources"] = row.sources;
  json["diameter"] = {{"measured", row.distance.longest}, {"formula", row.diameter_formula}};
  json["largest_degree"] = {{"measured", row.largest_degree}, {"formula", row.degree_formula}};
  json["links"] = {{"measured", row.links}, {"formula", row.links_formula}};
  json["mean_distance"] = {{"measured", row.distance.mean}, {"formula", or_null(row.mean_formula)}};
  json["algorithm_1"] = lengths_json(row.algorithm_1);
  json["algorithm_1"]["longest_formula"] = row.diameter_formula;
  json["algorithm_2"] = lengths_json(row.algorithm_2);
  json["algorithm_2"]["longest_formula"] = row.longest_formula_2;
  json["algorithm_2_cut_short"] = lengths_json(row.cut_short);
  return json;
}

ordered_json steps_json(const RcnSteps& steps) {
  return {{"executed", or_null(steps.executed)}, {"formula", steps.formula}, {"paper", or_null(steps.paper)}};
}

ordered_json costs_json(const RcnCosts& row) {
  ordered_json json = shape_json(row.shape, row.nodes);
  json["ascend"] = steps_json(row.ascend);
  json["sort"] = steps_json(row.sort);
  json["read"] = steps_json(row.read);
  json["write"] = steps_json(row.write);
  json["bitonic"] = steps_json(row.bitonic);
  json["rotatesort"] = steps_json(row.rotatesort);
  json["rotatesort"]["formula_16"] = row.rotatesort_16;
  return json;
}

ordered_json sorts_json(const RcnSorts& row, const std::vector<std::uint32_t>& cole_constants) {
  ordered_json cole = ordered_json::array();
  for (std::size_t k = 0; k < row.cole.size(); ++k)
    cole.push_back({{"cole_constant", cole_constants[k]}, {"steps", row.cole[k]}});
  return {{"log2_nodes", row.log_nodes},
          {"levels", row.levels},
          {"bitonic", row.direct},
          {"sort", row.bitonic_atoms},
          {"sort_cole", std::move(cole)}};
}

ordered_json crossover_json(const RcnCrossover& row) {
  return {{"levels", row.levels},
          {"cole_constant", row.cole_constant},
          {"log2_atom", row.log_atom},
          {"log2_nodes", row.log_nodes}};
}

ordered_json pins_json(const RcnPinCount& count) {
  return {{"network", count.network},
          {"least", count.least},
          {"most", count.most},
          {"formula", count.formula},
          {"paper", count.paper}};
}

}  // namespace

std::string rcn_full_json(const RcnFullTables& tables, double wall_seconds, bool interrupted) {
  ordered_json json;
  json["version"] = 1;
  for (const char* list : {"properties", "costs", "sorts", "crossovers", "pins"}) json[list] = ordered_json::array();
  for (const RcnProperties& row : tables.properties) json["properties"].push_back(properties_json(row));
  for (const RcnCosts& row : tables.costs) json["costs"].push_back(costs_json(row));
  for (const RcnSorts& row : tables.sorts) json["sorts"].push_back(sorts_json(row, tables.cole_constants));
  for (const RcnCrossover& row : tables.crossovers) json["crossovers"].push_back(crossover_json(row));
  for (const RcnPins& row : tables.pins) {
    json["pins"].push_back({{"nodes", row.nodes},
                            {"chips", row.chips},
                            {"flat", pins_json(row.flat)},
                            {"deep", pins_json(row.deep)},
                            {"hypercube", pins_json(row.hypercube)}});
  }
  json["interrupted"] = interrupted;
  json["wall_seconds"] = wall_seconds;
  return laid_out(json);
}

}  // namespace pram::perf
