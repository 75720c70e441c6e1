#include <pram/report/trace.hpp>

#include <string>

#include <pram/report/detail/value/text.hpp>

#include "sentences.hpp"
#include "trace.hpp"

namespace pram::report {

namespace {

constexpr std::size_t changes_in_text = 8;  // of a step
constexpr std::size_t locals_in_text = 8;

}  // namespace

std::string trace_text(const TraceRecorder& recorder, const TraceOptions& options) {
  const RunTrace& trace = recorder.trace();
  std::string text;
  const auto add = [&text](const std::string& line, const char* blanks, std::size_t indent) {
    text += blanks + wrapped(printable(line), indent) + '\n';
  };
  for (const RunTrace::Step& step : trace.steps) {
    add(sentence_of(trace, step), "", 2);
    if (!step.locals.empty()) add(locals_text(trace, step, locals_in_text), "  ", 4);
    if (!step.changes.empty()) add(changes_text(trace, step, changes_in_text), "  ", 4);
  }
  if (trace.breach) {
    add(sentence_of(*trace.breach), "", 2);
  } else if (const std::string error = error_of(trace, options); !error.empty()) {
    add("The run ended by an error: " + error, "", 2);
  }
  return text;
}

}  // namespace pram::report
