#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pram/detail/function.hpp>
#include <pram/error.hpp>
#include <pram/machine/copy.hpp>
#include <pram/spec.hpp>

namespace pram {

/// The known name nearest to `name` by edit distance, or "" where none is near enough to be meant.
std::string nearest_name(std::string_view name, const std::vector<std::string>& known);

/// A phrase for ConfigError: "one of a, b, c" with "did you mean b?" where a known name is near. Of more than 80 names
/// the first ten stand for all: "one of a, b, c and 154 others".
std::string allowed_names(std::string_view name, const std::vector<std::string>& known);

/// A table of parts by name, in order of registration. Entry has a member `std::string name`.
template <class Entry>
class Registry {
 public:
  /// @param option  what the table selects, as ConfigError shall name it: "network", "program", …
  /// @param adopt  is called for each entry before it is added, and may complete it; none: entries are added as they
  /// are
  explicit Registry(std::string option, Function<void(Entry&)> adopt = nullptr)
      : option_(std::move(option)), adopt_(std::move(adopt)) {}

  /// Adds a part; a second one of the same name replaces the first, so that registering twice does no harm.
  void add(Entry entry) {
    if (adopt_) adopt_(entry);
    for (Entry& known : entries_) {
      if (known.name == entry.name) {
        known = std::move(entry);
        return;
      }
    }
    entries_.push_back(std::move(entry));
  }

  const std::vector<Entry>& entries() const { return entries_; }

  Copy<std::string> names() const {
    Copy<std::string> all;
    for (const Entry& entry : entries_) all.push_back(entry.name);
    return all;
  }

  bool contains(std::string_view name) const {
    for (const Entry& entry : entries_) {
      if (entry.name == name) return true;
    }
    return false;
  }

  /// @throws ConfigError with a suggestion where the name is unknown
  const Entry& find(std::string_view name) const {
    for (const Entry& entry : entries_) {
      if (entry.name == name) return entry;
    }
    throw ConfigError(option_, std::string(name), allowed_names(name, names()));
  }

  /// The entry that a spec names.
  /// @throws ConfigError as find()
  const Entry& entry_for(const Spec& spec) const { return find(spec.name); }

  /// Has the entry that a spec names make its part, in tables whose entries have make().
  /// @param arguments  what make() takes beside the spec, such as the number of components
  /// @throws ConfigError
  template <class... Arguments>
  auto make(const Spec& spec, const Arguments&... arguments) const {
    const Entry& entry = entry_for(spec);
    if constexpr (requires { entry.make == nullptr; }) {
      if (entry.make == nullptr) spec.refuse(option_, "one whose factory is given, not empty");
    }
    auto made = entry.make(spec, arguments...);
    if constexpr (requires { made == nullptr; }) {
      if (made == nullptr) spec.refuse(option_, "one whose factory returns an object, not null");
    }
    return made;
  }

 private:
  std::string option_;
  Function<void(Entry&)> adopt_;
  std::vector<Entry> entries_;
};

}  // namespace pram
