#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include <pram/detail/operation.hpp>
#include <pram/error.hpp>
#include <pram/rule.hpp>

namespace pram::detail {

/// Array and operation: what two requests must share, beside the index, to be merged on their way.
struct Species {
  std::uint32_t array = 0;
  Operation operation;

  /// The same on every run, unlike the species' number, and different for every species of a machine.
  std::uint64_t fingerprint() const;
};

/// A line of the program that issues requests of one species.
struct CallSite {
  std::uint32_t species = 0;
  std::uint32_t line = 0;
  const char* file = nullptr;  ///< a string of the program's own, alive as long as its code
  std::string array;           ///< the array's name
};

/// The numbers of all sites and species that a machine has met. Host threads may enter new ones while others read known
/// ones; which number a site gets can depend on timing, so that no result and no report may depend on it.
class CallSites {
 public:
  static constexpr std::uint32_t most = 1U << 16;

  explicit CallSites(Rule rule);

  /// Sets the rule of writes from the next pardo on. Writes under another rule are another species.
  void judge_by(Rule rule) { rule_ = rule; }
  Rule rule() const { return rule_; }

  /// Forgets all sites and species. Only between pardos, when nobody holds their numbers.
  void clear();
  /// Whether clear() is due. The sites of arrays that no longer exist stay until then.
  bool nearly_full() const { return count_ > most / 2 || species_count_ > most / 2; }

  /// The number of a site, which is entered if it is new. Nothing is entered if it throws.
  /// @throws LimitError (more than `most`), ConfigError (a combining rule on cells that cannot be combined)
  std::uint32_t enter(const char* file, std::uint32_t line, std::uint32_t array, const std::string& array_name,
                      Operation operation);

  const CallSite& site(std::uint32_t number) const { return sites_[number / block][number % block]; }
  const Species& species(std::uint32_t number) const { return species_[number / block][number % block]; }
  const Operation& operation(std::uint32_t site_number) const { return species(site(site_number).species).operation; }
  SourceLine line(std::uint32_t number) const;
  std::uint32_t count() const { return count_; }

 private:
  static constexpr std::uint32_t block = 256;
  template <class Entry>
  using Table = std::array<std::unique_ptr<Entry[]>, most / block>;  // entries never move: readers need no lock
  using CallSiteKey =
      std::tuple<std::string, std::uint32_t, std::uint32_t, std::string>;  // file, line, species, array name
  using SpeciesKey = std::tuple<std::uint32_t, Action, OperatorKind, WordType, std::uint8_t, std::uint16_t,
                                Rule>;  // array, then its operation

  Rule rule_;
  std::mutex mutex_;
  std::uint32_t count_ = 0;
  std::uint32_t species_count_ = 0;
  Table<CallSite> sites_;
  Table<Species> species_;
  std::map<CallSiteKey, std::uint32_t> known_;
  std::map<SpeciesKey, std::uint32_t> known_species_;
};

/// The PRAM model of a machine with this rule: "EREW", "CRCW common", as breaches name it.
std::string model_name(Rule rule);

/// Whether the rule combines written values by an operator.
bool combines(Rule rule);

/// The write with the operator by which the rule combines it, or else with the rule that picks what stands.
Operation settled_by(Rule rule, Operation write);

/// @param subject  what holds the values: "array cells"
/// @throws ConfigError if the rule combines what is written, and values of this type cannot be combined so
void check_combines(Rule rule, WordType type, const std::string& subject);

/// "read", "write", "add", "fetch_add", "multiprefix_add": as programs write it.
std::string operation_name(Operation operation);

}  // namespace pram::detail
