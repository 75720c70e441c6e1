#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pram/programs/row/fact.hpp>

/// Options of a program's own, beside those of every program.
namespace pram::programs {

/// An option that a program's row names: {.name = "rounds", .what = "rounds of the walk", .otherwise = 10, .least = 1}.
struct ProgramOption {
  std::string name;          ///< letters, digits and hyphens: "rounds" is typed --rounds
  std::string what = {};     ///< for help
  FactValue otherwise = {};  ///< where the option is not given; its type is the option's, and that of a flag is bool
  std::int64_t least = 0;    ///< of a whole number
  std::int64_t most = std::numeric_limits<std::int64_t>::max();  ///< of a whole number
  std::vector<std::string> one_of = {};                          ///< the texts that are allowed; none: any

  bool is_flag() const { return std::holds_alternative<bool>(otherwise); }
};

/// The values of a program's own options in a run.
class OptionValues {
 public:
  OptionValues() = default;
  /// What the options are where none is given.
  explicit OptionValues(std::span<const ProgramOption> options);
  /// What they are where some are given.
  /// @throws ConfigError for a value that is not allowed, and for a name that no option has
  OptionValues(std::span<const ProgramOption> options, const Facts& given);

  /// @throws ConfigError where the program has no such option of this type
  bool flag(std::string_view name) const;
  std::int64_t number(std::string_view name) const;
  double real(std::string_view name) const;
  const std::string& text(std::string_view name) const;

  /// All options with their values, in the order of the program's row.
  const Facts& all() const { return values_; }

 private:
  Facts values_;
};

}  // namespace pram::programs
