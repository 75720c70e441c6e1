#include "program_facts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <variant>
#include <vector>

#include <pram/perf/runs/checked_result.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::perf {

namespace {

std::string spoken(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return printable(name);
}

/// Whether the name of a size says what is counted, as "rows" and "inserted" do; "rank" does not.
bool is_counted(const std::string& name) { return name.ends_with('s') || name.ends_with("ed") || name == "sought"; }

/// The singular of what inputs count.
std::string one_of(const std::string& plural) {
  if (plural == "vertices") return "vertex";
  if (plural == "entries") return "entry";
  return plural.ends_with('s') ? plural.substr(0, plural.size() - 1) : plural;
}

Record record_of(const programs::Facts& facts) {
  Record record;
  for (const auto& [name, value] : facts) record.emplace_back(name, value_of_fact(value));
  return record;
}

}  // namespace

std::string fact_text(const programs::FactValue& value) {
  struct Show {
    std::string operator()(bool yes) const { return yes ? "yes" : "no"; }
    std::string operator()(std::int64_t n) const {
      const auto magnitude = n < 0 ? ~static_cast<std::uint64_t>(n) + 1 : static_cast<std::uint64_t>(n);
      return (n < 0 ? "-" : "") + with_separators(magnitude);
    }
    std::string operator()(double x) const { return fmt::format("{:.6g}", x); }
    std::string operator()(const std::string& text) const { return printable(text); }
  };
  return std::visit(Show{}, value);
}

Value value_of_fact(const programs::FactValue& value) {
  return std::visit([](const auto& fact) { return Value(fact); }, value);
}

Record input_record(const programs::InputFacts& input) {
  // Every input has an n. A size that has another name stands under that name too.
  Record record = {{"source", input.source}, {"n", input.sizes.empty() ? 0 : input.sizes.front().second}};
  for (const auto& [name, size] : input.sizes) {
    if (name != "n") record.emplace_back(name, size);
  }
  if (!input.read_as.empty()) record.emplace_back("read_as", input.read_as);
  if (!input.options.empty()) record.emplace_back("options", record_of(input.options));
  return record;
}

std::string input_text(const programs::InputFacts& input) {
  std::vector<std::string> sizes;
  for (const auto& [name, size] : input.sizes) {
    sizes.push_back(is_counted(name)
                        ? fmt::format("{} {}", with_separators(size), spoken(size == 1 ? one_of(name) : name))
                        : fmt::format("{} = {}", spoken(name), with_separators(size)));
  }
  std::string text = printable(input.source);
  if (!sizes.empty()) text += fmt::format(": {}", fmt::join(sizes, ", "));
  if (!input.read_as.empty()) text += ". Read as " + printable(input.read_as);
  for (const auto& [name, value] : input.options) {
    const bool* const flag = std::get_if<bool>(&value);
    if (flag == nullptr) text += fmt::format(", --{} {}", printable(name), fact_text(value));
    if (flag != nullptr && *flag) text += ", --" + printable(name);
  }
  return text;
}

Record facts_record(const programs::Outcome& outcome) { return record_of(outcome.facts); }

std::string facts_text(const programs::Outcome& outcome) {
  std::vector<std::string> facts;
  for (const auto& [name, value] : outcome.facts)
    facts.push_back(fmt::format("{}: {}", spoken(name), fact_text(value)));
  return fmt::format("{}", fmt::join(facts, ", "));
}

CheckedResult checked_result(std::uint64_t n, const programs::InputFacts& input, const programs::Outcome& outcome) {
  return {.n = n,
          .input = input_record(input),
          .input_text = input_text(input),
          .verified = outcome.verified,
          .check = outcome.check,
          .facts = facts_record(outcome),
          .facts_text = facts_text(outcome)};
}

}  // namespace pram::perf
