#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pram {

/// The name, values and options of a part, read once from the user's text: "torus:8x8,ports=one" has the name torus,
/// the value 8x8 and the option ports with the value "one". A colon or a comma follows the name; commas stand between
/// values and options. Any text can be read; the part of that name refuses what is wrong when it is made.
struct Spec {
  struct Option {
    std::string name;
    std::string value;

    friend bool operator==(const Option&, const Option&) = default;
  };

  std::string text;                 ///< as it was given; errors quote it
  std::string name;                 ///< "torus"
  std::vector<std::string> values;  ///< "8x8"; empty ones too, where nothing stands between two commas
  std::vector<Option> options;      ///< in the order given
  bool values_first = true;         ///< no value stands behind an option

  Spec() = default;
  Spec(std::string given);
  Spec(std::string_view given) : Spec(std::string(given)) {}
  Spec(const char* given) : Spec(std::string(given)) {}

  /// Refuses the spec.
  /// @param part  what is asked for, as ConfigError names the option: "network"
  /// @throws ConfigError of the text, always
  [[noreturn]] void refuse(const std::string& part, const std::string& allowed) const;

  /// Refuses the spec if anything follows its name.
  /// @throws ConfigError
  void refuse_arguments(const std::string& part) const;

  friend bool operator==(const Spec&, const Spec&) = default;
};

/// A number of digits only; those too large for 64 bits count as the largest there is. None for any other text.
std::optional<std::uint64_t> whole_number(std::string_view text);

/// A finite number: "2", "-0.5", "1e-3". None for any other text.
std::optional<double> real_number(std::string_view text);

/// The parts between separators; one more than there are separators.
std::vector<std::string_view> split(std::string_view text, char separator);

}  // namespace pram
