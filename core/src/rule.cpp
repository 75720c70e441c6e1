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
#define PRAM_RULE(rule, Type, name, summary) {Rule::rule, name, summary, {}},
#define PRAM_OPERATOR(Type, rule, update, fetch, multiprefix, result, ...) \
  {Rule::rule, #rule, "CRCW: the cell gets the " result, {__VA_ARGS__}},
#include <pram/detail/rules.def>
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
  std::vector<std::string> also;
  for (const RuleRow& row : table) {
    if (!wanted.empty() && is_called(row, wanted)) return row.rule;
    known.emplace_back(row.name);
    for (const std::string_view alias : row.aliases) {
      if (!alias.empty()) also.emplace_back(alias);
    }
  }
  throw ConfigError("rule", std::string(name), allowed_names(name, known, also));
}

}  // namespace pram
