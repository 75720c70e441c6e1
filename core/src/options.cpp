#include <pram/machine/options.hpp>

#include <algorithm>
#include <concepts>
#include <type_traits>
#include <utility>

#include <pram/detail/random/hash_family.hpp>
#include <pram/error.hpp>
#include <pram/registry.hpp>

#include "hashing/families.hpp"

namespace pram {

namespace {

constexpr std::pair<LedgerDetail, const char*> ledger_details[] = {
    {LedgerDetail::totals, "totals"}, {LedgerDetail::steps, "steps"}, {LedgerDetail::profile, "profile"}};

std::string word_of(Rule rule) { return to_string(rule); }
std::string word_of(Placement placement) { return to_string(placement); }
std::string word_of(LedgerDetail detail) { return to_string(detail); }
std::string word_of(const std::string& word) { return word; }
template <class Part>
std::string word_of(const Choice<Part>& part) {
  return part.text();
}

void read_word(const std::string& word, Rule& rule) { rule = rule_from(word); }
/// Of the hash, the one option that is a text.
void read_word(const std::string& word, std::string& family) { family = word.empty() ? "" : detail::family_text(word); }
void read_word(const std::string& word, LedgerDetail& detail) { detail = ledger_detail_from(word); }
template <class Part>
void read_word(const std::string& word, Choice<Part>& part) {
  part = word;
}

}  // namespace

std::string to_string(LedgerDetail detail) {
  return std::ranges::find(ledger_details, detail, &std::pair<LedgerDetail, const char*>::first)->second;
}

LedgerDetail ledger_detail_from(std::string_view name) {
  std::vector<std::string> known;
  for (const auto& [detail, word] : ledger_details) {
    if (same_name(name, word)) return detail;
    known.emplace_back(word);
  }
  throw ConfigError("ledger", std::string(name), allowed_names(name, known));
}

std::string placement_text(const MachineOptions& options) {
  const std::string name = to_string(options.placement);
  return options.hash.empty() ? name : name + ",hash=" + options.hash;
}

void set_placement(MachineOptions& options, const Spec& placement) {
  const Placement named = placement_from(placement.name);
  constexpr const char* part = "placement";
  if (!placement.values.empty()) placement.refuse(part, placement.name + " alone, or hashed,hash=FAMILY");
  std::string hash;
  for (const Spec::Option& option : placement.options) {
    if (same_name(option.name, "nested")) placement.refuse(part, "nested=no at --access, as in combining,nested=no");
    if (!same_name(option.name, "hash")) detail::refuse_option(part, placement, option.name, {"hash"});
    if (!hash.empty()) placement.refuse(part, "hash= only once");
    if (option.value.empty()) placement.refuse(part, "hash= with a family, as in hashed,hash=k-wise:5");
    try {
      hash = detail::family_text(option.value);
    } catch (const ConfigError& error) {
      placement.refuse(part, "hash= with " + error.allowed);
    }
  }
  if (!hash.empty() && named != Placement::hashed) placement.refuse(part, "hash= only of hashed");
  options.placement = named;
  options.hash = hash;
}

namespace detail {

OptionValue value_of(const MachineOptions& options, const MachineOptionRow& row) {
  return std::visit(
      [&](auto member) -> OptionValue {
        const auto& value = options.*member;
        if constexpr (std::unsigned_integral<std::remove_cvref_t<decltype(value)>>) {
          return std::uint64_t{value};
        } else {
          return word_of(value);
        }
      },
      row.member);
}

std::vector<std::pair<const char*, OptionValue>> recorded_options(const MachineOptions& options) {
  using Recorded = MachineOptionRow::Recorded;
  const MachineOptions defaults;
  std::vector<std::pair<const char*, OptionValue>> recorded;
  for (const MachineOptionRow& row : machine_options) {
    OptionValue value = value_of(options, row);
    if (row.recorded == Recorded::always || (row.recorded == Recorded::where_set && value != value_of(defaults, row)))
      recorded.emplace_back(row.name, std::move(value));
  }
  return recorded;
}

void set_value(MachineOptions& options, const MachineOptionRow& row, std::uint64_t number) {
  std::visit(
      [&](auto member) {
        using Value = std::remove_cvref_t<decltype(options.*member)>;
        if constexpr (std::unsigned_integral<Value>) options.*member = static_cast<Value>(number);
      },
      row.member);
}

void set_value(MachineOptions& options, const MachineOptionRow& row, const std::string& word) {
  std::visit(
      [&](auto member) {
        using Value = std::remove_cvref_t<decltype(options.*member)>;
        if constexpr (std::is_same_v<Value, Placement>) {
          set_placement(options, word);
        } else if constexpr (!std::unsigned_integral<Value>) {
          read_word(word, options.*member);
        }
      },
      row.member);
}

}  // namespace detail

}  // namespace pram
