#include <pram/report/detail/value/field.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <variant>

#include <pram/error.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::report {

namespace {

std::string subject(std::string_view name) {
  return name.empty() ? "it" : fmt::format("its \"{}\"", shortened(printable(name), 40));
}

}  // namespace

void Field::refuse(std::string_view expected) const {
  throw Error(fmt::format("{} is not {}", subject(name_), expected));
}

bool Field::is_null() const { return std::holds_alternative<std::nullptr_t>(value_->is); }

const Record& Field::record() const {
  const auto* const record = std::get_if<Record>(&value_->is);
  if (record == nullptr) refuse("an object");
  return *record;
}

std::optional<Field> Field::find(std::string_view name) const {
  const Record& members = record();
  const auto member = std::ranges::find(members, name, &Record::value_type::first);
  if (member == members.end()) return std::nullopt;
  return Field(member->second, member->first);
}

Field Field::at(std::string_view name) const {
  const std::optional<Field> member = find(name);
  if (!member) throw Error(fmt::format("{} has no \"{}\"", subject(name_), name));
  return *member;
}

std::vector<Field> Field::entries() const {
  const auto* const list = std::get_if<List>(&value_->is);
  if (list == nullptr) refuse("a list");
  std::vector<Field> fields;
  fields.reserve(list->size());
  for (const Value& value : *list) fields.emplace_back(value, name_);
  return fields;
}

void Field::to(bool& into) const {
  const auto* const truth = std::get_if<bool>(&value_->is);
  if (truth == nullptr) refuse("true or false");
  into = *truth;
}

void Field::to(std::int64_t& into) const {
  const auto* const number = std::get_if<std::uint64_t>(&value_->is);
  const auto* const signed_number = std::get_if<std::int64_t>(&value_->is);
  if (signed_number != nullptr) {
    into = *signed_number;
  } else if (number != nullptr && *number <= std::uint64_t{std::numeric_limits<std::int64_t>::max()}) {
    into = static_cast<std::int64_t>(*number);
  } else {
    refuse("a whole number of 64 bits");
  }
}

void Field::to(double& into) const {
  if (const auto* const number = std::get_if<double>(&value_->is)) {
    into = *number;
  } else if (const auto* const whole = std::get_if<std::uint64_t>(&value_->is)) {
    into = static_cast<double>(*whole);
  } else if (const auto* const signed_number = std::get_if<std::int64_t>(&value_->is)) {
    into = static_cast<double>(*signed_number);
  } else {
    refuse("a number");
  }
}

void Field::to(std::string& into) const {
  const auto* const text = std::get_if<std::string>(&value_->is);
  if (text == nullptr) refuse("text");
  into = *text;
}

std::uint64_t Field::whole(std::uint64_t most) const {
  const auto* const number = std::get_if<std::uint64_t>(&value_->is);
  if (number == nullptr || *number > most) refuse(fmt::format("a whole number from 0 to {}", most));
  return *number;
}

std::vector<Field> entries_of_column(const Field& columns, std::string_view name, std::size_t rows) {
  const Field column = columns.at(name);
  std::vector<Field> entries = column.entries();
  if (entries.size() != rows) column.refuse(fmt::format("a list of {} entries as those beside it", rows));
  return entries;
}

}  // namespace pram::report
