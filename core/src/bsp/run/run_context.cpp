#include "run_context.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace pram::bsp::detail {

RunContext::RunContext(const RunOptions& options)
    : options_(options), queues_{{"collectives", &element_type<std::byte>}}, tags_{""} {}

std::string RunContext::in_superstep(const std::string& tag) const {
  return tag.empty() ? fmt::format("in superstep {}", superstep_)
                     : fmt::format("in superstep {} \"{}\"", superstep_, tag);
}

std::uint32_t RunContext::enter_line(Transfer transfer, const std::string& subject, const char* file,
                                     std::uint32_t line) {
  const std::scoped_lock lock(mutex_);
  const auto [known, is_new] =
      line_numbers_.emplace(std::tuple(std::string(file), line, transfer, subject), lines_.size());
  if (is_new) lines_.push_back({transfer, subject, file, line});
  return known->second;
}

SourceLine RunContext::line(std::uint32_t number) const {
  const std::scoped_lock lock(mutex_);
  return {lines_[number].file, lines_[number].line};
}

std::uint32_t RunContext::queue_number(std::string_view name, const ElementType& type, std::uint32_t process,
                                       const char* file, std::uint32_t line) {
  const std::scoped_lock lock(mutex_);
  for (std::uint32_t k = 1; k < queues_.size(); ++k) {  // the first one is no program's, whatever it calls its own
    const NamedQueue& known = queues_[k];
    if (known.name != name) continue;
    if (known.type == &type) return queue_number_of(k, !name.empty());
    if (!name.empty()) {
      throw Error(
          fmt::format("process {} asks for queue \"{}\" with messages of {} bytes a value, {}, at {}, but it was "
                      "made for another type, of {} bytes: give each type a queue of its own name",
                      process, name, type.bytes, in_superstep(), to_string(SourceLine{file, line}), known.type->bytes));
    }
  }
  queues_.push_back({std::string(name), &type});
  return queue_number_of(static_cast<std::uint32_t>(queues_.size() - 1), !name.empty());
}

std::string RunContext::queue_name(std::uint32_t queue) const {
  const std::scoped_lock lock(mutex_);
  return has_name(queue) ? queues_[place_of_queue(queue)].name : "queue";
}

std::uint32_t RunContext::tag_number(std::string_view tag) {
  if (tag.empty()) return 0;
  const std::scoped_lock lock(mutex_);
  const auto known = std::ranges::find(tags_, tag);
  if (known != tags_.end()) return static_cast<std::uint32_t>(known - tags_.begin());
  tags_.emplace_back(tag);
  return static_cast<std::uint32_t>(tags_.size() - 1);
}

}  // namespace pram::bsp::detail
