#include <pram/error.hpp>

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include <pram/detail/printable.hpp>

namespace pram {

namespace {

/// "step 3", `superstep 3 "exchange"`.
std::string moment_of(bool of_processes, std::uint64_t number, const std::string& tag) {
  return fmt::format("{} {}{}", of_processes ? "superstep" : "step", number,
                     tag.empty() ? "" : fmt::format(" \"{}\"", tag));
}

/// Where what failed had last been heard of.
std::string origin_of(const ProgramError::Facts& facts) {
  if (!facts.process) return "after " + to_string(facts.line);
  if (facts.line.file.empty()) return "before its first sync";
  return fmt::format("after the sync {}at {}", facts.tag.empty() ? "" : fmt::format("\"{}\" ", facts.tag),
                     to_string(facts.line));
}

}  // namespace

std::string to_string(const SourceLine& where) {
  if (where.file.empty()) return "?";
  const std::string_view path = where.file;
  const auto slash = path.find_last_of('/');
  return fmt::format("{}:{}", slash == std::string_view::npos ? path : path.substr(slash + 1), where.line);
}

Error::Error(const std::string& sentence) : std::runtime_error(printable(sentence)) {}

ConfigError::ConfigError(std::string which, std::string given, std::string right)
    : Error(fmt::format("{} = '{}' is not allowed: {}", which, given, right)),
      option(std::move(which)),
      value(std::move(given)),
      allowed(std::move(right)) {}

ConflictError::ConflictError(Facts given)
    : Error(fmt::format("{} breached in {}: {} at {}[{}], {} {} ({}, {}) and {} {} ({}, {})", given.rule,
                        moment_of(given.processes, given.step, given.tag), given.breach, given.array, given.index,
                        given.processes ? "process" : "processor", given.processors[0], given.operations[0],
                        to_string(given.lines[0]), given.processes ? "process" : "processor", given.processors[1],
                        given.operations[1], to_string(given.lines[1]))),
      facts(std::move(given)) {}

AddressError::AddressError(Facts given)
    : Error(fmt::format("{}[{}] is outside the array (size {}): {} {}, {} {}, {}", given.array, given.index, given.size,
                        given.process ? "process" : "processor", given.processor, given.process ? "superstep" : "step",
                        given.step, to_string(given.line))),
      facts(std::move(given)) {}

ProgramError::ProgramError(Facts given, const std::string& reason)
    : Error(fmt::format("{} {} failed in {} {}, {}: {}", given.process ? "process" : "processor", given.processor,
                        given.process ? "superstep" : "step", given.step, origin_of(given), reason)),
      processor(given.processor),
      step(given.step),
      line(std::move(given.line)),
      process(given.process),
      tag(std::move(given.tag)) {}

ProgramError::ProgramError(std::uint64_t who, std::uint64_t when, SourceLine where, const std::string& reason)
    : ProgramError(Facts{who, when, std::move(where)}, reason) {}

void NetworkError::happened_in_phase(std::size_t phase, const std::string& arrays) {
  if (!names_phase_) return;
  static_cast<std::runtime_error&>(*this) = std::runtime_error(
      fmt::format("phase {}{}{}: {}", phase, arrays.empty() ? "" : ", requests for ", printable(arrays), what()));
}

void NetworkError::happened_in(std::uint64_t step) {
  pram_step_ = step;
  static_cast<std::runtime_error&>(*this) = std::runtime_error(fmt::format("step {} of the program: {}", step, what()));
}

void NetworkError::happened_in(std::uint64_t step, std::uint64_t superstep, const std::string& tag) {
  pram_step_ = step;
  superstep_ = superstep;
  tag_ = tag;
  static_cast<std::runtime_error&>(*this) =
      std::runtime_error(fmt::format("{} of the program: {}", moment_of(true, superstep, printable(tag)), what()));
}

LimitError::LimitError(std::string which, std::uint64_t wanted, std::uint64_t most, const std::string& sentence)
    : Error(sentence), limit(std::move(which)), asked(wanted), allowed(most) {}

Interrupted::Interrupted(std::uint64_t done)
    : Error(fmt::format("stopped on request after step {}", done)), step(done) {}

}  // namespace pram
