#include <pram/report/detail/value/read_json.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <pram/error.hpp>

namespace pram::report {

namespace {

constexpr std::size_t deepest = 64;  // reports have less than ten

/// Builds the value while the text is read. Lists and records that are not complete lie in a stack.
class Builder {
 public:
  explicit Builder(std::string_view text) : text_(text) {}

  bool null() { return put(Value()); }
  bool boolean(bool truth) { return put(Value(truth)); }
  bool number_integer(nlohmann::json::number_integer_t number) { return put(Value(number)); }
  bool number_unsigned(nlohmann::json::number_unsigned_t number) { return put(Value(number)); }
  bool number_float(nlohmann::json::number_float_t number, const std::string&) { return put(Value(number)); }
  bool string(std::string& text) { return put(Value(std::move(text))); }
  bool binary(nlohmann::json::binary_t&) { return false; }  // is not in text

  bool start_object(std::size_t) { return open(Value(Record())); }
  bool key(std::string& name) {
    open_.back().name = std::move(name);
    return true;
  }
  bool end_object() { return close(); }
  bool start_array(std::size_t) { return open(Value(List())); }
  bool end_array() { return close(); }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception&) {
    if (position > text_.size()) throw Error("it ends too early");
    const auto lines = std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(position), '\n');
    throw Error(fmt::format("it is no JSON, or damaged, in line {}", lines + 1));
  }

  Value value() && { return std::move(whole_); }

 private:
  struct Open {
    Value value;
    std::string name = {};  ///< of the member that comes next
  };

  bool open(Value value) {
    if (open_.size() == deepest) throw Error("it is nested too deeply for a report");
    open_.push_back({std::move(value)});
    return true;
  }

  bool close() {
    Value value = std::move(open_.back().value);
    open_.pop_back();
    return put(std::move(value));
  }

  bool put(Value value) {
    if (open_.empty()) {
      whole_ = std::move(value);
    } else if (auto* const list = std::get_if<List>(&open_.back().value.is)) {
      list->push_back(std::move(value));
    } else {
      std::get<Record>(open_.back().value.is).emplace_back(std::move(open_.back().name), std::move(value));
    }
    return true;
  }

  std::string_view text_;
  std::vector<Open> open_;
  Value whole_;
};

}  // namespace

Value read_json(std::string_view text) {
  Builder builder(text);
  nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
  return std::move(builder).value();
}

}  // namespace pram::report
