#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include <pram/error.hpp>
#include <pram/perf/experiment.hpp>
#include <pram/report/detail/value/text.hpp>
#include "experiments/banks/bank_conflicts.hpp"

#include "../../parts/finished_json.hpp"
#include "text_checks.hpp"

namespace pram::perf {

namespace {

const Experiment& banks_table() {
  return **std::ranges::find(experiments(), "banks", [](const Experiment* one) { return one->name; });
}

Report report_with(std::uint64_t size, std::uint64_t banks, std::uint64_t stride) {
  ExperimentRequest request = banks_table().usual_request();
  request.options["--size"] = size;
  request.options["--banks"] = banks;
  request.options["--stride"] = stride;
  return banks_table().run(request);
}

}  // namespace

TEST_CASE("the banks table as text: a table for each number of banks, within 80 columns") {
  const std::string text = text_of(banks_table().run(banks_table().usual_request()));
  CAPTURE(text);
  CHECK(testing::widest_line(text) <= line_width);
  for (const char* const part : {"in 16 banks", "in 17 banks", "in 32 banks"}) CHECK(testing::contains(text, part));
  CHECK(testing::contains(testing::line_with(text, "  xor-halves"), "1       1         1  2 (1.75)      1"));
}

TEST_CASE("the banks table as JSON: what fits, and what is asked for") {
  const auto document = nlohmann::json::parse(finished_json(report_with(9, 12, 5), 1.5));
  CHECK(document.at("size") == 9);
  CHECK(document.at("stride") == 5);
  // Five schemes fit: 12 is no power of two.
  CHECK(document.at("conflicts").size() == 5 * 7);
  CHECK(document.at("transpositions").size() == 5 * 2);
  const auto& first = document.at("conflicts").at(0);
  CHECK(first == nlohmann::json({{"banks", 12},
                                 {"scheme", "row"},
                                 {"pattern", "row"},
                                 {"positions", 9},
                                 {"least", 1},
                                 {"worst", 1},
                                 {"mean", 1.0},
                                 {"at_least", 9}}));
  // Nine words nine banks apart, of twelve: four banks have them.
  CHECK(document.at("conflicts").at(1).at("worst") == 3);
  CHECK(document.at("transpositions").at(1) == nlohmann::json({{"banks", 12},
                                                               {"scheme", "row"},
                                                               {"fullest", 7},
                                                               {"order", "in turn"},
                                                               {"written", 14},
                                                               {"read", 14},
                                                               {"cycles", 28},
                                                               {"least", 18},
                                                               {"verified", true}}));
}

TEST_CASE("the banks table without options: n, the prime above and 2 n banks, and a stride that fits") {
  const auto banks_of_size = [](std::uint64_t size) {
    const auto document = nlohmann::json::parse(finished_json(report_with(size, 0, 0), 1.5));
    std::vector<int> banks;
    for (const auto& row : document.at("conflicts")) {
      if (banks.empty() || banks.back() != row.at("banks")) banks.push_back(row.at("banks"));
    }
    CHECK(document.at("stride") == std::min<std::uint64_t>(size, 4));
    return banks;
  };
  CHECK(banks_of_size(2) == std::vector{2, 3, 4});
  CHECK(banks_of_size(3) == std::vector{3, 5, 6});
  CHECK(banks_of_size(24) == std::vector{24, 29, 48});
  CHECK_THROWS_AS(report_with(6, 0, 7), ConfigError);
}

TEST_CASE("the banks table, told to stop, has the schemes that are done") {
  std::uint64_t calls = 0;
  BanksRequest request{.size = 4, .stride = 1, .banks = {4, 5}};
  request.progress = [&](std::uint64_t done, std::uint64_t of) {
    CHECK(done == calls);
    CHECK(of == 14);
    return ++calls <= 3;
  };
  const BankConflicts result = bank_conflicts(request);
  CHECK(result.conflicts.size() == 3 * 7);
  CHECK(result.transpositions.size() == 3 * 2);
  const std::string text = text_of(bank_conflicts_report(result));
  CHECK(testing::contains(testing::line_with(text, "  skewed"), "-"));
}

}  // namespace pram::perf
