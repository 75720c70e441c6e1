#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <vector>

#include <pram/detail/printable.hpp>
#include <pram/machines/replay.hpp>
#include <pram/network/poll.hpp>
#include <pram/spec.hpp>

#include "trace_checks.hpp"

namespace pram {

namespace {

constexpr std::uint64_t most_ranks_of_trace = std::uint64_t{1} << 20;
/// Nanoseconds or bytes of an operation: sums of 2^32 of these do not overflow before the replay sees it.
constexpr std::uint64_t most_amount = std::uint64_t{1} << 50;
constexpr std::size_t longest_quote = 40;

class GoalReader {
 public:
  explicit GoalReader(const std::string& file) { trace_.file = file; }

  OperationTrace read(std::string_view text) {
    for (std::string_view line; take_line(text, line);) {
      ++line_;
      poller_.work();
      rest_ = line.substr(0, std::min(line.find('#'), line.find("//")));
      skip_blanks();
      if (!rest_.empty()) read_row();
    }
    if (!ranks_) fail_file("it has no num_ranks");
    if (rank_) fail("the file ends inside of rank {}: a }} is missing", *rank_);
    arrange();
    detail::check_order(trace_);
    detail::check_matches(trace_);
    return std::move(trace_);
  }

 private:
  /// One operation waits for another, both by their numbers in the order of the file.
  struct Requirement {
    std::uint32_t earlier;
    std::uint32_t later;
    bool on_start;
  };
  /// The same, by labels that may stand further down.
  struct LabelledRequirement {
    std::string_view later;
    std::string_view earlier;
    bool on_start;
    std::uint64_t line;
  };

  template <class... Values>
  [[noreturn]] void fail(fmt::format_string<Values...> reason, Values&&... values) const {
    throw TraceError(trace_.file, line_, fmt::format(reason, std::forward<Values>(values)...), true);
  }
  [[noreturn]] void fail_file(const std::string& reason) const { throw TraceError(trace_.file, 0, reason, true); }

  static std::string quoted(std::string_view word) {
    const bool longer = word.size() > longest_quote;
    return fmt::format("'{}{}'", printable(word.substr(0, longest_quote)), longer ? "…" : "");
  }

  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\v\f"), rest_.size())); }

  /// The next word; braces and a colon are words of their own.
  std::string_view word() {
    std::size_t length = std::min(rest_.find_first_of(" \t\r\v\f:{}"), rest_.size());
    if (length == 0 && !rest_.empty()) length = 1;
    const std::string_view found = rest_.substr(0, length);
    rest_.remove_prefix(length);
    skip_blanks();
    return found;
  }

  void expect(std::string_view wanted) {
    const std::string_view found = word();
    if (found != wanted) fail("{} is expected, and {}", quoted(wanted), said(found));
  }
  static std::string said(std::string_view found) {
    return found.empty() ? "the line ends" : quoted(found) + " is there";
  }

  std::uint64_t number(std::string_view text, const char* what, std::uint64_t most) const {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty()) fail("the {} is missing", what);
    const bool is_whole = end == text.data() + text.size() && error != std::errc::invalid_argument;
    if (!is_whole || error != std::errc() || value > most)
      fail("the {} {} is no whole number from 0 to {}", what, quoted(text), most);
    return value;
  }

  void end_row() {
    if (!rest_.empty()) fail("{} is more than belongs on the line", quoted(rest_));
  }

  void read_row() {
    if (rank_) {
      read_line_of_rank();
    } else if (const std::string_view first = word(); first == "num_ranks") {
      if (ranks_) fail("num_ranks stands there a second time");
      ranks_ = number(word(), "number of ranks", most_ranks_of_trace);
      if (*ranks_ == 0) fail("num_ranks is 0: a trace has 1 to {} ranks", most_ranks_of_trace);
      operations_of_.resize(*ranks_);
      end_row();
    } else if (first == "rank") {
      begin_rank();
    } else {
      fail("num_ranks or rank is expected, and {}", said(first));
    }
  }

  void begin_rank() {
    if (!ranks_) fail("num_ranks must stand before the first rank");
    rank_ = static_cast<std::uint32_t>(number(word(), "rank", *ranks_ - 1));
    Operations& mine = operations_of_[*rank_];
    if (mine.line != 0) fail("rank {} is there a second time: the first is in line {}", *rank_, mine.line);
    mine.line = line_;
    mine.first = operations_.size();
    expect("{");
    if (!rest_.empty()) read_line_of_rank();
  }

  void end_rank() {
    end_row();
    for (const LabelledRequirement& one : labelled_)
      requirements_.push_back({place(one.earlier, one.line), place(one.later, one.line), one.on_start});
    operations_of_[*rank_].last = operations_.size();
    labelled_.clear();
    labels_.clear();
    rank_.reset();
  }

  std::uint32_t place(std::string_view label, std::uint64_t line) {
    const auto found = labels_.find(label);
    if (found != labels_.end()) return found->second;
    line_ = line;
    fail("rank {} has no label {}", *rank_, quoted(label));
  }

  void read_line_of_rank() {
    std::string_view first = word();
    if (first == "}") {
      end_rank();
      return;
    }
    std::string_view label;
    if (rest_.starts_with(':')) {
      label = first;
      word();
      first = word();
    }
    if (first == "calc" || first == "send" || first == "recv") {
      read_operation(first, label);
    } else if (const std::string_view how = label.empty() ? word() : std::string_view();
               how == "requires" || how == "irequires") {
      const std::string_view earlier = word();
      if (earlier.empty()) fail("the label behind {} is missing", how);
      labelled_.push_back({first, earlier, how == "irequires", line_});
    } else if (label.empty()) {
      fail("calc, send, recv, requires or irequires is expected, and {}", said(how.empty() ? first : how));
    } else {
      fail("calc, send or recv is expected, and {}", said(first));
    }
    if (rest_.starts_with('}')) {
      word();
      end_rank();
    }
    end_row();
  }

  void read_operation(std::string_view kind, std::string_view label) {
    if (operations_.size() == std::numeric_limits<std::uint32_t>::max()) fail("there are 2^32 operations or more");
    TraceOperation one;
    one.line = line_;
    if (kind == "calc") {
      one.amount = number(word(), "number of nanoseconds", most_amount);
    } else {
      one.kind = kind == "send" ? TraceOperation::Kind::send : TraceOperation::Kind::recv;
      std::string_view bytes = word();
      if (!bytes.ends_with('b')) fail("bytes are expected, as 8b, and {}", said(bytes));
      bytes.remove_suffix(1);
      one.amount = number(bytes, "number of bytes", most_amount);
      expect(one.kind == TraceOperation::Kind::send ? "to" : "from");
      one.peer = static_cast<std::uint32_t>(number(word(), "rank", *ranks_ - 1));
    }
    while (!rest_.empty() && rest_.front() != '}') read_attribute(one);
    const auto number_of_it = static_cast<std::uint32_t>(operations_.size());
    if (!label.empty() && !labels_.emplace(label, number_of_it).second)
      fail("rank {} has the label {} twice", *rank_, quoted(label));
    operations_.push_back(one);
    labels_of_.push_back(label);
  }

  void read_attribute(TraceOperation& one) {
    constexpr std::uint64_t most_units = std::numeric_limits<std::uint8_t>::max();
    const std::string_view name = word();
    const bool message = one.kind != TraceOperation::Kind::calc;
    if (name == "cpu") {
      one.cpu = static_cast<std::uint8_t>(number(word(), "cpu", most_units));
    } else if (message && name == "nic") {
      one.nic = static_cast<std::uint8_t>(number(word(), "nic", most_units));
    } else if (message && name == "tag") {
      one.tag = static_cast<std::uint32_t>(number(word(), "tag", std::numeric_limits<std::uint32_t>::max()));
    } else {
      fail("{} is expected, and {}", message ? "tag, cpu or nic" : "cpu", said(name));
    }
  }

  /// Puts the operations in the order of their ranks, which the file need not have.
  void arrange() {
    std::vector<std::uint32_t> place(operations_.size());
    trace_.operations.reserve(operations_.size());
    trace_.first_of_label.reserve(operations_.size() + 1);
    for (const Operations& mine : operations_of_) {
      for (std::size_t k = mine.first; k < mine.last; ++k) {
        place[k] = static_cast<std::uint32_t>(trace_.operations.size());
        trace_.operations.push_back(operations_[k]);
        trace_.label_text += labels_of_[k];
        trace_.first_of_label.push_back(trace_.label_text.size());
      }
      trace_.first.push_back(static_cast<std::uint32_t>(trace_.operations.size()));
    }
    trace_.first_dependent.assign(operations_.size() + 1, 0);
    for (Requirement& one : requirements_) {
      one.earlier = place[one.earlier];
      one.later = place[one.later];
      ++trace_.first_dependent[one.earlier + std::size_t{1}];
    }
    for (std::size_t k = 0; k < operations_.size(); ++k) trace_.first_dependent[k + 1] += trace_.first_dependent[k];
    trace_.dependents.resize(requirements_.size());
    std::vector<std::size_t> next(trace_.first_dependent.begin(), trace_.first_dependent.end() - 1);
    for (const Requirement& one : requirements_) trace_.dependents[next[one.earlier]++] = {one.later, one.on_start};
  }

  struct Operations {
    std::uint64_t line = 0;  ///< of the rank's beginning; 0: the file does not have the rank
    std::size_t first = 0;
    std::size_t last = 0;
  };

  OperationTrace trace_;
  std::uint64_t line_ = 0;
  std::string_view rest_;
  std::optional<std::uint64_t> ranks_;
  std::optional<std::uint32_t> rank_;  // whose lines are being read
  std::vector<Operations> operations_of_;
  std::vector<TraceOperation> operations_;  // in the order of the file
  std::vector<std::string_view> labels_of_;
  std::unordered_map<std::string_view, std::uint32_t> labels_;  // of the rank
  std::vector<LabelledRequirement> labelled_;
  std::vector<Requirement> requirements_;
  Poller poller_;
};

}  // namespace

OperationTrace read_goal(std::string_view text, const std::string& file) { return GoalReader(file).read(text); }

}  // namespace pram
