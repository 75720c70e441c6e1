#include "call_sites.hpp"

#include <fmt/format.h>

#include "../hash.hpp"
#include "combine.hpp"

namespace pram::detail {

namespace {

/// The operator by which a rule combines what is written.
OperatorKind operator_of(Rule rule) {
  switch (rule) {
#define PRAM_OPERATOR(Type, name, ...) \
  case Rule::name: {                   \
    return OperatorKind::name;         \
  }
#include <pram/detail/rules.def>
    default: return OperatorKind::none;
  }
}

/// The rule that combines what is written by an operator that every machine has.
Rule rule_by(OperatorKind op) {
  switch (op) {
#define PRAM_OPERATOR(Type, name, ...) \
  case OperatorKind::name: {           \
    return Rule::name;                 \
  }
#include <pram/detail/rules.def>
    default: __builtin_unreachable();  // no other has one
  }
}

bool can_combine(OperatorKind op, WordType type) {
  return with_operator(op, [type](auto built_in) {
    using Type = decltype(built_in);
    switch (type) {
      case WordType::signed_integer: return CombiningOperator<Type, std::int64_t>;
      case WordType::unsigned_integer: return CombiningOperator<Type, std::uint64_t>;
      case WordType::float32: return CombiningOperator<Type, float>;
      case WordType::float64: return CombiningOperator<Type, double>;
      default: return false;
    }
  });
}

}  // namespace

std::string model_name(Rule rule) {
  const bool concurrent = with_rule(rule, [](auto type) { return type.concurrent_writes; });
  return (concurrent ? "CRCW " : "") + to_string(rule);
}

bool combines(Rule rule) { return operator_of(rule) != OperatorKind::none; }

Operation settled_by(Rule rule, Operation write) {
  write.op = operator_of(rule);
  // Where one writer is allowed alone, it is the lowest. So its writes are those of `priority`.
  const bool alone = !with_rule(rule, [](auto type) { return type.concurrent_writes; });
  write.rule = alone ? Rule::priority : rule;
  return write;
}

void check_combines(Rule rule, WordType type, const std::string& subject) {
  const OperatorKind op = operator_of(rule);
  if (op == OperatorKind::none || can_combine(op, type)) return;
  throw ConfigError(
      "rule", to_string(rule),
      fmt::format("{} holds no {} to combine", subject, can_combine(op, WordType::float64) ? "numbers" : "integers"));
}

std::uint64_t Species::fingerprint() const {
  // An operator has the number of the rule that combines by it. Numbers count from CREW, which settles nothing.
  std::uint64_t settled = 0;
  if (operation.op == OperatorKind::own) {
    // By name, for an operator's number depends on what ran before.
    std::uint64_t hash = 0;
    for (const char letter : own_operator(operation.own).name) hash = hash64(static_cast<std::uint64_t>(letter), hash);
    settled = 0x80 | (hash & 0x7F);
  } else if (operation.combines()) {
    settled = static_cast<std::uint64_t>(rule_by(operation.op)) - 1;
  } else if (operation.action == Action::write) {
    settled = static_cast<std::uint64_t>(operation.rule) - 1;
  }
  return (std::uint64_t{array} << 16) | (static_cast<std::uint64_t>(operation.action) << 8) | settled;
}

CallSites::CallSites(Rule rule) : rule_(rule) {}

std::uint32_t CallSites::enter(const char* file, std::uint32_t line, std::uint32_t array, const std::string& array_name,
                               Operation operation) {
  if (operation.action == Action::write) {
    operation = settled_by(rule_, operation);
    const bool must_agree = with_rule(rule_, [](auto type) { return type.writers_agree; });
    if (must_agree && operation.type == WordType::opaque && operation.own == no_equality) {
      throw ConfigError("rule", to_string(rule_),
                        fmt::format("array {} holds values that may differ in their bytes and yet be equal; give their "
                                    "type an operator==, by which writers are found to agree",
                                    array_name));
    }
    check_combines(rule_, operation.type, "array " + array_name);
  }
  const std::scoped_lock lock(mutex_);
  const SpeciesKey asked{array,           operation.action, operation.op,  operation.type,
                         operation.width, operation.own,    operation.rule};
  const auto known_species = known_species_.find(asked);
  const bool new_species = known_species == known_species_.end();
  const std::uint32_t species = new_species ? species_count_ : known_species->second;
  CallSiteKey key{file, line, species, array_name};
  if (!new_species) {
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
  }
  if (species == most || count_ == most) {
    throw LimitError(
        "source lines", most + std::uint64_t{1}, most,
        fmt::format("a pardo meets at most {} pairs of an array and an operation, and source lines for them", most));
  }
  const auto place = [](auto& table, std::uint32_t number) -> auto& {
    auto& entries = table[number / block];
    if (entries == nullptr) entries.reset(new std::remove_reference_t<decltype(entries[0])>[block]);
    return entries[number % block];
  };
  Species& species_entry = place(species_, species);
  CallSite& site_entry = place(sites_, count_);
  CallSite made{species, line, file, array_name};
  const auto entered = known_.emplace(std::move(key), count_).first;
  if (new_species) {
    try {
      known_species_.emplace(asked, species);
    } catch (...) {
      known_.erase(entered);
      throw;
    }
    species_entry = {array, operation};
    ++species_count_;
  }
  site_entry = std::move(made);
  return count_++;
}

void CallSites::clear() {
  known_.clear();
  known_species_.clear();
  count_ = species_count_ = 0;
}

SourceLine CallSites::line(std::uint32_t number) const { return {site(number).file, site(number).line}; }

std::string operation_name(Operation operation) {
  if (operation.action == Action::read) return "read";
  if (operation.action == Action::write) return "write";
  if (operation.op == OperatorKind::own) {
    static constexpr const char* prefix[] = {"", "fetch_", "multiprefix_"};
    return prefix[static_cast<std::size_t>(operation.action) - static_cast<std::size_t>(Action::update)] +
           own_operator(operation.own).name;
  }
  const RequestNames names = request_names(operation.op);
  if (operation.action == Action::update) return names.update;
  return operation.action == Action::fetch ? names.fetch : names.multiprefix;
}

}  // namespace pram::detail
