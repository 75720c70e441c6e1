#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// What an option of the command line is: a row that help shows and the parser reads by, and the type of its value.
/// Rows are constants, so that who reads an option names the row and not its text: options[seed].
namespace pram::tool {

/// What is typed, and what help says of it.
struct OptionRow {
  const char* flag;   ///< "--n"; or "-n,--processes", of which the first is its name
  const char* value;  ///< what stands for the value in help; null: a flag, which takes none
  const char* group;  ///< the heading above it in help
  const char* help;   ///< "{}" in it stands for the names, or for words of the command that lists it
  std::vector<std::string> (*names)() = nullptr;  ///< that help lists
  bool repeatable = false;
  std::vector<std::string> (*one_of)() = nullptr;  ///< the values that it may have; null: any
  std::vector<std::string> (*offers)() = nullptr;  ///< values for completions to offer; null: those of one_of, or names
  bool needs_whole_tool = false;                   ///< the first tool, which lacks parts, does not serve it
  bool reads = false;                              ///< it names a file that is read
  bool writes = false;                             ///< it names a place that is written
  bool changes_no_result = false;                  ///< what is measured does not depend on it
  const char* brief = nullptr;                     ///< what -h says of it in a line; null: only --help has the option
};

/// An option with the type of its value: one of those below.
template <class T>
struct Option;

/// A whole number, in any notation of whole_number().
template <std::unsigned_integral T>
struct Option<T> {
  OptionRow row;
  T otherwise = 0;  ///< where it is not given
  T least = 0;
  T most = std::numeric_limits<T>::max();
};

/// A flag: whether it is given.
template <>
struct Option<bool> {
  OptionRow row;
};

/// A number of bytes, as bytes() reads it.
struct Bytes {};
template <>
struct Option<Bytes> {
  OptionRow row;
  std::uint64_t otherwise = 0;
};

/// A text.
template <>
struct Option<std::string> {
  OptionRow row;
  const char* otherwise = "";
};

/// Texts of an option that may be given several times.
template <>
struct Option<std::vector<std::string>> {
  OptionRow row;
};

/// An option as a command lists it.
struct ListedOption {
  template <class T>
  constexpr ListedOption(const Option<T>& option, const char* own_words = nullptr, const char* own_group = nullptr)
      : row(&option.row), words(own_words), group(own_group) {}
  constexpr explicit ListedOption(const OptionRow& option) : row(&option) {}

  const OptionRow* row;
  const char* words = nullptr;  ///< for "{}" in its help; null: its names
  const char* group = nullptr;  ///< in place of the row's; null: that

  /// What help says: the row's text with names or words in it.
  std::string help() const;
  const char* heading() const { return group != nullptr ? group : row->group; }
};

/// What stands behind a command's name without a flag.
struct Operand {
  const char* name;             ///< in help: "PROGRAM"
  const char* usage = nullptr;  ///< in the line of usage: "[LIST]"; null: the name
  std::string (*help)();
  std::string (*missing)() = nullptr;  ///< the error where it is not given: "a file is missing; see"; null: none
  bool may_be_empty = false;
  const OptionRow* option = nullptr;               ///< stands for it where something asks what is read; null: none
  std::vector<std::string> (*offers)() = nullptr;  ///< for completions to offer; null: none
};

/// Rows that live as long as the tool, each with its own help.
template <std::size_t count>
constexpr auto listed(const std::array<OptionRow, count>& rows) {
  return [&]<std::size_t... at>(std::index_sequence<at...>) {
    return std::array<ListedOption, count>{ListedOption(rows[at])...};
  }
  (std::make_index_sequence<count>());
}

/// The name of an option: "--n", or "-n" of "-n,--processes".
std::string name_of(const OptionRow& row);

/// Lists of options one after the other.
template <std::size_t... counts>
constexpr auto joined(const std::array<ListedOption, counts>&... lists) {
  return [&]<std::size_t... at>(std::index_sequence<at...>) {
    const std::span<const ListedOption> parts[] = {lists...};
    const auto one = [&](std::size_t k) {
      std::size_t part = 0;
      while (k >= parts[part].size()) k -= parts[part++].size();
      return parts[part][k];
    };
    return std::array<ListedOption, (counts + ...)>{one(at)...};
  }
  (std::make_index_sequence<(counts + ...)>());
}

}  // namespace pram::tool
