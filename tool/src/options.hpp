#pragma once

#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pram/error.hpp>
#include "option.hpp"

namespace pram::tool {

/// The command line is not understood. what() is the whole line for the user, "pram run: …"; the tool then exits
/// with 2.
class UsageError : public Error {
 public:
  using Error::Error;
};

/// A whole number as a user writes it: "4096", "2^12", "1e6". Nothing for anything else, or beyond 64 bits.
std::optional<std::uint64_t> whole_number(std::string_view text);

/// Bytes as a user writes them: a whole number, alone or with a unit: K, M, G and T, and KiB to TiB, count in 1024s, kB
/// to TB in 1000s, B is one. Upper case or lower case. Nothing for anything else, or beyond 64 bits.
std::optional<std::uint64_t> bytes(std::string_view text);

/// A value that was typed, as lines for the user have it: in quotes, and not too long.
std::string in_quotes(const std::string& value);

/// The options of a command line, as they were typed: each is read by its row, by which errors name it.
class Options {
 public:
  /// Takes a value of an option: another one of one that may be given several times, else the only one.
  void set(const OptionRow& row, std::string value);
  template <class T>
  void set(const Option<T>& option, std::string value) {
    set(option.row, std::move(value));
  }
  /// Takes a value that a file of --machine has.
  void set_from_file(const OptionRow& row, std::string value);
  template <class T>
  void remove(const Option<T>& option) {
    given_.erase(name_of(option.row));
  }

  template <class T>
  bool has(const Option<T>& option) const {
    return has(option.row);
  }
  bool has(const OptionRow& row) const;
  /// Whether it was typed, and did not come from a file of --machine.
  bool typed(const OptionRow& row) const;

  bool operator[](const Option<bool>& option) const { return has(option.row); }
  std::string operator[](const Option<std::string>& option) const { return text(option.row, option.otherwise); }
  /// In the order in which they were given.
  std::vector<std::string> operator[](const Option<std::vector<std::string>>& option) const;
  /// @throws ConfigError where it is no number of bytes
  std::uint64_t operator[](const Option<Bytes>& option) const { return bytes_of(option.row, option.otherwise); }
  /// @throws ConfigError where it is no whole number of its range
  template <std::unsigned_integral Number>
  Number operator[](const Option<Number>& option) const {
    return number(option, option.otherwise);
  }

  /// The number with a default, or with a range, that other options decide.
  /// @throws ConfigError
  template <std::unsigned_integral Number>
  Number number(const Option<Number>& option, Number otherwise) const {
    return number(option, otherwise, option.least, option.most);
  }
  template <std::unsigned_integral Number>
  Number number(const Option<Number>& option, Number otherwise, Number least, Number most) const {
    return has(option.row) ? static_cast<Number>(whole(option.row, least, most)) : otherwise;
  }

  /// What was typed: "2^15"; "" of a flag, or where it is not given.
  template <class T>
  std::string text(const Option<T>& option, const std::string& otherwise = {}) const {
    return text(option.row, otherwise);
  }
  std::string text(const OptionRow& row, const std::string& otherwise = {}) const;
  /// The same by the name of an option, as an error has it; of one that may be given several times `otherwise`.
  std::string text(const std::string& flag, const std::string& otherwise) const;

  /// Refuses what was typed.
  /// @param allowed  "a number above 0"
  /// @throws ConfigError, always
  template <class T>
  [[noreturn]] void refuse(const Option<T>& option, const std::string& allowed) const {
    throw ConfigError(name_of(option.row), text(option.row), allowed);
  }

  /// An option with its values as they were typed.
  struct Given {
    const OptionRow* row;
    std::vector<std::string> values;
    bool from_file = false;  ///< of --machine
  };
  /// All options by their names.
  const std::map<std::string, Given>& given() const { return given_; }

 private:
  std::uint64_t whole(const OptionRow& row, std::uint64_t least, std::uint64_t most) const;
  std::uint64_t bytes_of(const OptionRow& row, std::uint64_t otherwise) const;

  std::map<std::string, Given> given_;
};

}  // namespace pram::tool
