#include <pram/report/detail/value/value.hpp>

#include <nlohmann/json.hpp>

#include <pram/report/detail/value/json_line.hpp>

namespace pram::report {

namespace {

constexpr std::size_t longest_element = 1000;

std::string scalar_text(const auto& scalar, bool ascii = false) {
  return nlohmann::json(scalar).dump(-1, ' ', ascii, nlohmann::json::error_handler_t::replace);
}

/// Appends a value: all in one line, or a member a line, and an element a line in lists unless it is very long.
class Json {
 public:
  Json(std::string& out, bool in_one_line, std::size_t indent) : out_(out), one_line_(in_one_line), indent_(indent) {}

  void operator()(const auto& scalar) { out_ += scalar_text(scalar); }
  void operator()(Value::Absent) { out_ += "null"; }

  void operator()(const Record& record) {
    out_ += '{';
    for (const auto& [name, field] : record) {
      next(&field != &record.front().second);
      out_ += scalar_text(name) + (one_line_ ? ":" : ": ");
      std::visit(Json(out_, one_line_, indent_ + 2), field.is);
    }
    end('}', record.empty());
  }

  void operator()(const List& list) {
    out_ += '[';
    for (const Value& element : list) {
      next(&element != list.data());
      const std::size_t before = out_.size();
      std::visit(Json(out_, true, 0), element.is);
      if (one_line_ || out_.size() - before <= longest_element) continue;
      out_.resize(before);
      std::visit(Json(out_, false, indent_ + 2), element.is);
    }
    end(']', list.empty());
  }

 private:
  void next(bool comma) {
    if (comma) out_ += ',';
    if (!one_line_) out_ += '\n' + std::string(indent_ + 2, ' ');
  }
  void end(char bracket, bool empty) {
    if (!one_line_ && !empty) out_ += '\n' + std::string(indent_, ' ');
    out_ += bracket;
  }

  std::string& out_;
  bool one_line_;
  std::size_t indent_;
};

}  // namespace

std::string json_of(const Record& record) {
  std::string out;
  Json(out, false, 0)(record);
  return out + '\n';
}

std::string json_of(const Report& report) { return json_of(document(report)); }

std::string json_line(const Value& value) {
  std::string out;
  std::visit(Json(out, true, 0), value.is);
  return out;
}

std::string json_text(std::string_view text, Characters characters) {
  return scalar_text(text, characters == Characters::ascii);
}

}  // namespace pram::report
