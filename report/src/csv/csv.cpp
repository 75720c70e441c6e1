#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <concepts>

#include <pram/report/detail/value/value.hpp>

namespace pram::report {

namespace {

/// A list without records is one field.
bool is_field(const List& list) {
  return std::ranges::none_of(list, [](const Value& one) { return std::holds_alternative<Record>(one.is); });
}

/// A field, in quotes where it needs them (RFC 4180).
std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string field_text(const Value& value);

struct FieldText {
  std::string operator()(bool yes) const { return yes ? "true" : "false"; }
  std::string operator()(const std::string& text) const { return text; }
  std::string operator()(double number) const { return std::isfinite(number) ? fmt::format("{}", number) : ""; }
  std::string operator()(const std::integral auto& number) const { return fmt::format("{}", number); }
  std::string operator()(const List& list) const {
    std::string text;
    for (const Value& one : list) text += (&one == list.data() ? "" : ";") + field_text(one);
    return text;
  }
  std::string operator()(const auto&) const { return ""; }
};

std::string field_text(const Value& value) { return std::visit(FieldText(), value.is); }

std::string path_to(const std::string& path, const std::string& key) { return path.empty() ? key : path + '.' + key; }

class CsvRows {
 public:
  explicit CsvRows(const Record& document) { walk(document, {}, {}); }

  explicit CsvRows(const Table& table) {
    Row shared;
    for (const auto& [name, value] : *table.lines_of_csv) shared.emplace_back(column(name), field_text(value));
    for (const Column& one : table.columns) column(one.key);
    for (const Value& row : records(table)) walk(std::get<Record>(row.is), {}, shared);
  }

  std::string str() const {
    const bool several = std::ranges::adjacent_find(lists_, std::ranges::not_equal_to()) != lists_.end();
    std::string out = several ? "list" : "";
    for (const std::string& name : names_) out += (out.empty() ? "" : ",") + csv_field(name);
    out += '\n';
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      std::vector<std::string> cells(names_.size());
      for (const auto& [column, text] : rows_[k]) cells[column] = text;
      std::string line = several ? csv_field(lists_[k]) : "";
      for (std::size_t column = 0; column < cells.size(); ++column)
        line += (column > 0 || several ? "," : "") + csv_field(cells[column]);
      out += line + '\n';
    }
    return out;
  }

 private:
  using Row = std::vector<std::pair<std::size_t, std::string>>;  // by column
  /// Where a record stands.
  struct Place {
    std::string list = {};  ///< its path in the document, without numbers
    std::string column =
        {};  ///< what stands before the names of its columns: its path in the row of the outermost list
  };
  using Inner = std::vector<std::pair<Place, const List*>>;

  std::size_t column(const std::string& name) {
    const auto place = std::ranges::find(names_, name);
    if (place == names_.end()) names_.push_back(name);
    return static_cast<std::size_t>(std::ranges::find(names_, name) - names_.begin());
  }

  /// Collects the fields of a record and of the records in it. Lists of records are only noted: walk() makes rows of
  /// them.
  /// @param outer  how many fields of the row belong to what the record stands in: a field with the name of one of
  /// these
  ///               has its path in the document for a name
  void collect(const Record& record, const Place& place, std::size_t outer, Row& row, Inner& lists) {
    const auto is_outer = [&](const std::string& name) {
      const auto has_name = [&](const auto& field) { return names_[field.first] == name; };
      return std::any_of(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(outer), has_name);
    };
    for (const auto& [key, value] : record) {
      const Place inside{path_to(place.list, key), path_to(place.column, key)};
      const List* const list = std::get_if<List>(&value.is);
      if (const Record* const inner = std::get_if<Record>(&value.is)) {
        // The options of a machine have their own names in every table.
        collect(*inner, key == "machine" ? Place{inside.list, place.column} : inside, outer, row, lists);
      } else if (list != nullptr && !is_field(*list)) {
        lists.emplace_back(inside, list);
      } else if (list == nullptr || !list->empty()) {
        row.emplace_back(column(is_outer(inside.column) ? inside.list : inside.column), field_text(value));
      }
    }
  }

  /// @param row  of the record that has the list in which this one stands
  void walk(const Record& record, const Place& place, Row row) {
    Inner lists;
    collect(record, place, row.size(), row, lists);
    if (lists.empty()) {
      lists_.push_back(place.list);
      rows_.push_back(std::move(row));
      return;
    }
    const bool outermost = place.list.empty();
    for (const auto& [of, list] : lists) {
      for (const Value& one : *list) {
        if (const Record* const inner = std::get_if<Record>(&one.is))
          walk(*inner, {of.list, outermost ? std::string() : of.column}, row);
      }
    }
  }

  std::vector<std::string> names_;
  std::vector<std::string> lists_;  // of each row
  std::vector<Row> rows_;
};

}  // namespace

std::string csv_of(const Report& report) {
  for (const auto& part : report.parts) {
    const Table* const table = std::get_if<Table>(&part);
    if (table != nullptr && table->lines_of_csv) return CsvRows(*table).str();
  }
  Report tabular;
  for (const auto& part : report.parts) {
    const Item* const item = std::get_if<Item>(&part);
    if (item == nullptr || item->in_csv) tabular.parts.push_back(part);
  }
  return CsvRows(document(tabular)).str();
}

}  // namespace pram::report
