#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <pram/detail/copied_variant.hpp>

/// A report is a value: it holds what is said. Three renderers decide the form: text, JSON and CSV.
namespace pram::report {

struct Value;
using List = std::vector<Value>;
/// Fields by name, in the order of the JSON.
using Record = std::vector<std::pair<std::string, Value>>;

/// The value of a field: null, a truth value, a number, text, a list or a record.
struct Value {
  /// The field is left out of this row.
  struct Absent {};

  pram::detail::CopiedVariant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, List, Record,
                              Absent>
      is;

  Value() : is(nullptr) {}
  Value(std::nullptr_t) : is(nullptr) {}
  Value(Absent absent) : is(absent) {}
  Value(std::same_as<bool> auto truth) : is(truth) {}
  template <std::integral Number>
  requires(!std::same_as<Number, bool>) Value(Number number)
      : is(std::conditional_t<std::is_signed_v<Number>, std::int64_t, std::uint64_t>(number)) {}
  Value(double number) : is(number) {}
  Value(std::string text) : is(std::move(text)) {}
  Value(const char* text) : is(std::string(text)) {}
  Value(List list) : is(std::move(list)) {}
  Value(Record record) : is(std::move(record)) {}
  template <class Content>
  Value(const std::optional<Content>& content) : is(content ? Value(*content).is : Value().is) {}
  template <class Content>
  Value(const std::vector<Content>& contents) : is(List(contents.begin(), contents.end())) {}
};

/// Sets the field at a path. "charge.mean" is the field `mean` of the record `charge`. "tables.0.name" is the field
/// `name` of the first entry of the list `tables`. Records and lists that the path needs are made. An empty path or an
/// absent value changes nothing.
void set(Record& record, std::string_view path, Value value);

enum class Align { left, right };

/// The rows in which a column of text shows its cells.
enum class Shown {
  always,
  where_it_changes,  ///< the cell is blank if all columns of this kind are as in the row before
  above              ///< the cell is a line above the rows that share it; a long one is cut
};

struct Column {
  std::string key;                     ///< path in the row of JSON and CSV; "": text alone
  std::optional<std::string> heading;  ///< heading in text, of one line or two; none: in JSON and CSV alone
  Align align = Align::right;
  Shown shown = Shown::always;
};

/// A cell of a table: its value in JSON and CSV, and its text.
struct Entry {
  Value value;
  std::string text;
};

struct Table {
  std::string key;    ///< path of the list in JSON; "": text alone
  std::string title;  ///< above the text, each line wrapped
  std::vector<Column> columns;
  std::vector<std::vector<Entry>> rows;  ///< each with a cell for every column
  std::string footnote = {};             ///< the line below the last row of the text; "": none
  bool close = false;                    ///< no empty line stands below the title
  std::size_t indent = 2;                ///< blanks before each line of the text
  /// If this is given, CSV has the rows of this table and nothing else, a line each. These fields, which are the same
  /// in all lines, come first, and then the columns.
  std::optional<Record> lines_of_csv = {};

  /// Adds a row of text alone.
  /// @param cells  one for every column
  void row(std::vector<std::string> cells);
};

/// A field of the report itself, outside any table.
struct Item {
  std::string key;  ///< path in JSON; "": text alone
  Value value;
  std::string heading;  ///< heading in text; if heading and text are "", the field is in JSON and CSV alone
  std::string text;
  bool in_csv = true;
};

/// A paragraph of text alone, wrapped. No empty line stands between paragraphs of one form.
struct Paragraph {
  std::string text;
  std::size_t first = 2;  ///< blanks before the first line
  std::size_t rest = 4;   ///< blanks before the other lines; the first line, too, is broken as if it had these
};

/// Code, in text alone: line by line as it is.
struct Listing {
  std::string text;
};

/// The start of a new block of text.
struct Section {
  std::string title;  ///< the line above its items; "": none
};

/// A report. Text and JSON have its parts in this order.
struct Report {
  std::vector<std::variant<Item, Table, Paragraph, Section, Listing>> parts;
  std::string closing = {};  ///< the last line of the text, which may say how long it took; "": none

  void headline(std::string text) { parts.emplace_back(Paragraph{std::move(text), 0, 2}); }
  void note(std::string text) { parts.emplace_back(Paragraph{std::move(text)}); }
  void section(std::string title = {}) { parts.emplace_back(Section{std::move(title)}); }
  void add(Table table) { parts.emplace_back(std::move(table)); }
  void add(Listing listing) { parts.emplace_back(std::move(listing)); }
  /// Adds a table to JSON and CSV alone.
  void add_data(Table table);

  /// Adds all parts of another report.
  /// @param with_text  false: JSON and CSV have them, text does not
  void append(Report other, bool with_text = true);

  /// Adds a field to JSON, CSV and text.
  void item(std::string key, Value value, std::string heading, std::string text) {
    parts.emplace_back(Item{std::move(key), std::move(value), std::move(heading), std::move(text)});
  }
  /// Adds a field to JSON and CSV alone.
  void data(std::string key, Value value) { item(std::move(key), std::move(value), {}, {}); }
  /// Adds a field to JSON alone.
  void json(std::string key, Value value) { parts.emplace_back(Item{std::move(key), std::move(value), {}, {}, false}); }
  /// Adds a line to text alone.
  void line(std::string heading, std::string text) { item({}, {}, std::move(heading), std::move(text)); }
};

/// A table's rows as JSON has them.
List records(const Table& table);

/// The report as one record: `version` first, then all fields at their paths.
Record document(const Report& report);

/// The report as text of at most 80 columns. Names that are too long are cut.
std::string text_of(const Report& report);

/// The report as JSON: the document, a line for each member, with a line break at the end. Bytes that are not UTF-8 are
/// replaced.
std::string json_of(const Report& report);

/// The record as JSON in the same form.
std::string json_of(const Record& record);

/// The report as CSV (RFC 4180): a row for each record in the document's lists, and in the lists inside them. Each row
/// also has the fields of the records that it lies in. The first line has the names. That of a field is its path in the
/// row of the outermost list, or in the document if it stands in no list, without numbers and without `machine`; where
/// both have a name, a row shows its own field. Where rows come from several lists, the first column, `list`, names the
/// list. A list of numbers or text is one field, with semicolons between them; null is an empty field. If a table has
/// lines_of_csv, its rows are the whole CSV, under the names of all its columns.
std::string csv_of(const Report& report);

}  // namespace pram::report
