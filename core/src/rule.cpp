#include <pram/registry.hpp>
#include <pram/rule.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace pram {

namespace {

struct RuleRow {
  Rule rule;
  const char* name;
  const char* summary;
  std::array<std::string_view, 3> aliases = {};
};

constexpr RuleRow table[] = {
    {Rule::erew, "EREW", "a cell is accessed by one processor at most"},
    {Rule::crew, "CREW", "any number of readers, or one writer alone"},
    {Rule::common, "common", "CRCW: concurrent writers must agree"},
    {Rule::arbitrary, "arbitrary", "CRCW: one writer wins, chosen by a seeded hash"},
    {Rule::priority, "priority", "CRCW: the lowest processor wins"},
    {Rule::tolerant, "tolerant", "CRCW: of two or more writers none wins, the cell keeps its value"},
    {Rule::collision, "collision", "CRCW: of two or more writers none wins, the cell gets a marker"},
    {Rule::sum, "sum", "CRCW: the cell gets the sum of what is written", {"add"}},
    {Rule::minimum, "minimum", "CRCW: the cell gets the smallest value written", {"min"}},
    {Rule::maximum, "maximum", "CRCW: the cell gets the largest value written", {"max"}},
    {Rule::bit_and, "bit_and", "CRCW: the cell gets the bitwise and of what is written", {"and"}},
    {Rule::bit_or, "bit_or", "CRCW: the cell gets the bitwise or of what is written", {"or"}},
    {Rule::bit_xor, "bit_xor", "CRCW: the cell gets the bitwise exclusive or of what is written", {"xor"}},
    {Rule::product, "product", "CRCW: the cell gets the product of what is written", {"multiply", "mul", "prod"}},
};

/// The letters alone, so that bit_or, bit-or and BitOr are one.
std::string letters(std::string_view text) {
  std::string all;
  for (const char c : text) {
    if (c != '_' && c != '-') all += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return all;
}

bool is_called(const RuleRow& row, const std::string& wanted) {
  return letters(row.name) == wanted || std::ranges::find(row.aliases, wanted) != row.aliases.end();
}

}  // namespace

const std::vector<Rule>& rules() {
  static const std::vector<Rule> all = [] {
    std::vector<Rule> list;
    for (const RuleRow& row : table) list.push_back(row.rule);
    return list;
  }();
  return all;
}

std::string to_string(Rule rule) { return table[static_cast<std::size_t>(rule)].name; }

std::string summary(Rule rule) {
  const RuleRow& row = table[static_cast<std::size_t>(rule)];
  std::string text = row.summary;
  for (const std::string_view alias : row.aliases) {
    if (!alias.empty()) text += (alias == row.aliases.front() ? "; also " : ", ") + std::string(alias);
  }
  return text;
}

Rule rule_from(std::string_view name) {
  const std::string wanted = letters(name);
  std::vector<std::string> known;
  for (const RuleRow& row : table) {
    if (!wanted.empty() && is_called(row, wanted)) return row.rule;
    known.emplace_back(row.name);
  }
  throw ConfigError("rule", std::string(name), allowed_names(name, known));
}

}  // namespace pram
