#include <pram/report/trace.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include <pram/detail/ledger/facts.hpp>
#include <pram/error.hpp>
#include <pram/report/detail/page/profile_page.hpp>
#include <pram/report/detail/value/json_line.hpp>

#include "sentences.hpp"
#include "source_texts.hpp"
#include "trace.hpp"

namespace pram::report {

namespace {

// Beyond it a double, which is what readers of JSON make of a number, has not every whole number.
constexpr std::uint64_t largest_exact = std::uint64_t{1} << 53;

/// JSON in one line, in which no "<" stands: it may be part of a page.
class Writer {
 public:
  void open(char bracket) {
    begin();
    out_ += bracket;
    fresh_ = true;
  }
  void close(char bracket) {
    out_ += bracket;
    fresh_ = false;
  }
  void key(const char* name) {
    begin();
    out_ += fmt::format("\"{}\":", name);
    fresh_ = true;
  }
  void number(std::uint64_t n) {
    begin();
    fmt::format_to(std::back_inserter(out_), "{}", n);
  }
  void truth(bool is) {
    begin();
    out_ += is ? "true" : "false";
  }
  void nothing() {
    begin();
    out_ += "null";
  }
  void text(const std::string& what) {
    begin();
    for (const char c : json_text(what)) {
      if (c == '<') {
        out_ += "\\u003c";
      } else {
        out_ += c;
      }
    }
  }
  /// A value of a cell: a number where that is exact, else its text.
  void value(const CellType& type, Word word) {
    if (is_exact(type, word)) {
      begin();
      out_ += type.text(word);
    } else {
      text(type.text(word));
    }
  }
  /// A value's text, as a number where it is one and a double has it exactly.
  void shown(const std::string& what, bool is_number) {
    constexpr std::size_t exact_digits = 15;
    const bool whole = what.find_first_of(".e") == std::string::npos;
    const bool finite = what.find_first_not_of("-+.e0123456789") == std::string::npos;
    if (!is_number || !finite || (whole && what.size() > exact_digits)) return text(what);
    begin();
    out_ += what;
  }
  void field(const char* name, std::uint64_t n) {
    key(name);
    number(n);
  }
  void field(const char* name, const std::string& what) {
    key(name);
    text(what);
  }
  template <class List, class Write>
  void list(const List& entries, const Write& write) {
    open('[');
    for (const auto& entry : entries) write(entry);
    close(']');
  }
  void line_break() { out_ += '\n'; }

  std::string take() { return std::move(out_); }
  std::size_t size() const { return out_.size(); }

 private:
  void begin() {
    if (!fresh_) out_ += ',';
    fresh_ = false;
  }
  static bool is_exact(const CellType& type, Word word) {
    if (!type.is_number()) return false;
    switch (type.word) {
      case WordType::signed_integer: {
        const auto n = static_cast<std::int64_t>(word);
        return n >= -static_cast<std::int64_t>(largest_exact) && n <= static_cast<std::int64_t>(largest_exact);
      }
      case WordType::unsigned_integer: return word <= largest_exact;
      case WordType::float32: return std::isfinite(from_word<float>(word));
      default: return std::isfinite(from_word<double>(word));
    }
  }

  std::string out_;
  bool fresh_ = true;
};

class Document {
 public:
  Document(const RunTrace& trace, const TraceOptions& options) : trace_(trace), options_(options) {}

  std::string text() {
    out_.open('{');
    out_.field("format", std::string("pram-trace"));
    out_.field("version", 1);
    out_.field("title", options_.title.empty() ? std::string("Trace") : options_.title);
    machine();
    sources();
    names();
    arrays();
    out_.key("steps");
    out_.open('[');
    for (const RunTrace::Step& step : trace_.steps) {
      this->step(step);
      if (out_.size() > most_trace_bytes) refuse();
    }
    out_.line_break();
    out_.close(']');
    ending();
    out_.close('}');
    out_.line_break();
    if (out_.size() > most_trace_bytes) refuse();
    return out_.take();
  }

 private:
  [[noreturn]] void refuse() const {
    throw LimitError("bytes of a trace", out_.size(), most_trace_bytes,
                     fmt::format("a trace has at most {} bytes, and this one has more: choose some steps with --from "
                                 "and --steps (TraceWindow), or a smaller input with --n",
                                 most_trace_bytes));
  }

  void machine() {
    const MachineOptions& machine = trace_.machine;
    out_.key("machine");
    out_.open('{');
    out_.field("components", machine.components);
    out_.field("network", machine.network.text());
    out_.field("access", machine.access.text());
    out_.field("rule", to_string(machine.rule));
    out_.field("placement", to_string(machine.placement));
    if (!machine.hash.empty()) out_.field("hash", machine.hash);
    out_.field("seed", machine.seed);
    out_.close('}');
    out_.key("runs");
    out_.list(trace_.runs, [&](const RunTrace::Run& one) {
      static constexpr const char* kinds[] = {"pardo", "data-parallel", "processes"};
      const Observer::Run& run = one.run;
      out_.open('{');
      out_.field("kind", std::string(kinds[static_cast<std::size_t>(run.kind)]));
      out_.field("processors", run.processors);
      out_.field("rule", to_string(run.rule));
      out_.field("name", run.name);
      out_.field("line", one.line);
      out_.close('}');
    });
  }

  void sources() {
    const SourceTexts sources(trace_, options_);
    out_.line_break();
    out_.key("sources");
    out_.list(sources.all(), [&](const SourceTexts::Source& source) {
      out_.open('{');
      out_.field("file", source.label);
      out_.field("first", source.first);
      out_.key("text");
      out_.list(source.lines, [&](const std::string& line) { out_.text(line); });
      out_.close('}');
    });
    out_.key("lines");
    out_.list(trace_.lines, [&](const SourceLine& line) {
      out_.open('[');
      out_.number(sources.number_of(line.file));
      out_.number(line.line);
      out_.close(']');
    });
  }

  void names() {
    out_.key("operations");
    out_.list(trace_.operations, [&](const std::string& name) { out_.text(name); });
    out_.key("routines");
    out_.list(trace_.routines, [&](const std::string& name) { out_.text(name); });
    out_.key("regions");
    out_.list(trace_.regions, [&](const std::string& name) { out_.text(name); });
    out_.key("locals");
    out_.list(trace_.locals, [&](const std::string& name) { out_.text(name); });
  }

  void arrays() {
    out_.line_break();
    out_.key("arrays");
    out_.list(trace_.arrays, [&](const RunTrace::Array& array) {
      out_.open('{');
      out_.field("name", array.name);
      out_.field("type", array.type.name());
      out_.field("n", array.size);
      out_.field("from", array.from);
      if (std::ranges::find(options_.pointers, array.name) != options_.pointers.end()) {
        out_.key("pointers");
        out_.truth(true);
      }
      out_.key("initial");
      out_.list(array.initial, [&](Word word) { out_.value(array.type, word); });
      out_.close('}');
    });
  }

  const CellType& type(std::uint32_t array) const { return trace_.arrays[array].type; }

  void changes(const char* name, const std::vector<RunTrace::Change>& all) {
    out_.key(name);
    out_.list(all, [&](const RunTrace::Change& change) {
      out_.open('[');
      out_.number(change.array);
      out_.number(change.index);
      out_.value(type(change.array), change.before);
      out_.value(type(change.array), change.after);
      out_.close(']');
    });
  }

  void step(const RunTrace::Step& step) {
    out_.line_break();
    out_.open('{');
    out_.field("step", step.number);
    out_.field("run", step.run);
    out_.field("processors", step.processors);
    out_.field("text", sentence_of(trace_, step));
    if (!step.regions.empty()) {
      out_.key("regions");
      out_.list(step.regions, [&](std::uint32_t region) { out_.number(region); });
    }
    if (!step.host.empty()) changes("host", step.host);
    if (!step.locals.empty()) locals(step.locals);
    out_.key("requests");
    out_.list(step.requests, [&](const RunTrace::Request& one) { request(one); });
    changes("diffs", step.changes);
    phases(step);
    if (!step.transfers.empty()) transfers(step);
    out_.field("charge", step.charge);
    out_.field("charge_back", step.charge_back);
    if (step.superstep) out_.field("superstep", step.superstep->tag);
    if (step.broken) {
      out_.key("broken");
      out_.truth(true);
    }
    out_.close('}');
  }

  void locals(const std::vector<RunTrace::Local>& shown) {
    out_.key("shown");
    out_.list(shown, [&](const RunTrace::Local& one) {
      out_.open('[');
      out_.number(one.processor);
      out_.number(one.name);
      out_.value(one.type, one.value);
      out_.close(']');
    });
  }

  /// A value of a cell, or null where there is none.
  void value_if(bool known, std::uint32_t array, Word word) {
    if (!known) return out_.nothing();
    out_.value(type(array), word);
  }

  void request(const RunTrace::Request& one) {
    out_.open('[');
    out_.number(one.processor);
    out_.number(one.line);
    out_.number(one.array);
    out_.number(one.index);
    out_.number(one.operation);
    value_if(one.action != Action::read, one.array, one.operand);
    value_if(one.replied, one.array, one.reply);
    out_.close(']');
  }

  void phases(const RunTrace::Step& step) {
    out_.key("phases");
    out_.list(step.phases, [&](const RunTrace::Phase& phase) {
      out_.open('{');
      pram::detail::for_facts_in<PhaseRecord>(&pram::detail::Places::csv, [&](auto fact) {
        if (fact.places.trace != nullptr) out_.field(fact.places.trace, phase.counted.*fact.member);
      });
      out_.key("messages");
      out_.list(phase.messages, [&](const RunTrace::Message& one) { message(one); });
      out_.close('}');
    });
  }

  void message(const RunTrace::Message& one) {
    out_.open('[');
    out_.number(one.from);
    out_.number(one.to);
    out_.number(one.array);
    out_.number(one.index);
    out_.number(one.operation);
    out_.number(one.weight);
    out_.number(one.merged);
    value_if(one.has_value, one.array, one.value);
    value_if(one.reply.has_value(), one.array, one.reply.value_or(0));
    if (one.stays) out_.truth(true);
    out_.close(']');
  }

  void transfers(const RunTrace::Step& step) {
    static constexpr const char* kinds[] = {"put", "get", "send"};
    out_.key("transfers");
    out_.list(step.transfers, [&](const Observer::Transfer& one) {
      out_.open('[');
      out_.text(kinds[static_cast<std::size_t>(one.kind)]);
      out_.number(one.from);
      out_.number(one.to);
      out_.text(one.subject);
      out_.number(one.index);
      out_.number(one.count);
      out_.number(one.words);
      out_.number(number_of(one.where));
      out_.list(one.values, [&](const std::string& value) { out_.shown(value, one.are_numbers); });
      out_.close(']');
    });
  }

  /// The number of a line that the trace has.
  std::uint64_t number_of(const SourceLine& where) {
    if (line_numbers_.empty()) {
      for (std::size_t k = 0; k < trace_.lines.size(); ++k)
        line_numbers_[{trace_.lines[k].file, trace_.lines[k].line}] = k;
    }
    return line_numbers_.at({where.file, where.line});
  }

  void ending() {
    if (trace_.breach) {
      const ConflictError::Facts& facts = *trace_.breach;
      out_.key("breach");
      out_.open('{');
      out_.field("rule", facts.rule);
      out_.field("breach", facts.breach);
      out_.field("array", facts.array);
      out_.field("index", facts.index);
      out_.key("processors");
      out_.list(facts.processors, [&](std::uint64_t processor) { out_.number(processor); });
      out_.key("lines");
      out_.list(facts.lines, [&](const SourceLine& line) { out_.number(number_of(line)); });
      out_.key("operations");
      out_.list(facts.operations, [&](const std::string& operation) { out_.text(operation); });
      out_.field("text", sentence_of(facts));
      out_.close('}');
    } else if (const std::string error = error_of(trace_, options_); !error.empty()) {
      out_.field("error", error);
    }
  }

  const RunTrace& trace_;
  const TraceOptions& options_;
  Writer out_;
  std::map<std::pair<std::string, std::uint32_t>, std::uint64_t> line_numbers_;
};

}  // namespace

std::string trace_json(const TraceRecorder& recorder, const TraceOptions& options) {
  return Document(recorder.trace(), options).text();
}

}  // namespace pram::report
