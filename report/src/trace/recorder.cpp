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

  void begin_run(const Run& run) {
    run_ = run;
    shown_before_.clear();
  }

  void enter(const Array& array, std::span<const Word> cells) {
    known_[array.number] = {{cells.begin(), cells.end()}, std::nullopt};
  }

  /// @returns false: the window has ended
  bool begin_step(const Step& step) {
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
    made.number = step.number;
    made.run = trace.runs.size() - 1;
    made.processors = step.processors;
    made.host = std::exchange(host_, {});
    for (const std::string& region : step.regions) made.regions.push_back(number_of(region, trace.regions));
    traced_ = true;
    for (const auto& [place, local] : std::exchange(shown_before_, {})) made.locals.push_back(local);
    return true;
  }

  /// @throws LimitError; the step under way is then left out
  void check(const char* what, std::uint64_t asked, std::uint64_t allowed) {
    if (asked <= allowed) return;
    if (traced_) trace.steps.pop_back();
    traced_ = false;
    throw LimitError(fmt::format("{} of a trace", what), asked, allowed,
                     fmt::format("a trace has at most {} {}, and this one comes to {}: choose some steps with --from "
                                 "and --steps (TraceWindow), or a smaller input with --n",
                                 allowed, what, asked));
  }

  void end_step() { in_step_ = traced_ = false; }

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

const RunTrace& TraceRecorder::trace() const { return recording_->trace; }

void TraceRecorder::begin_run(const Run& run) { recording_->begin_run(run); }

void TraceRecorder::array(const Array& array, std::span<const Word> cells) { recording_->enter(array, cells); }

void TraceRecorder::begin_step(const Step& step) {
  if (!recording_->begin_step(step)) stop();
}

void TraceRecorder::local(const Local& local) { recording_->show(local); }

void TraceRecorder::request(const Request& request) {
  RunTrace::Step* const step = recording_->step();
  if (step == nullptr) return;
  recording_->check("requests", ++recording_->trace.requests, most_trace_requests);
  recording_->check("processors", request.processor + 1, most_trace_processors);
  step->requests.push_back({request.processor, recording_->line(request.where), recording_->array(request.array),
                            request.index, recording_->operation(request.operation), request.action, request.operand,
                            request.replied, request.reply});
}

void TraceRecorder::message(const Message& message) {
  if (recording_->step() == nullptr) return;
  std::vector<RunTrace::Message>& messages = recording_->phase(message.phase).messages;
  if (message.direction == Direction::back) {
    messages.at(message.number).reply = message.value;
    return;
  }
  const std::uint32_t operation = recording_->operation(message.operation);
  messages.push_back({message.from, message.to, recording_->array(message.array), message.index, operation,
                      message.weight, message.merged, message.stays, message.operation != "read", message.value,
                      std::nullopt});
}

void TraceRecorder::transfer(const Transfer& transfer) {
  RunTrace::Step* const step = recording_->step();
  if (step == nullptr) return;
  recording_->check("requests", ++recording_->trace.requests, most_trace_requests);
  step->transfers.push_back(transfer);
  recording_->line(transfer.where);
}

void TraceRecorder::cell(const Cell& cell) { recording_->change(cell); }

void TraceRecorder::end_step(const StepRecord& record) {
  if (RunTrace::Step* const step = recording_->step()) {
    step->charge = record.charge;
    step->charge_back = record.charge_back;
    recording_->count(record.phases);
  }
  recording_->end_step();
}

void TraceRecorder::end_superstep(const SuperstepRecord& record) {
  if (RunTrace::Step* const step = recording_->step()) {
    step->charge = record.charge + record.shared.charge;
    step->charge_back = record.charge_back + record.shared.charge_back;
    step->superstep = record;
    recording_->count(record.shared.phases);
  }
  recording_->end_step();
}

void TraceRecorder::breach(const ConflictError::Facts& facts) {
  if (RunTrace::Step* const step = recording_->step()) {
    step->broken = true;
    recording_->trace.breach = facts;
    for (const SourceLine& line : facts.lines) recording_->line(line);
  }
  recording_->end_step();
}

}  // namespace pram::report
