#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pram/report/detail/value/value.hpp>

namespace pram::report {

/// A value of a report that is read again, and its name for errors. Every function throws an Error that names the field
/// if it is not what is asked for.
class Field {
 public:
  /// @param name  "": the whole report
  Field(const Value& value, std::string_view name) : value_(&value), name_(name) {}

  std::string_view name() const { return name_; }
  const Value& value() const { return *value_; }
  bool is_null() const;

  /// The member of a record.
  Field at(std::string_view name) const;
  /// The same; nothing if it is not there.
  std::optional<Field> find(std::string_view name) const;
  /// The entries of a list; they have its name.
  std::vector<Field> entries() const;
  const Record& record() const;

  void to(bool& into) const;
  void to(std::int64_t& into) const;
  void to(double& into) const;
  void to(std::string& into) const;
  template <std::unsigned_integral Number>
  requires(!std::same_as<Number, bool>) void to(Number& into) const {
    into = static_cast<Number>(whole(std::numeric_limits<Number>::max()));
  }
  template <class Content>
  void to(std::optional<Content>& into) const {
    if (is_null()) {
      into.reset();
    } else {
      to(into.emplace());
    }
  }
  template <class Content>
  void to(std::vector<Content>& into) const {
    into.clear();
    for (const Field& entry : entries()) {
      Content one{};
      entry.to(one);
      into.push_back(std::move(one));
    }
  }

  /// Reads a member.
  template <class Content>
  const Field& get(std::string_view name, Content& into) const {
    at(name).to(into);
    return *this;
  }

  template <class Content>
  Content as() const {
    Content content{};
    to(content);
    return content;
  }

  /// Throws an Error: the field is not what is said here.
  [[noreturn]] void refuse(std::string_view expected) const;

 private:
  std::uint64_t whole(std::uint64_t most) const;

  const Value* value_;
  std::string_view name_;
};

/// The entries of a column.
/// @throws Error if they are not as many as there are rows
std::vector<Field> entries_of_column(const Field& columns, std::string_view name, std::size_t rows);

/// Reads a column into a member of each row.
/// @throws Error if it has another length
template <class Row, class Content>
void read_column(const Field& columns, std::string_view name, std::vector<Row>& rows, Content Row::*member) {
  const std::vector<Field> entries = entries_of_column(columns, name, rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k) entries[k].to(rows[k].*member);
}

/// Reads rows that stand in another order than in the ledger, where each has its place as `number`.
/// @throws Error if the places are not those from 0 on
template <class Row>
void read_numbered(const Field& list, std::vector<Row>& rows, const auto& read) {
  const std::vector<Field> entries = list.entries();
  rows.resize(entries.size());
  std::vector<bool> taken(entries.size());
  for (const Field& entry : entries) {
    const Field number = entry.at("number");
    const auto place = number.as<std::uint64_t>();
    if (place >= rows.size() || taken[place]) number.refuse("the place of the row alone");
    taken[place] = true;
    read(entry, rows[place]);
  }
}

}  // namespace pram::report
