#include <fmt/format.h>

#include <string>

#include <pram/perf/text.hpp>
#include <pram/perf/theorem_table.hpp>
#include "json_layout.hpp"
#include "text_table.hpp"

namespace pram::perf {

std::string theorem_text(const TheoremTable& table) {
  TextTable text({{"p"},
                  {"q"},
                  {"basis", TextTable::Align::left},
                  {"spread", TextTable::Align::left},
                  {"degree"},
                  {"mean\ncharge"},
                  {"largest\ncharge"},
                  {"bound"},
                  {"runs\nabove"}});
  std::uint32_t last = 0;
  for (const TheoremRow& row : table.rows) {
    const bool first = row.components != last;
    last = row.components;
    const bool done = row.charge.count() > 0;
    text.row({first ? with_separators(row.components) : "", first ? std::to_string(row.requests) : "", row.basis,
              row.spread, with_separators(row.degree), done ? fmt::format("{:.1f}", row.charge.mean()) : "-",
              done ? fmt::format("{:.0f}", row.charge.largest()) : "-", fmt::format("{:.1f}", row.bound),
              done ? fmt::format("{:.0f} %", 100 * row.share()) : "-"});
  }
  const TheoremRequest& request = table.request;
  return fmt::format(
             "The theorem of TR-24-92: with m = {} phases, p^ε requests a component, ε = {},\nthe charge is at most "
             "(1 + δ) m p^ε, δ = {}, in ever more of the runs\n\n",
             request.phases, request.epsilon, request.delta) +
         text.str();
}

std::string theorem_json(const TheoremTable& table, double wall_seconds, bool interrupted) {
  using nlohmann::ordered_json;
  ordered_json rows = ordered_json::array();
  for (const TheoremRow& row : table.rows) {
    rows.push_back(
        {{"components", row.components},
         {"requests", row.requests},
         {"basis", row.basis},
         {"spread", row.spread},
         {"degree", row.degree},
         {"bound", row.bound},
         {"charge", {{"mean", row.charge.mean()}, {"stderr", row.charge.error()}, {"largest", row.charge.largest()}}},
         {"above", row.above},
         {"share", row.share()}});
  }
  return laid_out({{"version", 1},
                   {"epsilon", table.request.epsilon},
                   {"delta", table.request.delta},
                   {"phases", table.request.phases},
                   {"runs", table.request.runs},
                   {"seed", table.request.seed},
                   {"rows", std::move(rows)},
                   {"interrupted", interrupted},
                   {"wall_seconds", wall_seconds}});
}

}  // namespace pram::perf
