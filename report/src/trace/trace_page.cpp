#include <pram/report/trace.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

#include <pram/report/detail/file/file.hpp>
#include <pram/report/detail/page/page.hpp>
#include <pram/report/detail/picture/drawing.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>

#include "embedded.hpp"
#include "sentences.hpp"
#include "trace.hpp"

namespace pram::report {

namespace {

constexpr std::size_t shown_changes = 24;  // of a step in the table

std::string what_is_shown(const RunTrace& trace) {
  if (trace.steps.empty()) return "The run has no step that the trace shows.";
  const std::uint64_t first = trace.steps.front().number;
  const std::uint64_t last = trace.steps.back().number;
  return fmt::format("{} of a run on {}, network {}, access {}: {}, {}.",
                     first == last ? fmt::format("Step {}", first) : fmt::format("Steps {} to {}", first, last),
                     plural(trace.machine.components, "component"), trace.machine.network.text(),
                     trace.machine.access.text(), plural(trace.requests, "request"), plural(trace.cells, "cell"));
}

/// All steps as a table, for readers whose browser runs no scripts.
std::string steps_markup(const RunTrace& trace) {
  std::string out =
      "<figure class=\"table\">\n<figcaption>Steps</figcaption>\n<div class=\"wide\"><table class=\"steps\">\n"
      "<thead><tr><th class=\"number\">step</th><th class=\"name\">what it does</th><th class=\"name\">cells that "
      "change</th><th class=\"number\">charge</th></tr></thead>\n<tbody>\n";
  for (const RunTrace::Step& step : trace.steps) {
    out += fmt::format(
        "<tr data-step=\"{0}\"><td class=\"number\" data-value=\"{0}\">{0}</td><td "
        "class=\"text\">{1}</td><td class=\"text\">{2}</td><td class=\"number\" "
        "data-value=\"{3}\">{3}</td></tr>\n",
        step.number, escaped(sentence_of(trace, step)), escaped(changes_text(trace, step, shown_changes)),
        step.charge + step.charge_back);
  }
  return out + "</tbody></table></div>\n</figure>\n";
}

}  // namespace

std::string trace_page(const TraceRecorder& recorder, const TraceOptions& options) {
  const RunTrace& trace = recorder.trace();
  Page page;
  page.title = options.title.empty() ? "Trace" : options.title;
  page.sentences.push_back(what_is_shown(trace));
  if (trace.breach) {
    page.sentences.push_back(sentence_of(*trace.breach));
  } else if (const std::string error = error_of(trace, options); !error.empty()) {
    page.sentences.push_back("The run ended by an error: " + printable(error));
  }
  page.views.push_back({"trace", "Step by step",
                        "With scripts, this is the run to go through: arrow keys, Home and End, Space to play.",
                        "<div id=\"player\"></div>\n"});
  page.views.push_back({"steps", "All steps", "", steps_markup(trace)});
  page.data_json = trace_json(recorder, options);
  page.style = trace_style();
  page.script = trace.steps.empty() ? trace_start_script() : trace_script();
  return html_of(page);
}

void write_trace(const TraceRecorder& recorder, const Path& file, const TraceOptions& options) {
  const std::filesystem::path place = file.name();
  replace_file(place, place.extension() == ".json" ? trace_json(recorder, options) : trace_page(recorder, options));
}

}  // namespace pram::report
