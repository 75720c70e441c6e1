#include "run_context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace pram::bsp::detail {

namespace {

bool same_type(const ElementType& a, const ElementType& b) {
  return &a == &b || (a.bytes == b.bytes && a.word == b.word && std::strcmp(a.name, b.name) == 0);
}

}  // namespace

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
    NamedQueue& known = queues_[k];
    if (known.name != name) continue;
    if (known.type->text == nullptr && same_type(*known.type, type)) known.type = &type;  // told by another rank
    if (known.type == &type) {
      if (k >= agreed_queues_ && process < known.process) known = {known.name, &type, process, file, line};
      return queue_number_of(k, !name.empty());
    }
    if (!name.empty())
      throw Error(other_type({std::string(name), &type, process, file, line}, *known.type, in_superstep()));
  }
  queues_.push_back({std::string(name), &type, process, file, line});
  return queue_number_of(static_cast<std::uint32_t>(queues_.size() - 1), !name.empty());
}

std::string RunContext::other_type(const NamedQueue& asked, const ElementType& known, const std::string& in_superstep) {
  return fmt::format(
      "process {} asks for queue \"{}\" with messages of {} bytes a value, {}, at {}, but it was made for another "
      "type, "
      "of {} bytes: give each type a queue of its own name",
      asked.process, asked.name, asked.type->bytes, in_superstep, to_string(SourceLine{asked.file, asked.line}),
      known.bytes);
}

std::optional<std::uint32_t> RunContext::enter_queue(const std::string& name, const ElementType& type) {
  for (std::uint32_t k = 1; k < queues_.size(); ++k) {
    if (queues_[k].name != name) continue;
    if (same_type(*queues_[k].type, type)) return k;
    if (!name.empty()) return std::nullopt;
  }
  ElementType& known = types_elsewhere_.emplace_back(type);
  known.text = nullptr;
  known.name = type_names_.insert(type.name).first->c_str();
  queues_.push_back({name, &known});
  return static_cast<std::uint32_t>(queues_.size() - 1);
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
