#include <pram/report/trace.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <pram/error.hpp>

#include "trace.hpp"

namespace pram::report {

/// The trace, and what must be known to go on with it.
class TraceRecorder::Recording {
 public:
  Recording(const Machine& machine, TraceWindow window) : machine_(machine), window_(window) {
    trace.machine = machine.options();
  }

  /// Notes what the machine reports, as long as the recording goes on. A note that fails halfway ends it.
  template <class Note>
  void record(const Note& note) {
    if (trace.unfinished) return;
    try {
      note();
    } catch (const LimitError&) {
      throw;  // check() has left the step out
    } catch (...) {
      give_up();
      throw;
    }
  }

  /// If the machine has not reported how the last step ended, since memory ran out, nothing can be recorded after it.
  void end_unfinished() noexcept {
    if (in_step_ && traced_ && !trace.unfinished) give_up();
  }

  void begin_run(const Run& run) {
    run_ = run;
    shown_before_.clear();
  }

  void enter(const Array& array, std::span<const Word> cells) {
    known_[array.number] = {{cells.begin(), cells.end()}, std::nullopt};
  }

  /// @returns false: the window has ended
  bool begin_step(const Step& step) {
    number_ = step.number;
    in_step_ = true;
    traced_ = false;
    if (step.number < window_.first) {
      ++trace.skipped;
      return true;
    }
    if (window_.count && step.number - window_.first >= *window_.count) return false;
    check("steps", trace.steps.size() + 1, most_trace_steps);
    check("processors", step.processors, most_trace_processors);
    if (trace.runs.empty() || trace.runs.back().run.number != run_.number)
      trace.runs.push_back({run_, line(run_.where)});
    RunTrace::Step& made = trace.steps.emplace_back();
    traced_ = true;
    made.number = step.number;
    made.run = trace.runs.size() - 1;
    made.processors = step.processors;
    made.host = std::exchange(host_, {});
    for (const std::string& region : step.regions) made.regions.push_back(number_of(region, trace.regions));
    for (const auto& [place, local] : std::exchange(shown_before_, {})) made.locals.push_back(local);
    return true;
  }

  /// @throws LimitError; the step under way is then left out
  void check(const char* what, std::uint64_t asked, std::uint64_t allowed) {
    if (asked <= allowed) return;
    if (traced_) {
      host_ = std::move(trace.steps.back().host);
      trace.steps.pop_back();
    }
    in_step_ = traced_ = false;
    throw LimitError(fmt::format("{} of a trace", what), asked, allowed,
                     fmt::format("a trace has at most {} {}, and this one comes to {}: choose some steps with --from "
                                 "and --steps (TraceWindow), or a smaller input with --n",
                                 allowed, what, asked));
  }

  void ask(const Request& request) {
    RunTrace::Step* const made = step();
    if (made == nullptr) return;
    check("requests", ++trace.requests, most_trace_requests);
    check("processors", request.processor + 1, most_trace_processors);
    made->requests.push_back({request.processor, line(request.where), array(request.array), request.index,
                              operation(request.operation), request.action, request.operand, request.replied,
                              request.reply});
  }

  void send(const Message& message) {
    if (step() == nullptr) return;
    std::vector<RunTrace::Message>& messages = phase(message.phase).messages;
    if (message.direction == Direction::back) {
      messages.at(message.number).reply = message.value;
      return;
    }
    const std::uint32_t its_operation = operation(message.operation);
    messages.push_back({message.from, message.to, array(message.array), message.index, its_operation, message.weight,
                        message.merged, message.stays, message.operation != "read", message.value, std::nullopt});
  }

  void move(const Transfer& transfer) {
    RunTrace::Step* const made = step();
    if (made == nullptr) return;
    check("requests", ++trace.requests, most_trace_requests);
    made->transfers.push_back(transfer);
    line(transfer.where);
  }

  void end_step(const StepRecord& record) {
    if (RunTrace::Step* const made = step()) {
      made->charge = record.charge;
      made->charge_back = record.charge_back;
      count(record.phases);
    }
    end_step();
  }

  void end_superstep(const SuperstepRecord& record) {
    if (RunTrace::Step* const made = step()) {
      made->charge = record.charge + record.shared.charge;
      made->charge_back = record.charge_back + record.shared.charge_back;
      made->superstep = record;
      count(record.shared.phases);
    }
    end_step();
  }

  void breach(const ConflictError::Facts& facts) {
    if (RunTrace::Step* const made = step()) {
      made->broken = true;
      trace.breach = facts;
      for (const SourceLine& one : facts.lines) line(one);
    }
    end_step();
  }

  /// The step to be written to; null: it is not traced.
  RunTrace::Step* step() { return traced_ && in_step_ ? &trace.steps.back() : nullptr; }

  void change(const Observer::Cell& cell) {
    Known& known = known_.at(cell.array.number);
    known.values[cell.index] = cell.after;
    if (!known.number) return;
    const RunTrace::Change change{*known.number, cell.index, cell.before, cell.after};
    if (!in_step_) host_.push_back(change);
    if (RunTrace::Step* const made = step()) made->changes.push_back(change);
  }

  /// The number of an array that the step asks for.
  std::uint32_t array(const Array& array) {
    Known& known = known_.at(array.number);
    if (!known.number) {
      trace.cells += array.size;
      check("cells", trace.cells, most_trace_cells);
      known.number = static_cast<std::uint32_t>(trace.arrays.size());
      trace.arrays.push_back({array.name, array.type, array.size, trace.steps.size() - 1, known.values});
    }
    return *known.number;
  }

  std::uint32_t line(const SourceLine& where) {
    const auto [known, is_new] =
        lines_.try_emplace({where.file, where.line}, static_cast<std::uint32_t>(trace.lines.size()));
    if (is_new) trace.lines.push_back(where);
    return known->second;
  }

  std::uint32_t operation(const std::string& name) {
    const auto [known, is_new] = operations_.try_emplace(name, static_cast<std::uint32_t>(trace.operations.size()));
    if (is_new) trace.operations.push_back(name);
    return known->second;
  }

  void show(const Observer::Local& shown) {
    const std::uint32_t name = number_of(shown.name, trace.locals);
    const RunTrace::Local local{shown.processor, name, shown.type, shown.value};
    if (RunTrace::Step* const made = step()) {
      check("locals", ++trace.shown, most_trace_locals);
      check("processors", shown.processor + 1, most_trace_processors);
      made->locals.push_back(local);
    } else if (shown.processor < most_trace_processors) {
      shown_before_[{shown.processor, name}] = local;  // still holds when the first step that is traced begins
    }
  }

  RunTrace::Phase& phase(std::uint32_t number) {
    std::vector<RunTrace::Phase>& phases = trace.steps.back().phases;
    if (phases.size() <= number) phases.resize(number + std::size_t{1});
    return phases[number];
  }

  void count(const std::vector<PhaseRecord>& phases) {
    const Ledger& ledger = machine_.ledger();
    for (std::uint32_t k = 0; k < phases.size(); ++k) {
      phase(k).counted = phases[k];
      if (ledger.phases_have_names() && trace.routines.size() <= k) trace.routines.push_back(ledger.phase_name(k));
    }
  }

  RunTrace trace;

 private:
  void end_step() { in_step_ = traced_ = false; }

  /// Leaves the step under way out, and records nothing after it.
  void give_up() noexcept {
    if (in_step_ && traced_) trace.steps.pop_back();
    in_step_ = traced_ = false;
    trace.breach.reset();
    trace.unfinished = number_;
  }

  /// The place of a name among a few; it is put there if it is new.
  static std::uint32_t number_of(const std::string& name, std::vector<std::string>& names) {
    const auto known = std::ranges::find(names, name);
    const auto number = static_cast<std::uint32_t>(known - names.begin());
    if (known == names.end()) names.push_back(name);
    return number;
  }

  struct Known {
    std::vector<Word> values;             ///< by now
    std::optional<std::uint32_t> number;  ///< in the trace
  };

  const Machine& machine_;
  TraceWindow window_;
  Run run_;
  std::uint64_t number_ = 0;  ///< of the last step that the machine has reported
  bool in_step_ = false;
  bool traced_ = false;
  std::map<std::uint64_t, Known> known_;  // by Observer::Array::number
  std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> lines_;
  std::map<std::string, std::uint32_t> operations_;
  std::vector<RunTrace::Change> host_;  // since the last step
  /// What processors have shown in the run before its first step that is traced, by processor and name.
  std::map<std::pair<std::uint64_t, std::uint32_t>, RunTrace::Local> shown_before_;
};

TraceRecorder::TraceRecorder(Machine& machine, TraceWindow window) {
  if (window.first == 0) throw ConfigError("from", "0", "the number of a step: steps are counted from 1");
  recording_ = std::make_unique<Recording>(machine, window);
  observation_.emplace(machine.observe(*this));
}

TraceRecorder::~TraceRecorder() = default;

void TraceRecorder::stop() { observation_.reset(); }

const RunTrace& TraceRecorder::trace() const {
  pram::detail::refuse_processor("a trace is read");
  recording_->end_unfinished();
  return recording_->trace;
}

void TraceRecorder::begin_run(const Run& run) {
  recording_->end_unfinished();
  recording_->record([&] { recording_->begin_run(run); });
}

void TraceRecorder::array(const Array& array, std::span<const Word> cells) {
  recording_->record([&] { recording_->enter(array, cells); });
}

void TraceRecorder::begin_step(const Step& step) {
  recording_->end_unfinished();
  recording_->record([&] {
    if (!recording_->begin_step(step)) stop();
  });
}

void TraceRecorder::local(const Local& local) {
  recording_->record([&] { recording_->show(local); });
}

void TraceRecorder::request(const Request& request) {
  recording_->record([&] { recording_->ask(request); });
}

void TraceRecorder::message(const Message& message) {
  recording_->record([&] { recording_->send(message); });
}

void TraceRecorder::transfer(const Transfer& transfer) {
  recording_->record([&] { recording_->move(transfer); });
}

void TraceRecorder::cell(const Cell& cell) {
  recording_->record([&] { recording_->change(cell); });
}

void TraceRecorder::end_step(const StepRecord& record) {
  recording_->record([&] { recording_->end_step(record); });
}

void TraceRecorder::end_superstep(const SuperstepRecord& record) {
  recording_->record([&] { recording_->end_superstep(record); });
}

void TraceRecorder::breach(const ConflictError::Facts& facts) {
  recording_->record([&] { recording_->breach(facts); });
}

}  // namespace pram::report
