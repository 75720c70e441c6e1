#pragma once

#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <pram/report/detail/value/value.hpp>

namespace pram::report {

/// Shows a number or a text as it is.
struct Plain {
  std::string operator()(std::uint64_t number) const { return std::to_string(number); }
  std::string operator()(const std::string& text) const { return text; }
};
inline constexpr Plain plain;

/// The columns of a table whose rows have one type. A column is said once: its key in JSON and CSV, its heading in
/// text, its value, and how text shows the value.
template <class Row>
class Fields {
 public:
  /// @param key   "": text alone
  /// @param of    a member of the row, or a function of it
  /// @param show  makes text of the value, or of the row
  template <class Of, class Show>
  Fields& add(std::string key, std::string heading, Of of, Show show, Shown shown = Shown::always) {
    constexpr bool is_text = std::convertible_to<std::invoke_result_t<Of, const Row&>, std::string_view>;
    const Align align = is_text ? Align::left : Align::right;
    Column column{std::move(key), std::move(heading), align, shown};
    if constexpr (std::invocable<Show, const Row&>) {
      return put(std::move(column), value_of(of),
                 [show](const Row& row) { return std::string(std::invoke(show, row)); });
    } else {
      return put(std::move(column), value_of(of),
                 [of, show](const Row& row) { return std::string(std::invoke(show, std::invoke(of, row))); });
    }
  }

  /// Adds a column of JSON and CSV alone.
  template <class Of>
  Fields& data(std::string key, Of of) {
    return put({std::move(key), std::nullopt}, value_of(of), [](const Row&) { return std::string(); });
  }

  /// Adds a column of text alone.
  template <class Show>
  Fields& text(std::string heading, Show show, Align align = Align::right, Shown shown = Shown::always) {
    return put(
        {{}, std::move(heading), align, shown}, [](const Row&) { return Value(); },
        [show](const Row& row) { return std::string(std::invoke(show, row)); });
  }

  template <class Rows>
  Table table(std::string key, std::string title, const Rows& rows) const {
    Table table{std::move(key), std::move(title), columns_, {}};
    for (const Row& row : rows) {
      std::vector<Entry>& cells = table.rows.emplace_back();
      for (const auto& [value, text] : cells_) cells.push_back({value(row), text(row)});
    }
    return table;
  }

  /// The rows as records, for a list that is a field itself.
  template <class Rows>
  List records(const Rows& rows) const {
    List list;
    for (const Row& row : rows) {
      Record record;
      for (std::size_t k = 0; k < columns_.size(); ++k) set(record, columns_[k].key, cells_[k].first(row));
      list.emplace_back(std::move(record));
    }
    return list;
  }

  /// The rows in columns, a list of values each.
  template <class Rows>
  Record columns(const Rows& rows) const {
    Record columns;
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      List entries;
      for (const Row& row : rows) entries.push_back(cells_[k].first(row));
      columns.emplace_back(columns_[k].key, std::move(entries));
    }
    return columns;
  }

 private:
  using ValueOf = std::function<Value(const Row&)>;
  using TextOf = std::function<std::string(const Row&)>;

  template <class Of>
  static ValueOf value_of(Of of) {
    return [of](const Row& row) { return Value(std::invoke(of, row)); };
  }

  Fields& put(Column column, ValueOf value, TextOf text) {
    columns_.push_back(std::move(column));
    cells_.emplace_back(std::move(value), std::move(text));
    return *this;
  }

  std::vector<Column> columns_;
  std::vector<std::pair<ValueOf, TextOf>> cells_;
};

}  // namespace pram::report
