#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/text.hpp>
#include "total_exchange_tables.hpp"

namespace pram::perf {

namespace {

std::string verdict(const TotalExchangeRow& row) {
  return row.optimal() ? std::string("met") : fmt::format("+{}", row.steps - row.bound);
}

Table rows_table(std::string key, std::string title, const std::vector<TotalExchangeRow>& rows, const char* bound) {
  Fields<TotalExchangeRow> fields;
  const auto ports = [](const TotalExchangeRow& row) {
    return row.ports == SwitchingOptions::Ports::one ? "one" : "all";
  };
  fields.add("network", "network", &TotalExchangeRow::network, plain, Shown::where_it_changes)
      .text(
          "N", [](const TotalExchangeRow& row) { return std::to_string(row.nodes); }, Align::right,
          Shown::where_it_changes)
      .add("algorithm", "algorithm", &TotalExchangeRow::algorithm, plain)
      .data("nodes", &TotalExchangeRow::nodes)
      .data("ports", ports)
      .add("steps", "steps\nexecuted", &TotalExchangeRow::steps, with_separators)
      .add("formula", "\nformula", &TotalExchangeRow::formula, with_separators)
      .add("bound", bound, &TotalExchangeRow::bound, with_separators)
      .text("", verdict, Align::left)
      .data("optimal", &TotalExchangeRow::optimal)
      .data("transfers", &TotalExchangeRow::transfers);
  return fields.table(std::move(key), std::move(title), rows);
}

/// The table of one dimension as text: a row has the figures of one port and of all ports side by side.
Table lines_text(const std::vector<TotalExchangeRow>& rows) {
  Table table{{},
              "Total exchange in one dimension, in steps",
              {{"", "network", Align::left},
               {"", "one port\nexecuted"},
               {"", "\nformula"},
               {"", "\n(B1)"},
               {"", "", Align::left},
               {"", "all ports\nexecuted"},
               {"", "\nformula"},
               {"", "\n(B2)"},
               {"", "", Align::left}},
              {}};
  for (std::size_t k = 0; k + 1 < rows.size(); k += 2) {
    const TotalExchangeRow& one = rows[k];
    const TotalExchangeRow& all = rows[k + 1];
    table.row({one.network, std::to_string(one.steps), std::to_string(one.formula), std::to_string(one.bound),
               verdict(one), std::to_string(all.steps), std::to_string(all.formula), std::to_string(all.bound),
               verdict(all)});
  }
  return table;
}

}  // namespace

Report total_exchange_report(const TotalExchangeTables& tables) {
  Report report;
  report.add_data(rows_table("lines", "", tables.lines, ""));
  report.add(lines_text(tables.lines));
  report.add(rows_table("products", "Products, one port: Algorithms A1 and A2", tables.products, "\n(B1)"));
  report.add(rows_table("cubes", "Equal dimensions, all ports: Algorithm A3", tables.cubes, "\n(B2)"));
  report.add(rows_table("others",
                        "Other dimensions, all ports: what the paper leaves open, by matchings of offsets to the "
                        "exchanges of each dimension",
                        tables.others, "\n(B2)"));
  report.note(
      "Executed message by message: every move, link and port was checked, and every message arrived. (B1): the "
      "average distance of all pairs times N - 1, rounded up. (B2): the messages across a cut over its links, rounded "
      "up.");
  report.note(
      "Formulas: A2 N Σ Tᵢ / nᵢ (Corollary 2); A3 n^(d-1) T (Corollary 3); matchings max (N / nᵢ) Tᵢ; A1 n₂ (n₂ - 1) "
      "(n₁ - 1) + the sum of distances in the second factor + n₂ T₁. Plain: paths without the step X that saves one.");
  report.note(
      "On paths and meshes (B1) cannot be met: a node in the middle must pass on more than the average. The paper "
      "claims optimal one-port exchanges for tori, hypercubes and generalised hypercubes only.");
  report.note(
      "On rings of 2 mod 4 nodes n² / 8 is no whole number, so that the one dimension meets (B2) rounded up, and their "
      "tori do not.");
  return report;
}

}  // namespace pram::perf
