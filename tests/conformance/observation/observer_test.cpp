#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../configurations.hpp"
#include "../property.hpp"
#include "../script_machine.hpp"
#include "../scripts/arbitrary.hpp"
#include "replay.hpp"

namespace pram::conformance {

namespace {

/// All that an observer gets, in the order in which it gets it.
class Telling : public Observer {
 public:
  void begin_run(const Run& run) override {
    say("run {} {} {} {}", static_cast<int>(run.kind), run.number, run.processors, to_string(run.rule));
  }
  void array(const Array& array, std::span<const Word> cells) override {
    say("array {} {} {} {}", array.number, array.name, array.type.name(), fmt::join(cells, " "));
  }
  void begin_step(const Step& step) override { say("step {} {} {}", step.number, step.run, step.processors); }
  void request(const Request& one) override {
    say("request {} {} {}[{}] {} {} {} {}", one.processor, to_string(one.where), one.array.number, one.index,
        one.operation, one.operand, one.replied, one.reply);
  }
  void message(const Message& one) override {
    say("message {} {} {} {}-{} {}[{}] {} {} {} {} {}", one.phase, static_cast<int>(one.direction), one.number,
        one.from, one.to, one.array.number, one.index, one.operation, one.weight, one.merged, one.stays, one.value);
  }
  void cell(const Cell& one) override { say("cell {}[{}] {} {}", one.array.number, one.index, one.before, one.after); }
  void end_step(const StepRecord& one) override {
    say("end {} {} {} {}", one.step, one.charge, one.charge_back, one.line);
  }
  void breach(const ConflictError::Facts& facts) override {
    say("breach {} {}[{}] {} {}", facts.breach, facts.array, facts.index, facts.processors[0], facts.processors[1]);
  }

  std::string text;

 private:
  template <class... Facts>
  void say(fmt::format_string<Facts...> how, Facts&&... facts) {
    fmt::format_to(std::back_inserter(text), how, std::forward<Facts>(facts)...);
    text += '\n';
  }
};

/// What is wrong with what observers get of a case, or "".
std::string complaint_about_observer(const Case& one) {
  const Memory memory = one.memory();
  std::vector<Script> scripts;
  for (std::size_t k = 0; k < one.choices.size(); ++k) scripts.push_back(one.script(k));
  std::size_t turn = one.seed;
  for (const std::string& network : some_networks(one.components, one.seed)) {
    for (const std::string& access : all_accesses(one.components, one.seed)) {
      // Asynchronous combining charges for messages of its own.
      if (!fits(access, network) || access.find("asynchronous") != std::string::npos) continue;
      MachineOptions options;
      options.network = network;
      options.access = access;
      options.threads = all_threads[++turn % 4];
      const ForcedWorkers forced;
      ScriptMachine plain(one, memory, options);
      ScriptMachine machine(one, memory, options);
      Replay replay(marker);
      const pram::Observation observation = machine.observe(replay);
      for (const Script& script : scripts) {
        if (!(plain.run(script) == machine.run(script))) return access + ": replies or errors differ under observation";
      }
      machine.run({{{Kind::end}}});  // host code's changes would be reported here
      plain.run({{{Kind::end}}});
      const std::string where = fmt::format("{} {} {} threads: ", network, access, options.threads);
      if (!replay.complaint().empty()) return where + replay.complaint();
      if (text_of(plain.ledger()) != text_of(machine.ledger())) return where + "ledgers differ under observation";
      if (plain.memory() != machine.memory()) return where + "memories differ under observation";
      const Memory left = machine.memory();
      for (std::size_t k = 0; k < array_count; ++k) {
        for (std::size_t i = 0; i < left[k].size(); ++i) {
          const CellType& type = replay.type(k);
          const auto number = [&](Word word) { return number_of(static_cast<Cells>(k), type.value(word)); };
          if (number(left[k][i]) != number(replay.values(k)[i])) return where + "the replayed memory differs";
        }
      }
    }
  }
  return "";
}

}  // namespace

TEST_CASE("what an observer is told of random scripts, done by another memory, gives the same cells and counts") {
  CHECK(holds<Case>("observed", 100, complaint_about_observer));
}

TEST_CASE("an observer is told the same with any number of threads") {
  CHECK(holds<Case>("observed threads", 50, [](const Case& one) -> std::string {
    const Memory memory = one.memory();
    for (const char* const access : {"direct", "combining", "adaptive"}) {
      std::string first;
      for (const unsigned threads : all_threads) {
        const ForcedWorkers forced;
        MachineOptions options;
        options.access = access;
        options.threads = threads;
        ScriptMachine machine(one, memory, options);
        Telling telling;
        const pram::Observation observation = machine.observe(telling);
        for (std::size_t k = 0; k < one.choices.size(); ++k) machine.run(one.script(k));
        if (first.empty()) first = telling.text;
        if (first != telling.text) return fmt::format("{} threads, {}", threads, access);
      }
    }
    return "";
  }));
}

}  // namespace pram::conformance
