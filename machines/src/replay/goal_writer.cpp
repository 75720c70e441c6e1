#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <pram/machines/replay.hpp>
#include <pram/network/poll.hpp>

#include "trace_checks.hpp"

namespace pram {

namespace {

constexpr std::size_t written_at_once = std::size_t{1} << 16;

class GoalWriter {
 public:
  GoalWriter(const OperationTrace& trace, const std::function<void(std::string_view)>& write)
      : trace_(trace), write_(write), needs_label_(trace.operations.size()) {
    for (std::size_t k = 0; k < trace.operations.size(); ++k) {
      needs_label_[k] = needs_label_[k] || trace.first_dependent[k] < trace.first_dependent[k + 1];
      for (std::size_t d = trace.first_dependent[k]; d < trace.first_dependent[k + 1]; ++d)
        needs_label_[trace.dependents[d].operation] = true;
    }
  }

  void write() {
    fmt::format_to(std::back_inserter(text_), "num_ranks {}\n", trace_.ranks());
    for (std::uint32_t rank = 0; rank < trace_.ranks(); ++rank) {
      if (trace_.first[rank] < trace_.first[rank + std::size_t{1}]) write_rank(rank);
    }
    write_(text_);
  }

 private:
  void write_rank(std::uint32_t rank) {
    const std::uint32_t begin = trace_.first[rank];
    const std::uint32_t end = trace_.first[rank + std::size_t{1}];
    std::unordered_set<std::string_view> taken;
    for (std::uint32_t k = begin; k < end; ++k) taken.insert(trace_.label(k));
    made_.assign(end - begin, {});
    for (std::uint32_t k = begin; k < end; ++k) {
      if (!needs_label_[k] || !trace_.label(k).empty()) continue;
      std::string& label = made_[k - begin];
      label = fmt::format("o{}", k - begin);
      while (taken.contains(label)) label.insert(0, 1, '_');
    }
    fmt::format_to(std::back_inserter(text_), "rank {} {{\n", rank);
    for (std::uint32_t k = begin; k < end; ++k) write_operation(k, begin);
    for (std::uint32_t k = begin; k < end; ++k) write_dependents(k, begin);
    text_ += "}\n";
  }

  std::string_view label_of(std::uint32_t operation, std::uint32_t begin) const {
    const std::string_view label = trace_.label(operation);
    return label.empty() ? std::string_view(made_[operation - begin]) : label;
  }

  void write_operation(std::uint32_t k, std::uint32_t begin) {
    const TraceOperation& one = trace_.operations[k];
    const auto out = std::back_inserter(text_);
    if (const std::string_view label = label_of(k, begin); !label.empty()) fmt::format_to(out, "{}: ", label);
    switch (one.kind) {
      case TraceOperation::Kind::calc: fmt::format_to(out, "calc {}", one.amount); break;
      case TraceOperation::Kind::send: fmt::format_to(out, "send {}b to {}", one.amount, one.peer); break;
      case TraceOperation::Kind::recv: fmt::format_to(out, "recv {}b from {}", one.amount, one.peer); break;
    }
    if (one.tag != 0) fmt::format_to(out, " tag {}", one.tag);
    if (one.cpu != 0) fmt::format_to(out, " cpu {}", one.cpu);
    if (one.nic != 0) fmt::format_to(out, " nic {}", one.nic);
    text_ += '\n';
    hand_on();
  }

  void write_dependents(std::uint32_t k, std::uint32_t begin) {
    for (std::size_t d = trace_.first_dependent[k]; d < trace_.first_dependent[k + std::size_t{1}]; ++d) {
      const auto& [later, on_start] = trace_.dependents[d];
      fmt::format_to(std::back_inserter(text_), "{} {} {}\n", label_of(later, begin),
                     on_start ? "irequires" : "requires", label_of(k, begin));
      hand_on();
    }
  }

  void hand_on() {
    if (text_.size() < written_at_once) return;
    poller_.work();
    write_(text_);
    text_.clear();
  }

  const OperationTrace& trace_;
  const std::function<void(std::string_view)>& write_;
  std::vector<bool> needs_label_;  // by operation
  std::vector<std::string> made_;  // labels of the rank's operations that have none
  std::string text_;
  Poller poller_;
};

}  // namespace

void write_goal(const OperationTrace& trace, const std::function<void(std::string_view)>& write) {
  detail::check_lists(trace);
  GoalWriter(trace, write).write();
}

}  // namespace pram
