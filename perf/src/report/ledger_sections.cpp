#include "ledger_sections.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include <pram/perf/text.hpp>
#include "lines.hpp"
#include "text_table.hpp"

namespace pram::perf {

namespace {

constexpr std::size_t shown_kinds = 5;

using Align = TextTable::Align;

/// "50, 52", or "ways.cpp:50, turns.cpp:7" where not all are in one file.
std::string places(const MixedLines& mixed, bool one_file) {
  std::vector<std::string> names;
  for (const SourceLine& line : mixed.lines)
    names.push_back(one_file ? std::to_string(line.line) : printable(to_string(line)));
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::string mixed_lines_section(const Ledger& ledger) {
  std::vector<MixedLines> mixed = ledger.mixed_lines();
  if (mixed.empty()) return "";
  if (mixed.size() > shown_kinds) mixed.resize(shown_kinds);
  const std::string& file = mixed.front().lines.front().file;
  const bool one_file = std::ranges::all_of(mixed, [&file](const MixedLines& one) {
    return std::ranges::all_of(one.lines, [&file](const SourceLine& line) { return line.file == file; });
  });
  TextTable table({{"lines", Align::left}, {"steps"}, {"first step"}});
  for (const MixedLines& one : mixed) table.row({places(one, one_file), compact(one.steps), with_separators(one.step)});
  const std::string head = fmt::format("Steps that mix source lines: {} of {}", with_separators(ledger.mixed_steps()),
                                       with_separators(ledger.steps()));
  const std::string where = one_file ? ", all in " + printable(base_name(file)) : "";
  return fmt::format("\n{}\n{}  {}\n", shortened(head + where, line_width), table.str(),
                     wrapped("Processors took different ways there. Where they should not have, they are out of "
                             "lockstep: self.idle(k) and self.barrier() bring them together.",
                             2));
}

std::string regions_section(const Ledger& ledger) {
  if (ledger.regions().empty()) return "";
  const bool exchanges = ledger.exchange_charge() > 0;
  std::vector<TextTable::Column> heads = {{"region", Align::left}, {"steps"},       {"work"}, {"requests"},
                                          {"charge\nforward"},     {"charge\nback"}};
  if (exchanges) heads.push_back({"charge\nexch."});
  heads.push_back({"factor"});
  heads.push_back({"share"});
  TextTable table(std::move(heads));
  for (const RegionTotal& region : ledger.regions()) {
    std::vector<std::string> cells = {std::string(2 * region.depth, ' ') + printable(region.name),
                                      compact(region.steps),
                                      compact(region.work),
                                      compact(region.requests.total()),
                                      compact(region.charge),
                                      compact(region.charge_back)};
    if (exchanges) cells.push_back(compact(region.exchange_charge));
    cells.push_back(region.distinct_charge > 0 ? decimal(region.performance_factor()) : "-");
    cells.push_back(percentage(static_cast<double>(region.total_charge()), static_cast<double>(ledger.total_charge())));
    table.row(std::move(cells));
  }
  return "\nRegions of the program, those inside one included in it\n" + table.str();
}

}  // namespace pram::perf
