#include "combining_tables.hpp"

namespace pram::perf {

namespace {

constexpr std::uint32_t degrees[] = {4096, 2048, 1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1};

CombiningTable fixed_sequence(std::string name, std::string caption, const std::string& basis,
                              const double (&paper)[13]) {
  CombiningTable table{std::move(name), std::move(caption), {}};
  for (std::size_t k = 0; k < std::size(degrees); ++k)
    table.cells.push_back({degrees[k], basis, {}, paper[k], {}, 0, 0, 0});
  return table;
}

}  // namespace

std::vector<CombiningTable> paper_tables() {
  std::vector<CombiningTable> tables;
  tables.push_back(fixed_sequence("1", "Performance factors of one phase (2^17 requests, 4096 components)", "4096",
                                  {82, 53, 35, 20, 13, 8.1, 5.3, 3.7, 2.6, 1.9, 1.5, 1.2, 1.0}));
  tables.push_back({"2",
                    "Performance factors of a sequence chosen for each degree",
                    {{4096, "8,8,8,8", {1.51, 0.64, 0.37, 0.17}, 2.7, {}, 0, 0, 0},
                     {2048, "16,8,8,4", {1.6, 0.67, 0.38, 0.1}, 2.8, {}, 0, 0, 0},
                     {1024, "32,8,4,4", {1.71, 0.71, 0.26, 0.14}, 2.8, {}, 0, 0, 0},
                     {512, "32,8,4,4", {1.46, 0.92, 0.32, 0.16}, 2.8, {}, 0, 0, 0},
                     {256, "128,8,4", {1.84, 0.73, 0.2}, 2.8, {}, 0, 0, 0},
                     {128, "256,4,4", {1.9, 0.52, 0.25}, 2.7, {}, 0, 0, 0},
                     {64, "512,8", {1.95, 0.66}, 2.6, {}, 0, 0, 0},
                     {32, "1024,4", {1.98, 0.46}, 2.4, {}, 0, 0, 0},
                     {16, "1024,4", {1.58, 0.64}, 2.2, {}, 0, 0, 0}}});
  tables.push_back(fixed_sequence("3", "Performance factors of one sequence for all degrees", "32,8,4,4",
                                  {3.4, 3.0, 2.8, 2.8, 3.0, 3.2, 3.4, 3.6, 3.8, 4.0, 4.1, 4.1, 4.1}));
  const CombiningTable second =
      fixed_sequence("3", "", "32,16,8", {3.4, 3.1, 3.0, 3.1, 3.3, 3.3, 3.3, 3.4, 3.4, 3.4, 3.3, 3.2, 3.0});
  tables.back().cells.insert(tables.back().cells.end(), second.cells.begin(), second.cells.end());
  return tables;
}

}  // namespace pram::perf
