#include "call_sites.hpp"

#include <fmt/format.h>

#include "../hash.hpp"

namespace pram::detail {

Fold fold_of(Rule rule) {
  switch (rule) {
    case Rule::common: return Fold::common;
    case Rule::arbitrary: return Fold::arbitrary;
    case Rule::erew:
    case Rule::crew:
    case Rule::priority: return Fold::priority;
    case Rule::tolerant: return Fold::tolerant;
    case Rule::collision: return Fold::collision;
    case Rule::sum: return Fold::add;
    case Rule::minimum: return Fold::minimum;
    case Rule::maximum: return Fold::maximum;
    case Rule::bit_and: return Fold::bit_and;
    case Rule::bit_or: return Fold::bit_or;
    case Rule::bit_xor: return Fold::bit_xor;
    case Rule::product: return Fold::multiply;
  }
  return Fold::priority;
}

namespace {

bool is_bitwise(Rule rule) { return rule == Rule::bit_and || rule == Rule::bit_or || rule == Rule::bit_xor; }

}  // namespace

void check_combines(Rule rule, WordType type, const std::string& subject) {
  if (rule < Rule::sum) return;
  const bool fits = is_bitwise(rule) ? type <= WordType::unsigned_integer : type != WordType::opaque;
  if (fits) return;
  throw ConfigError("rule", to_string(rule),
                    fmt::format("{} holds no {} to combine", subject, is_bitwise(rule) ? "integers" : "numbers"));
}

std::uint64_t Species::fingerprint() const {
  auto fold = static_cast<std::uint64_t>(operation.fold);
  if (operation.fold == Fold::own) {
    // By name, for an operator's number depends on what ran before.
    std::uint64_t hash = 0;
    for (const char letter : own_operator(operation.own).name) hash = hash64(static_cast<std::uint64_t>(letter), hash);
    fold = 0x80 | (hash & 0x7F);
  }
  return (std::uint64_t{array} << 16) | (static_cast<std::uint64_t>(operation.action) << 8) | fold;
}

CallSites::CallSites(Rule rule) : rule_(rule) {}

std::uint32_t CallSites::enter(const char* file, std::uint32_t line, std::uint32_t array, const std::string& array_name,
                               Operation operation) {
  if (operation.action == Action::write) {
    operation.fold = fold_of(rule_);
    if (rule_ == Rule::common && operation.type == WordType::opaque && operation.own == no_equality) {
      throw ConfigError("rule", to_string(rule_),
                        fmt::format("array {} holds values that may differ in their bytes and yet be equal; give their "
                                    "type an operator==, by which writers are found to agree",
                                    array_name));
    }
    if (rule_ >= Rule::sum) check_combines(rule_, operation.type, "array " + array_name);
  }
  const std::scoped_lock lock(mutex_);
  const SpeciesKey asked{array, operation.action, operation.fold, operation.type, operation.width, operation.own};
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
  static constexpr const char* update[] = {"add", "multiply", "min", "max", "bit_and", "bit_or", "bit_xor"};
  static constexpr const char* fetch[] = {"add", "multiply", "min", "max", "and", "or", "xor"};
  if (operation.fold == Fold::own) {
    static constexpr const char* prefix[] = {"", "fetch_", "multiprefix_"};
    return prefix[static_cast<std::size_t>(operation.action) - static_cast<std::size_t>(Action::update)] +
           own_operator(operation.own).name;
  }
  const auto number = static_cast<std::size_t>(operation.fold) - static_cast<std::size_t>(Fold::add);
  if (operation.action == Action::update) return update[number];
  return fmt::format("{}_{}", operation.action == Action::fetch ? "fetch" : "multiprefix", fetch[number]);
}

}  // namespace pram::detail
