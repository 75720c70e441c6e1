#include <pram/report/detail/value/value.hpp>

#include <algorithm>
#include <charconv>

#include <pram/detail/ledger/facts.hpp>

namespace pram::report {

namespace {

/// The member of that name or number, made if it is not there.
Value& member(Value& whole, std::string_view name) {
  std::size_t number = 0;
  const auto [end, code] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (code == std::errc() && end == name.data() + name.size()) {
    if (!std::holds_alternative<List>(whole.is)) whole = List();
    List& list = std::get<List>(whole.is);
    if (list.size() <= number) list.resize(number + 1);
    return list[number];
  }
  if (!std::holds_alternative<Record>(whole.is)) whole = Record();
  Record& record = std::get<Record>(whole.is);
  const auto place = std::ranges::find(record, name, &Record::value_type::first);
  return place != record.end() ? place->second : record.emplace_back(name, Value()).second;
}

}  // namespace

void set(Record& record, std::string_view path, Value value) {
  if (path.empty() || std::holds_alternative<Value::Absent>(value.is)) return;
  Value whole(std::move(record));
  Value* place = &whole;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    place = &member(*place, path.substr(begin, end - begin));
    begin = end + 1;
  }
  *place = std::move(value);
  record = std::move(std::get<Record>(whole.is));
}

void Table::row(std::vector<std::string> cells) {
  std::vector<Entry>& made = rows.emplace_back();
  for (std::string& cell : cells) made.push_back({{}, std::move(cell)});
}

void Report::add_data(Table table) {
  for (Column& column : table.columns) column.heading.reset();
  add(std::move(table));
}

void Report::append(Report other, bool with_text) {
  for (auto& part : other.parts) {
    if (with_text) {
      parts.push_back(std::move(part));
    } else if (Table* const table = std::get_if<Table>(&part)) {
      add_data(std::move(*table));
    } else if (Item* const item = std::get_if<Item>(&part)) {
      parts.emplace_back(Item{std::move(item->key), std::move(item->value), {}, {}, item->in_csv});
    }
  }
}

List records(const Table& table) {
  List list;
  for (const std::vector<Entry>& cells : table.rows) {
    Record row;
    for (std::size_t k = 0; k < cells.size(); ++k) set(row, table.columns[k].key, cells[k].value);
    list.emplace_back(std::move(row));
  }
  return list;
}

Record document(const Report& report) {
  Record document = {{"version", pram::detail::json_version}};
  for (const auto& part : report.parts) {
    if (const Item* const item = std::get_if<Item>(&part)) set(document, item->key, item->value);
    const Table* const table = std::get_if<Table>(&part);
    if (table == nullptr || table->key.empty()) continue;
    set(document, table->key, records(*table));
  }
  return document;
}

}  // namespace pram::report
