#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <pram/machine.hpp>
#include <pram/observer.hpp>

namespace pram::report {

/// What a recorder has recorded. Numbers stand for entries of the lists `runs`, `regions`, `locals`, `arrays`, `lines`
/// and `operations`.
struct RunTrace {
  struct Array {
    std::string name;
    CellType type;
    std::uint64_t size = 0;
    std::size_t from = 0;       ///< the first step (in `steps`) that asks for it
    std::vector<Word> initial;  ///< before that step
  };

  /// A value that a processor shows from the step on.
  struct Local {
    std::uint64_t processor = 0;
    std::uint32_t name = 0;  ///< in `locals`
    CellType type;
    Word value = 0;
  };

  /// A pardo, or what else runs.
  struct Run {
    Observer::Run run;
    std::uint32_t line = 0;  ///< that starts it
  };

  struct Request {
    std::uint64_t processor = 0;
    std::uint32_t line = 0;
    std::uint32_t array = 0;
    std::uint64_t index = 0;
    std::uint32_t operation = 0;
    Action action = Action::read;
    Word operand = 0;
    bool replied = false;
    Word reply = 0;
  };

  struct Message {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint32_t array = 0;
    std::uint64_t index = 0;
    std::uint32_t operation = 0;
    std::uint32_t weight = 0;
    std::uint64_t merged = 0;
    bool stays = false;
    bool has_value = false;
    Word value = 0;
    std::optional<Word> reply;
  };

  struct Phase {
    PhaseRecord counted;
    std::vector<Message> messages;
  };

  struct Change {
    std::uint32_t array = 0;
    std::uint64_t index = 0;
    Word before = 0;
    Word after = 0;
  };

  struct Step {
    std::uint64_t number = 0;
    std::size_t run = 0;
    std::uint64_t processors = 0;
    std::vector<std::uint32_t> regions;  ///< that are open, outermost first
    std::vector<Change> host;            ///< what host code has changed before it
    std::vector<Local> locals;
    std::vector<Request> requests;
    std::vector<Change> changes;
    std::vector<Phase> phases;
    std::vector<Observer::Transfer> transfers;
    std::uint64_t charge = 0;
    std::uint64_t charge_back = 0;
    std::optional<SuperstepRecord> superstep;
    bool broken = false;  ///< the step that ends in the breach
  };

  MachineOptions machine;
  std::vector<std::string> routines;  ///< names of the phases, if they have some
  std::vector<Run> runs;
  std::vector<std::string> regions;
  std::vector<std::string> locals;
  std::vector<Array> arrays;
  std::vector<SourceLine> lines;
  std::vector<std::string> operations;
  std::vector<Step> steps;
  std::uint64_t skipped = 0;  ///< steps before the first one
  std::uint64_t requests = 0;
  std::uint64_t shown = 0;  ///< values that processors have shown
  std::uint64_t cells = 0;
  std::optional<ConflictError::Facts> breach;
  std::optional<std::uint64_t>
      unfinished;  ///< the step in which recording it failed: it is left out, and all behind it
};

}  // namespace pram::report
