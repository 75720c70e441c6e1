#include <fmt/format.h>

#include <string>
#include <vector>

#include <pram/perf/text.hpp>
#include <pram/perf/total_exchange_tables.hpp>
#include "json_layout.hpp"
#include "text_table.hpp"

namespace pram::perf {

namespace {

using nlohmann::ordered_json;
using Align = TextTable::Align;

std::string rows_text(const std::string& title, const std::vector<TotalExchangeRow>& rows, const char* bound) {
  TextTable table({{"network", Align::left},
                   {"N"},
                   {"algorithm", Align::left},
                   {"steps\nexecuted"},
                   {"\nformula"},
                   {bound},
                   {"", Align::left}});
  const TotalExchangeRow* last = nullptr;
  for (const TotalExchangeRow& row : rows) {
    const bool again = last != nullptr && last->network == row.network;
    table.row({again ? "" : row.network, again ? "" : std::to_string(row.nodes), row.algorithm,
               with_separators(row.steps), with_separators(row.formula), with_separators(row.bound),
               row.optimal() ? "met" : fmt::format("+{}", row.steps - row.bound)});
    last = &row;
  }
  return wrapped(title, 0) + "\n\n" + table.str() + "\n";
}

std::string lines_text(const std::vector<TotalExchangeRow>& rows) {
  TextTable table({{"network", Align::left},
                   {"one port\nexecuted"},
                   {"\nformula"},
                   {"\n(B1)"},
                   {"", Align::left},
                   {"all ports\nexecuted"},
                   {"\nformula"},
                   {"\n(B2)"},
                   {"", Align::left}});
  const auto verdict = [](const TotalExchangeRow& row) {
    return row.optimal() ? std::string("met") : fmt::format("+{}", row.steps - row.bound);
  };
  for (std::size_t k = 0; k + 1 < rows.size(); k += 2) {
    const TotalExchangeRow& one = rows[k];
    const TotalExchangeRow& all = rows[k + 1];
    table.row({one.network, std::to_string(one.steps), std::to_string(one.formula), std::to_string(one.bound),
               verdict(one), std::to_string(all.steps), std::to_string(all.formula), std::to_string(all.bound),
               verdict(all)});
  }
  return "Total exchange in one dimension, in steps\n\n" + table.str() + "\n";
}

ordered_json rows_json(const std::vector<TotalExchangeRow>& rows) {
  ordered_json json = ordered_json::array();
  for (const TotalExchangeRow& row : rows) {
    json.push_back({{"network", row.network},
                    {"algorithm", row.algorithm},
                    {"nodes", row.nodes},
                    {"ports", row.ports == CarrierOptions::Ports::one ? "one" : "all"},
                    {"steps", row.steps},
                    {"formula", row.formula},
                    {"bound", row.bound},
                    {"optimal", row.optimal()},
                    {"transfers", row.transfers}});
  }
  return json;
}

}  // namespace

std::string total_exchange_text(const TotalExchangeTables& tables) {
  std::string out = lines_text(tables.lines);
  out += rows_text("Products, one port: Algorithms A1 and A2", tables.products, "\n(B1)");
  out += rows_text("Equal dimensions, all ports: Algorithm A3", tables.cubes, "\n(B2)");
  out += rows_text(
      "Other dimensions, all ports: what the paper leaves open, by matchings of offsets to the exchanges of each "
      "dimension",
      tables.others, "\n(B2)");
  const auto note = [&out](const std::string& text) { out += "  " + wrapped(text, 4) + "\n"; };
  note(
      "Executed message by message: every move, link and port was checked, and every message arrived. (B1): the "
      "average "
      "distance of all pairs times N - 1, rounded up. (B2): the messages across a cut over its links, rounded up.");
  note(
      "Formulas: A2 N Σ Tᵢ / nᵢ (Corollary 2); A3 n^(d-1) T (Corollary 3); matchings max (N / nᵢ) Tᵢ; A1 n₂ (n₂ - 1) "
      "(n₁ - 1) + the sum of distances in the second factor + n₂ T₁. Plain: paths without the step X that saves one.");
  note(
      "On paths and meshes (B1) cannot be met: a node in the middle must pass on more than the average. The paper "
      "claims "
      "optimal one-port exchanges for tori, hypercubes and generalised hypercubes only.");
  note(
      "On rings of 2 mod 4 nodes n² / 8 is no whole number, so that the one dimension meets (B2) rounded up, and their "
      "tori do not.");
  return out;
}

std::string total_exchange_json(const TotalExchangeTables& tables, double wall_seconds, bool interrupted) {
  ordered_json json;
  json["version"] = 1;
  json["lines"] = rows_json(tables.lines);
  json["products"] = rows_json(tables.products);
  json["cubes"] = rows_json(tables.cubes);
  json["others"] = rows_json(tables.others);
  json["interrupted"] = interrupted;
  json["wall_seconds"] = wall_seconds;
  return laid_out(json);
}

}  // namespace pram::perf
