#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include <pram/report/detail/value/text.hpp>
#include "../parts/finished_json.hpp"
#include "experiments/combining/combining_tables.hpp"

using namespace pram::perf;
using nlohmann::json;

namespace {

TableCell cell(std::uint32_t degree, std::string basis, double paper, double measured, std::uint64_t runs = 500) {
  TableCell made;
  made.degree = degree;
  made.basis = std::move(basis);
  made.paper = paper;
  made.measured = measured;
  made.stderr_ = 0.0123;
  made.phases = {measured};
  made.runs = runs;
  return made;
}

std::vector<CombiningTable> three_tables() {
  std::vector<CombiningTable> tables(3);
  tables[0] = {"1", "one phase", {cell(4096, "4096", 82, 83.953), cell(1, "4096", 1.0, 1.0)}};
  TableCell phased = cell(1024, "32,8,4,4", 2.8, 2.801);
  phased.paper_phases = {1.71, 0.71, 0.26, 0.14};
  phased.phases = {1.701, 0.705, 0.257, 0.138};
  tables[1] = {"2", "by phase", {phased}};
  tables[2] = {"3",
               "two bases",
               {cell(4096, "32,8,4,4", 3.4, 3.331), cell(64, "32,8,4,4", 3.4, 3.408), cell(4096, "32,16,8", 3.4, 3.454),
                cell(64, "32,16,8", 3.3, 0, 0)}};
  return tables;
}

std::string squeezed(const std::string& text) {
  std::istringstream words(text);
  std::string out;
  for (std::string word; words >> word;) out += word + ' ';
  return out;
}

}  // namespace

TEST_CASE("the tables stand beside the paper's numbers") {
  const std::string text = text_of(combining_report(three_tables(), 1));
  CAPTURE(text);
  const std::string words = squeezed(text);
  const auto has = [&](const std::string& part) { return words.find(part) != std::string::npos; };
  CHECK(has("Table 1. one phase"));
  CHECK(has("4096 82 83.95 ± 0.01 +2.4%"));
  CHECK(has("1 1.0 1.000 ± 0.012 +0.0%"));
  CHECK(has("1024 paper 1.71 0.71 0.26 0.14 2.8 "));
  CHECK(has("(32,8,4,4) measured 1.701 0.705 0.257 0.138 2.801 ± 0.012 +0.0%"));
  CHECK(has("4096 3.4 3.331 ± 0.012 -2.0% 3.4 3.454 ± 0.012 +1.6%"));
  CHECK(has("64 3.4 3.408 ± 0.012 +0.2% 3.3 -"));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) CHECK(columns(line) <= line_width);
}

TEST_CASE("the tables as JSON") {
  const json document = json::parse(finished_json(combining_report(three_tables(), 7), 1.5));
  CHECK(document.at("version") == 2);
  CHECK(document.at("seed") == 7);
  CHECK(document.at("wall_seconds") == 1.5);
  CHECK(document.at("tables").size() == 3);
  const json& first = document.at("tables").at(0);
  CHECK(first.at("name") == "1");
  CHECK(first.at("cells").at(0) == json({{"degree", 4096},
                                         {"basis", "4096"},
                                         {"paper", 82.0},
                                         {"measured", 83.953},
                                         {"error", 0.0123},
                                         {"runs", 500},
                                         {"phases", {83.953}}}));
  CHECK(document.at("tables").at(1).at("cells").at(0).at("paper_phases").size() == 4);
  const json& missing = document.at("tables").at(2).at("cells").at(3);
  CHECK(missing.at("runs") == 0);
  CHECK(missing.at("measured").is_null());
}
