#include <pram/report/detail/value/items.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <pram/report/detail/value/text.hpp>

namespace pram::report {

std::string item(std::string_view key, std::string_view text) {
  constexpr std::size_t text_column = 22;
  const std::size_t width = columns(key) + 2;
  // A key that leaves no gap before the text has a line of its own.
  const std::string gap =
      width < text_column ? std::string(text_column - width, ' ') : '\n' + std::string(text_column, ' ');
  return fmt::format("  {}{}{}\n", key, gap, wrapped(text, text_column));
}

std::string plural(std::uint64_t n, std::string_view what) {
  return fmt::format("{} {}{}", with_separators(n), what, n == 1 ? "" : "s");
}

std::string short_name(const std::string& algorithm, const std::string& operation) {
  const std::string prefix = operation + "-";
  return printable(algorithm.starts_with(prefix) ? algorithm.substr(prefix.size()) : algorithm);
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
         "of one seed may lie more evenly than on average";
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
  return fmt::format("rule {}, placement {}, seed {}", to_string(machine.rule), placement_text(machine), machine.seed);
}

}  // namespace pram::report
