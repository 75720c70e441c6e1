#include <fmt/format.h>

#include <algorithm>
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

constexpr unsigned shown_doublings = 2;  // rows of the table of letters: every second power of two

std::vector<std::string> algorithms_of(const Crossover& crossover) {
  std::vector<std::string> names;
  for (const CrossoverRow& row : crossover.rows) {
    for (const CrossoverRange& range : row.ranges) {
      if (std::ranges::find(names, range.algorithm) == names.end()) names.push_back(range.algorithm);
    }
  }
  return names;
}

std::string letter_of(std::size_t number) {
  return number < 26 ? std::string(1, static_cast<char>('A' + number)) : fmt::format("A{}", number - 25);
}

std::string winner_at(const CrossoverRow& row, std::uint64_t words, const std::vector<std::string>& names) {
  for (const CrossoverRange& range : row.ranges) {
    if (range.first > words || range.last < words) continue;
    return letter_of(static_cast<std::size_t>(std::ranges::find(names, range.algorithm) - names.begin()));
  }
  return "-";
}

std::string letters_text(const Crossover& crossover, const std::vector<std::string>& names) {
  std::vector<TextTable::Column> heads = {{"words"}};
  for (const CrossoverRow& row : crossover.rows) heads.push_back({"k = " + std::to_string(row.nodes)});
  TextTable table(std::move(heads));
  for (unsigned doubling = 0; doubling <= crossover.most_doublings; doubling += shown_doublings) {
    std::vector<std::string> cells = {fmt::format("2^{}", doubling)};
    for (const CrossoverRow& row : crossover.rows) cells.push_back(winner_at(row, std::uint64_t{1} << doubling, names));
    table.row(std::move(cells));
  }
  return table.str();
}

}  // namespace

std::string crossover_text(const Crossover& crossover) {
  const std::vector<std::string> names = algorithms_of(crossover);
  std::string out = wrapped(fmt::format("{}: the fastest algorithm by formula, for N words on k nodes",
                                        to_string(crossover.operation)),
                            2) +
                    "\n\n";
  std::string shown;
  for (const CrossoverRow& row : crossover.rows) shown += (shown.empty() ? "" : "; ") + printable(row.network);
  std::string model = model_text(crossover.model);
  out += item("networks", shown) + item("model", model.substr(model.find(", ") + 2)) + "\n";
  out += letters_text(crossover, names) + "\n";
  for (std::size_t k = 0; k < names.size(); ++k)
    out += fmt::format("  {}  {}\n", letter_of(k), short_name(names[k], crossover.operation));

  TextTable table(
      {{"nodes"}, {"from words"}, {"to words"}, {"algorithm", TextTable::Align::left}, {"time\nfrom"}, {"\nto"}});
  for (const CrossoverRow& row : crossover.rows) {
    for (const CrossoverRange& range : row.ranges) {
      table.row({&range == row.ranges.data() ? std::to_string(row.nodes) : "", with_separators(range.first),
                 with_separators(range.last), short_name(range.algorithm, crossover.operation),
                 time_text(range.time_first), time_text(range.time_last)});
    }
  }
  return out + "\n" + table.str();
}

std::string crossover_json(const Crossover& crossover) {
  ordered_json json;
  json["version"] = 1;
  json["operation"] = to_string(crossover.operation);
  const ordered_json model = model_json(crossover.model);
  for (const char* const key : {"ports", "duplex", "startup", "bandwidth"}) json[key] = model[key];
  json["networks"] = ordered_json::array();
  for (const CrossoverRow& row : crossover.rows) {
    ordered_json ranges = ordered_json::array();
    for (const CrossoverRange& range : row.ranges) {
      ranges.push_back({{"algorithm", range.algorithm},
                        {"first", range.first},
                        {"last", range.last},
                        {"time_first", range.time_first},
                        {"time_last", range.time_last}});
    }
    json["networks"].push_back({{"network", row.network}, {"nodes", row.nodes}, {"ranges", std::move(ranges)}});
  }
  return laid_out(json);
}

}  // namespace pram::perf
