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

/// The known name that `name` is: the very same, or else one that differs in upper and lower case alone; null where
/// there is none.
const std::string* known_name(std::string_view name, const std::vector<std::string>& known);

/// The known name nearest to `name` by edit distance, or "" where none is near enough to be meant.
std::string nearest_name(std::string_view name, const std::vector<std::string>& known);

/// A phrase for ConfigError: "one of a, b, c" with "did you mean b?" where a known name is near. Of more than 80 names
/// the first ten stand for all: "one of a, b, c and 154 others".
/// @param also  other names that are understood, which the phrase has only as the one that is near
std::string allowed_names(std::string_view name, const std::vector<std::string>& known,
                          const std::vector<std::string>& also = {});

/// A table of parts by name, in order of registration. Entry has a member `std::string name`. Upper and lower case of
/// names does not matter; a name stays as its entry has it.
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
      if (same_name(known.name, entry.name)) {
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

  bool contains(std::string_view name) const { return entry_or_null(name) != nullptr; }

  /// @throws ConfigError with a suggestion where the name is unknown
  const Entry& find(std::string_view name) const {
    if (const Entry* const entry = entry_or_null(name)) return *entry;
    throw ConfigError(option_, std::string(name), allowed_names(name, names()));
  }

  /// The entry that a spec names.
  /// @throws ConfigError as find()
  const Entry& entry_for(const Spec& spec) const { return find(spec.name); }

  /// The spec with the name as the table has it: torus:8x8 for TORUS:8x8. An unknown name stays as it is.
  Spec as_listed(Spec spec) const {
    const Entry* const entry = entry_or_null(spec.name);
    if (entry == nullptr || entry->name == spec.name) return spec;
    spec.text.replace(0, spec.name.size(), entry->name);
    spec.name = entry->name;
    return spec;
  }

  /// Has the entry that a spec names make its part, in tables whose entries have make(), which gets the spec
  /// as_listed().
  /// @param arguments  what make() takes beside the spec, such as the number of components
  /// @throws ConfigError
  template <class... Arguments>
  auto make(const Spec& spec, const Arguments&... arguments) const {
    const Entry& entry = entry_for(spec);
    if constexpr (requires { entry.make == nullptr; }) {
      if (entry.make == nullptr) spec.refuse(option_, "one whose factory is given, not empty");
    }
    auto made = entry.make(as_listed(spec), arguments...);
    if constexpr (requires { made == nullptr; }) {
      if (made == nullptr) spec.refuse(option_, "one whose factory returns an object, not null");
    }
    return made;
  }

 private:
  const Entry* entry_or_null(std::string_view name) const {
    for (const Entry& entry : entries_) {
      if (same_name(entry.name, name)) return &entry;
    }
    return nullptr;
  }

  std::string option_;
  Function<void(Entry&)> adopt_;
  std::vector<Entry> entries_;
};

}  // namespace pram
