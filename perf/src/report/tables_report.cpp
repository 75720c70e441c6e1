#include <pram/perf/tables_report.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <pram/perf/text.hpp>
#include "json_layout.hpp"
#include "text_table.hpp"

namespace pram::perf {

namespace {

using Align = TextTable::Align;
using nlohmann::ordered_json;

constexpr std::size_t bases_side_by_side = 2;

/// As the paper prints its factors: two digits.
std::string printed(double factor) { return fmt::format("{:.{}f}", factor, factor < 9.95 ? 1 : 0); }

std::string fine(double value, double beside) { return fmt::format("{:.{}f}", value, beside < 9.9995 ? 3 : 2); }

std::string measured(const TableCell& cell) { return cell.runs == 0 ? "-" : fine(cell.measured, cell.measured); }

std::string shown_basis(const std::string& basis) { return "(" + basis + ")"; }

std::string error(const TableCell& cell) { return cell.runs < 2 ? "" : "± " + fine(cell.stderr_, cell.measured); }

std::string difference(const TableCell& cell) {
  return cell.runs == 0 || !(cell.paper > 0) ? "" : fmt::format("{:+.1f}%", 100 * (cell.measured / cell.paper - 1));
}

std::vector<std::string> bases_of(const CombiningTable& table) {
  std::vector<std::string> bases;
  for (const TableCell& cell : table.cells) {
    if (std::ranges::find(bases, cell.basis) == bases.end()) bases.push_back(cell.basis);
  }
  return bases;
}

/// A row for each degree, the bases side by side.
std::string by_degree(const CombiningTable& table) {
  const std::vector<std::string> bases = bases_of(table);
  std::vector<std::uint32_t> degrees;
  for (const TableCell& cell : table.cells) {
    if (std::ranges::find(degrees, cell.degree) == degrees.end()) degrees.push_back(cell.degree);
  }
  std::string out;
  for (std::size_t first = 0; first < bases.size(); first += bases_side_by_side) {
    const std::size_t last = std::min(bases.size(), first + bases_side_by_side);
    std::vector<TextTable::Column> heads = {{"degree"}};
    for (std::size_t b = first; b < last; ++b) {
      for (TextTable::Column column :
           {TextTable::Column{"paper"}, {shown_basis(bases[b]) + "\nmeasured"}, {"± error", Align::left}, {"off"}})
        heads.push_back(std::move(column));
    }
    TextTable text(std::move(heads));
    for (const std::uint32_t degree : degrees) {
      std::vector<std::string> row = {std::to_string(degree)};
      for (std::size_t b = first; b < last; ++b) {
        const auto cell = std::ranges::find_if(
            table.cells, [&](const TableCell& c) { return c.degree == degree && c.basis == bases[b]; });
        if (cell == table.cells.end()) {
          row.insert(row.end(), 4, "");
        } else {
          for (std::string entry : {printed(cell->paper), measured(*cell), error(*cell), difference(*cell)})
            row.push_back(std::move(entry));
        }
      }
      text.row(std::move(row));
    }
    out += (first == 0 ? "" : "\n") + text.str();
  }
  return out;
}

/// Two rows for each cell: the paper's phases and total, and ours.
std::string by_phase(const CombiningTable& table) {
  std::size_t phases = 0;
  for (const TableCell& cell : table.cells) phases = std::max({phases, cell.paper_phases.size(), cell.phases.size()});
  std::vector<TextTable::Column> heads = {{"degree\nbasis", Align::left}, {"", Align::left}};
  for (std::size_t k = 0; k < phases; ++k) heads.push_back({fmt::format("phase\n{}", k + 1)});
  heads.push_back({"total"});
  heads.push_back({"± error", Align::left});
  heads.push_back({"off"});
  TextTable text(std::move(heads));
  for (const TableCell& cell : table.cells) {
    std::vector<std::string> paper = {std::to_string(cell.degree), "paper"};
    std::vector<std::string> ours = {shown_basis(cell.basis), "measured"};
    for (std::size_t k = 0; k < phases; ++k) {
      paper.push_back(k < cell.paper_phases.size() ? fmt::format("{:.2f}", cell.paper_phases[k]) : "");
      ours.push_back(cell.runs > 0 && k < cell.phases.size() ? fine(cell.phases[k], 1) : "");
    }
    for (std::string entry : {printed(cell.paper), std::string(), std::string()}) paper.push_back(std::move(entry));
    for (std::string entry : {measured(cell), error(cell), difference(cell)}) ours.push_back(std::move(entry));
    text.row(std::move(paper));
    text.row(std::move(ours));
  }
  return text.str();
}

ordered_json cell_json(const TableCell& cell) {
  ordered_json json = {{"degree", cell.degree}, {"basis", cell.basis}, {"paper", cell.paper}};
  const bool done = cell.runs > 0;
  json["measured"] = done ? ordered_json(cell.measured) : ordered_json();
  json["stderr"] = done ? ordered_json(cell.stderr_) : ordered_json();
  json["runs"] = cell.runs;
  if (!cell.paper_phases.empty()) json["paper_phases"] = cell.paper_phases;
  if (done && !cell.phases.empty()) json["phases"] = cell.phases;
  return json;
}

}  // namespace

std::string tables_text(const std::vector<CombiningTable>& tables) {
  std::string out;
  for (const CombiningTable& table : tables) {
    if (!out.empty()) out += '\n';
    out += wrapped(fmt::format("Table {}. {}", table.name, table.caption), 0) + "\n\n";
    const bool has_phases =
        std::ranges::any_of(table.cells, [](const TableCell& cell) { return cell.paper_phases.size() > 1; });
    out += has_phases ? by_phase(table) : by_degree(table);
  }
  return out;
}

std::string tables_json(const std::vector<CombiningTable>& tables, std::uint64_t seed, double wall_seconds,
                        bool interrupted) {
  ordered_json list = ordered_json::array();
  for (const CombiningTable& table : tables) {
    ordered_json cells = ordered_json::array();
    for (const TableCell& cell : table.cells) cells.push_back(cell_json(cell));
    list.push_back({{"name", table.name}, {"caption", table.caption}, {"cells", std::move(cells)}});
  }
  ordered_json json;
  json["version"] = 1;
  json["tables"] = std::move(list);
  json["seed"] = seed;
  json["interrupted"] = interrupted;
  json["wall_seconds"] = wall_seconds;
  return laid_out(json);
}

}  // namespace pram::perf
