#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
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

/// Whether two names are one. Names are the same in upper and lower case: letters of ASCII are.
bool same_name(std::string_view one, std::string_view other);

/// The parts between separators; one more than there are separators.
std::vector<std::string_view> split(std::string_view text, char separator);

/// Takes the first line off a text, without a copy: where memory runs out, std::getline takes a text to end. A last
/// line may lack its end.
/// @returns false, and no line, if nothing is left
bool take_line(std::string_view& text, std::string_view& line);

namespace detail {

/// The values that an option may have: one of these words, or, where there are none, a whole or a real number.
struct OptionRange {
  std::string name;
  std::vector<std::string> words = {};
  std::uint64_t least = 0;
  std::uint64_t most = 0;
  bool real = false;
  bool above_zero = false;  ///< of a real number: at least 10^-9

  /// The number that stands for a value; of a real one, its bits.
  /// @throws ConfigError
  std::uint64_t read(const std::string& part, const Spec& spec, const std::string& value) const;
  std::string text(std::uint64_t value) const;
};

[[noreturn]] void refuse_option(const std::string& part, const Spec& spec, const std::string& name,
                                const std::vector<std::string>& known);

}  // namespace detail

/// The options of a part by name: how each is read from a Spec, and written. Options is a structure whose members are
/// enumerations and numbers, with the values that hold where nothing is given.
template <class Options>
class OptionTable {
 public:
  /// @param part  what the options belong to, as ConfigError names it: "network", "access"
  explicit OptionTable(std::string part) : part_(std::move(part)) {}

  /// An option of several words: those of the enumeration's values, in their order.
  template <auto member>
  OptionTable& choice(std::string name, std::vector<std::string> words) {
    rows_.push_back({{std::move(name), std::move(words)}, get<member>, set<member>});
    return *this;
  }

  /// An option that is a whole number.
  template <auto member>
  OptionTable& number(std::string name, std::uint64_t least, std::uint64_t most) {
    rows_.push_back({{std::move(name), {}, least, most}, get<member>, set<member>});
    return *this;
  }

  /// An option that is a finite number, at least 0.
  /// @param above_zero  it must be at least 10^-9
  template <auto member>
  OptionTable& real(std::string name, bool above_zero = false) {
    rows_.push_back({{std::move(name), {}, 0, 0, true, above_zero}, get<member>, set<member>});
    return *this;
  }

  /// Options that another part reads: they are passed over here, and named where an option is unknown.
  OptionTable& others(std::vector<std::string> names) {
    others_ = std::move(names);
    return *this;
  }

  /// Reads the options of a spec. The part itself reads the values.
  /// @param options  the options that hold where the spec gives none
  /// @throws ConfigError for options unknown, repeated, or of values not allowed
  Options read(const Spec& spec, Options options = {}) const {
    std::vector<const Row*> seen;
    for (const Spec::Option& given : spec.options) {
      if (known_name_in(others_, given.name)) continue;
      const Row& row = find(spec, given.name);
      for (const Row* const before : seen) {
        if (before == &row) spec.refuse(part_, given.name + "= only once");
      }
      seen.push_back(&row);
      row.set(options, row.range.read(part_, spec, given.value));
    }
    return options;
  }

  /// The options that differ from what holds where nothing is given, as they would be asked for:
  /// ",ports=one,routing=valiant".
  std::string text(const Options& options) const {
    std::string all;
    const Options defaults;
    for (const Row& row : rows_) {
      const std::uint64_t value = row.get(options);
      if (value != row.get(defaults)) all += "," + row.range.name + "=" + row.range.text(value);
    }
    return all;
  }

 private:
  struct Row {
    detail::OptionRange range;
    std::uint64_t (*get)(const Options&);
    void (*set)(Options&, std::uint64_t);
  };

  template <auto member>
  using Member = std::remove_cvref_t<decltype(std::declval<Options&>().*member)>;

  template <auto member>
  static std::uint64_t get(const Options& options) {
    if constexpr (std::is_same_v<Member<member>, double>) {
      return std::bit_cast<std::uint64_t>(options.*member);
    } else {
      return static_cast<std::uint64_t>(options.*member);
    }
  }
  template <auto member>
  static void set(Options& options, std::uint64_t value) {
    if constexpr (std::is_same_v<Member<member>, double>) {
      options.*member = std::bit_cast<double>(value);
    } else {
      options.*member = static_cast<Member<member>>(value);
    }
  }

  static bool known_name_in(const std::vector<std::string>& names, const std::string& name) {
    for (const std::string& one : names) {
      if (same_name(one, name)) return true;
    }
    return false;
  }

  const Row& find(const Spec& spec, const std::string& name) const {
    std::vector<std::string> known;
    for (const Row& row : rows_) {
      if (same_name(row.range.name, name)) return row;
      known.push_back(row.range.name);
    }
    known.insert(known.end(), others_.begin(), others_.end());
    detail::refuse_option(part_, spec, name, known);
  }

  std::string part_;
  std::vector<Row> rows_;
  std::vector<std::string> others_;
};

}  // namespace pram
