#include "messages_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pram/programs/input/file.hpp>
#include <pram/programs/program.hpp>
#include <pram/report/detail/value/text.hpp>
#include <pram/spec.hpp>

namespace pram::tool {

namespace {

using programs::InputError;

constexpr std::uint32_t most_words = 1'000'000;

std::string quoted(std::string_view text) { return "'" + report::shortened(report::printable(text), 40) + "'"; }

class MessageReader {
 public:
  MessageReader(std::string file, std::uint32_t terminals) : file_(std::move(file)), terminals_(terminals) {}

  Batch read(std::string_view text) {
    for (std::string_view row; take_line(text, row);) {
      ++line_;
      read_row(row.substr(0, row.find('#')));
    }
    if (batch_.source.empty()) throw InputError(file_, 0, "it holds no messages");
    return sorted();
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const { throw InputError(file_, line_, reason); }

  /// Blanks around a comma belong to it.
  void read_row(std::string_view row) {
    rest_ = row;
    skip_blanks();
    if (rest_.empty()) return;
    if (batch_.size() == most_messages) fail(fmt::format("more than {} messages", most_messages));
    batch_.source.push_back(terminal("source"));
    separate();
    batch_.destination.push_back(terminal("destination"));
    const bool comma = separate();
    const bool long_one = comma || !rest_.empty();
    batch_.words.push_back(long_one ? number("number of words", 1, most_words) : 1U);
    skip_blanks();
    if (!rest_.empty()) fail(fmt::format("{} is more than belongs on the line", quoted(rest_)));
  }

  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\v\f"), rest_.size())); }

  bool separate() {
    skip_blanks();
    const bool comma = rest_.starts_with(',');
    if (comma) rest_.remove_prefix(1);
    skip_blanks();
    return comma;
  }

  std::uint32_t terminal(const char* what) { return number(what, 0, terminals_ - 1); }

  std::uint32_t number(const char* what, std::uint32_t least, std::uint32_t most) {
    const std::string_view word = rest_.substr(0, rest_.find_first_of(", \t\r\v\f"));
    if (word.empty()) fail(fmt::format("the {} is missing", what));
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    const bool whole = end == word.data() + word.size();
    if (!whole || error == std::errc::invalid_argument)
      fail(fmt::format("the {} {} is no whole number from {} to {}", what, quoted(word), least, most));
    if (error != std::errc() || value < least || value > most)
      fail(fmt::format("the {} {} is not from {} to {}", what, quoted(word), least, most));
    rest_.remove_prefix(word.size());
    return static_cast<std::uint32_t>(value);
  }

  Batch sorted() const {
    std::vector<std::size_t> order(batch_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [this](std::size_t k) { return batch_.source[k]; });
    Batch batch;
    for (const std::size_t k : order) {
      batch.source.push_back(batch_.source[k]);
      batch.destination.push_back(batch_.destination[k]);
      batch.words.push_back(batch_.words[k]);
    }
    if (std::ranges::all_of(batch.words, [](std::uint32_t words) { return words == 1; })) batch.words.clear();
    return batch;
  }

  std::string file_;
  std::uint32_t terminals_;
  std::uint64_t line_ = 0;
  std::string_view rest_;
  Batch batch_;
};

}  // namespace

Batch read_messages(const std::string& path, std::uint32_t terminals) {
  return MessageReader(path == "-" ? "standard input" : path, terminals).read(programs::read_text(path));
}

}  // namespace pram::tool
