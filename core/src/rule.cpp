#include <pram/registry.hpp>
#include <pram/rule.hpp>

#include <algorithm>
#include <cctype>

namespace pram {

namespace {

struct RuleRow {
  Rule rule;
  const char* name;
  const char* summary;
};

constexpr RuleRow table[] = {
    {Rule::erew, "EREW", "a cell is accessed by one processor at most"},
    {Rule::crew, "CREW", "any number of readers, or one writer alone"},
    {Rule::common, "common", "CRCW: concurrent writers must agree"},
    {Rule::arbitrary, "arbitrary", "CRCW: one writer wins, chosen by a seeded hash"},
    {Rule::priority, "priority", "CRCW: the lowest processor wins"},
    {Rule::tolerant, "tolerant", "CRCW: of two or more writers none wins, the cell keeps its value"},
    {Rule::collision, "collision", "CRCW: of two or more writers none wins, the cell gets a marker"},
    {Rule::sum, "sum", "CRCW: the cell gets the sum of what is written"},
    {Rule::minimum, "minimum", "CRCW: the cell gets the smallest value written"},
    {Rule::maximum, "maximum", "CRCW: the cell gets the largest value written"},
    {Rule::bit_and, "and", "CRCW: the cell gets the bitwise and of what is written"},
    {Rule::bit_or, "or", "CRCW: the cell gets the bitwise or of what is written"},
    {Rule::bit_xor, "xor", "CRCW: the cell gets the bitwise exclusive or of what is written"},
    {Rule::product, "product", "CRCW: the cell gets the product of what is written"},
};

std::string lower(std::string_view text) {
  std::string all(text);
  std::ranges::transform(all, all.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return all;
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

std::string summary(Rule rule) { return table[static_cast<std::size_t>(rule)].summary; }

Rule rule_from(std::string_view name) {
  std::vector<std::string> known;
  for (const RuleRow& row : table) {
    if (lower(row.name) == lower(name)) return row.rule;
    known.emplace_back(row.name);
  }
  throw ConfigError("rule", std::string(name), allowed_names(name, known));
}

}  // namespace pram
