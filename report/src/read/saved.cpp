#include <pram/report/detail/run/saved.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <pram/detail/ledger/facts.hpp>
#include <pram/error.hpp>

namespace pram::report {

namespace {

/// The members of a record, without some of them.
Record without(const Record& record, std::initializer_list<std::string_view> names) {
  Record rest;
  for (const auto& member : record) {
    if (std::ranges::find(names, member.first) == names.end()) rest.push_back(member);
  }
  return rest;
}

}  // namespace

void check_version(const Field& report) {
  const auto version = report.find("version");
  if (!version) throw Error("it is no report: it has no version");
  if (const auto number = version->as<std::uint64_t>(); number != pram::detail::json_version)
    throw Error(
        fmt::format("its version is {}, and this program reads versions 1 to {}", number, pram::detail::json_version));
}

void read_option(const Field& given, const pram::detail::MachineOptionRow& row, MachineOptions& machine) {
  if (!row.is_number()) {
    set_value(machine, row, given.as<std::string>());
    return;
  }
  std::visit(
      [&](auto member) {
        auto& value = machine.*member;
        if constexpr (std::unsigned_integral<std::remove_cvref_t<decltype(value)>>) {
          given.to(value);
          // A machine that ran has a number where an option may leave it open.
          if (value < row.least || value > row.most)
            given.refuse(fmt::format("a number from {} to {}", row.least, row.most));
        }
      },
      row.member);
}

MachineOptions read_machine(const Field& field) {
  using Row = pram::detail::MachineOptionRow;
  MachineOptions machine;
  for (const Row& row : pram::detail::machine_options) {
    if (row.recorded == Row::Recorded::no) continue;
    const bool may_lack = row.is_part() || row.recorded == Row::Recorded::where_set;
    const auto given = may_lack ? field.find(row.name) : field.at(row.name);
    if (!given) continue;
    try {
      read_option(*given, row, machine);
    } catch (const ConfigError& error) {
      throw Error(fmt::format("its machine has {} '{}', which is not known", error.option, error.value));
    }
  }
  return machine;
}

std::optional<CheckedResult> read_checked(const Field& run) {
  const auto result = run.find("result");
  if (!result) return std::nullopt;
  CheckedResult checked;
  const Field input = run.at("input");
  input.get("n", checked.n).get("text", checked.input_text);
  checked.input = without(input.record(), {"text"});
  // Null where the program has no oracle.
  const auto verified = result->find("verified");
  checked.verified = verified && (verified->is_null() || verified->as<bool>());
  result->get("check", checked.check).get("text", checked.facts_text);
  checked.unchecked = result->find("unchecked").has_value();
  checked.facts = without(result->record(), {"verified", "check", "text", "unchecked"});
  return checked;
}

std::optional<BspParameters> read_parameters(const Field& run) {
  const auto field = run.find("parameters");
  if (!field) return std::nullopt;
  BspParameters parameters;
  field->get("g", parameters.g).get("l", parameters.l).get("probed", parameters.fitted);
  return parameters;
}

std::optional<std::vector<Lint>> read_lints(const Field& report) {
  const auto list = report.find("lints");
  if (!list) return std::nullopt;
  std::vector<Lint> lints;
  for (const Field& row : list->entries()) {
    Lint& lint = lints.emplace_back();
    row.get("name", lint.name).get("text", lint.text).get("share", lint.share);
  }
  return lints;
}

}  // namespace pram::report
