#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

namespace pram::testing {

/// A line of text for each call, with values as their types show them.
class Lines : public Observer {
 public:
  void begin_run(const Run& run) override { say("run {} of {} {}", run.number, run.processors, to_string(run.rule)); }
  void array(const Array& array, std::span<const Word> cells) override {
    std::string values;
    for (const Word word : cells) values += " " + array.type.text(word);
    say("array {} {}:{}", array.name, array.type.name(), values);
  }
  void begin_step(const Step& step) override {
    say("step {} of run {}: {} processors", step.number, step.run, step.processors);
  }
  void local(const Local& one) override {
    say("{} shows {} = {}", one.processor, one.name, one.type.text(one.value));
    last_line = one.where;
  }
  void request(const Request& one) override {
    say("{} {} {}[{}] {} -> {}", one.processor, one.operation, one.array.name, one.index,
        one.action == Action::read ? "-" : one.array.type.text(one.operand),
        one.replied ? one.array.type.text(one.reply) : "-");
    last_line = one.where;
  }
  void message(const Message& one) override {
    const bool back = one.direction == Direction::back;
    say("{} {}.{} {}-{} {}[{}] x{} = {}", back ? "reply" : "message", one.phase, one.number, one.from, one.to,
        one.array.name, one.index, one.weight, one.array.type.text(one.value));
    (back ? replies : messages) += 1;
  }
  void transfer(const Transfer& one) override {
    static constexpr const char* kinds[] = {"put", "get", "send"};
    say("{} {}-{} {}[{}] x{}, {} words", kinds[static_cast<std::size_t>(one.kind)], one.from, one.to, one.subject,
        one.index, one.count, one.words);
    if (one.from_component == one.to_component) return;
    messages += one.kind == Transfer::Kind::get ? 2 : 1;
    words += one.words + (one.kind == Transfer::Kind::get ? 1 : 0);
  }
  void cell(const Cell& one) override {
    say("cell {}[{}]: {} -> {}", one.array.name, one.index, one.array.type.text(one.before),
        one.array.type.text(one.after));
  }
  void host_reads(const Array& array, std::uint64_t first, std::uint64_t count) override {
    say("host reads {} of {} from {} on", count, array.name, first);
  }
  void end_step(const StepRecord& record) override { say("end {}", record.charge + record.charge_back); }
  void end_superstep(const SuperstepRecord& record) override { say("end {}: {}", record.tag, record.messages); }
  void breach(const ConflictError::Facts& facts) override {
    say("breach: {}, {} and {}", facts.breach, facts.processors[0], facts.processors[1]);
  }

  std::vector<std::string> lines;
  SourceLine last_line;
  std::uint64_t messages = 0;
  std::uint64_t replies = 0;
  std::uint64_t words = 0;

 private:
  template <class... Facts>
  void say(fmt::format_string<Facts...> how, Facts&&... facts) {
    lines.push_back(fmt::format(how, std::forward<Facts>(facts)...));
  }
};
inline MachineOptions two_components() {
  return {.components = 2, .access = "direct", .placement = Placement::direct, .threads = 1};
}

enum class Colour : std::int8_t { red = -1, green = 1 };

/// A type that has a text of its own.
struct Named {
  std::uint8_t number;
};
inline std::string to_string(const Named& named) { return "n" + std::to_string(named.number); }

}  // namespace pram::testing
