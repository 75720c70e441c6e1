#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pram/error.hpp>

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

/// The options of a command line with their values as text: "--n" has "2^15".
class Options {
 public:
  void set(const std::string& flag, std::string value) { values_[flag] = std::move(value); }

  void remove(const std::string& flag) { values_.erase(flag); }

  /// Keeps a value of an option that may be given several times.
  void add(const std::string& flag, std::string value) { lists_[flag].push_back(std::move(value)); }

  bool has(const std::string& flag) const { return values_.contains(flag); }

  /// The values that add() was given, in order.
  std::vector<std::string> all(const std::string& flag) const {
    return lists_.contains(flag) ? lists_.at(flag) : std::vector<std::string>();
  }

  std::string text(const std::string& flag, const std::string& otherwise = {}) const;

  /// All options with their values. Several values of one option stand in lines of their own.
  std::map<std::string, std::string> given() const;

  /// The whole number that an option gives, or `otherwise` if it is not given.
  /// @throws ConfigError if it is given and is not a whole number of [least, most]
  template <std::unsigned_integral Number>
  Number number(const std::string& flag, Number otherwise, Number least = 0,
                Number most = std::numeric_limits<Number>::max()) const {
    return has(flag) ? static_cast<Number>(checked(flag, least, most)) : otherwise;
  }

  /// The same for a number of bytes, as bytes() reads it.
  std::uint64_t size(const std::string& flag, std::uint64_t otherwise) const;

 private:
  std::uint64_t checked(const std::string& flag, std::uint64_t least, std::uint64_t most) const;

  std::map<std::string, std::string> values_;
  std::map<std::string, std::vector<std::string>> lists_;
};

}  // namespace pram::tool
