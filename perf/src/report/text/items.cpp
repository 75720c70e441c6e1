#include "items.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <variant>
#include <vector>

#include <pram/perf/text.hpp>

namespace pram::perf {

namespace {

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

std::string spoken(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return printable(name);
}

/// The singular of what inputs count.
std::string one_of(const std::string& plural) {
  if (plural == "vertices") return "vertex";
  return plural.ends_with('s') ? plural.substr(0, plural.size() - 1) : plural;
}

}  // namespace

std::string item(std::string_view key, std::string_view text) {
  constexpr std::size_t text_column = 22;
  return fmt::format("  {:<{}}{}\n", key, text_column - 2, wrapped(text, text_column));
}

std::string plural(std::uint64_t n, std::string_view what) {
  return fmt::format("{} {}{}", with_separators(n), what, n == 1 ? "" : "s");
}

std::string input_text(const programs::InputFacts& input) {
  std::vector<std::string> sizes;
  for (const auto& [name, size] : input.sizes) {
    sizes.push_back(name.size() == 1
                        ? fmt::format("{} = {}", name, with_separators(size))
                        : fmt::format("{} {}", with_separators(size), spoken(size == 1 ? one_of(name) : name)));
  }
  std::string text = printable(input.source);
  if (!sizes.empty()) text += fmt::format(": {}", fmt::join(sizes, ", "));
  if (!input.read_as.empty()) text += ". Read as " + printable(input.read_as);
  return text;
}

std::string facts_text(const programs::Outcome& outcome) {
  std::vector<std::string> facts;
  for (const auto& [name, value] : outcome.facts)
    facts.push_back(fmt::format("{}: {}", spoken(name), fact_text(value)));
  return fmt::format("{}", fmt::join(facts, ", "));
}

std::string below_one_text(Placement placement) {
  switch (placement) {
    case Placement::balanced:
      return "placement balanced gives no component more than its share of an array, where a hash lets cells meet by "
             "chance";
    case Placement::direct:
      return "under placement direct neighbours of an array lie evenly over the components, where a hash lets cells "
             "meet by chance";
    case Placement::hashed: break;
  }
  return "requests for one cell go as one message from a component, and through switches that combine, and the homes "
         "of "
         "one seed may lie more evenly than on average";
}

std::string gap_text(const BspParameters& parameters) {
  return fmt::format("{:.{}f}", parameters.g, parameters.fitted ? 2 : 0);
}

std::string parameters_text(const BspParameters& parameters) {
  if (!parameters.fitted)
    return fmt::format("g = {} and l = {:.0f}, the network's own", gap_text(parameters), parameters.l);
  return fmt::format("g = {} and l = {:.2f}, which pram probe fits to the network", gap_text(parameters), parameters.l);
}

std::string rule_text(const MachineOptions& machine) {
  return fmt::format("rule {}, placement {}, seed {}", to_string(machine.rule), to_string(machine.placement),
                     machine.seed);
}

}  // namespace pram::perf
