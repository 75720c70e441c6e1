#include <pram/report/page.hpp>

#include <fmt/format.h>

#include <pram/report/detail/items.hpp>
#include <pram/report/detail/page.hpp>
#include <pram/report/text.hpp>
#include "picture/charge_bar.hpp"
#include "picture/relation_plot.hpp"
#include "picture/timeline.hpp"
#include "profile/step_columns.hpp"
#include "source_view.hpp"
#include "verdict.hpp"

namespace pram::report {

namespace {

View picture(const char* name, const char* title, std::string reading, const Drawing& drawing) {
  return {name, title, std::move(reading), "<div class=\"wide\">" + drawing.element(title) + "</div>\n"};
}

std::string records_sentence(const Ledger& ledger) {
  const std::uint64_t without = ledger.steps_without_record() + ledger.supersteps_without_record();
  return without == 0
             ? std::string()
             : fmt::format(" The last {} have no record of their own and are not shown.", plural(without, "step"));
}

}  // namespace

std::vector<NamedFile> profile_pictures(const RunSummary& run) {
  const auto file = [](const char* name, const char* label, const Drawing& drawing) {
    return NamedFile{std::string(name) + ".svg", drawing.file(label)};
  };
  return {file("charge", "Charge", charge_bar(run.ledger)), file("timeline", "Timeline", timeline(run.ledger)),
          file("relations", "Relations", relation_plot(run.ledger, run.parameters))};
}

std::string profile_page(const RunSummary& run, const PageOptions& options) {
  Page page;
  page.title = options.title.empty() ? run.program : options.title;
  page.sentences = verdict(run);
  const Ledger& ledger = run.ledger;
  const bool steps = ledger.steps() > 0 || ledger.supersteps() == 0;
  page.views.push_back(picture("charge", "Charge",
                               ledger.requests().total() > 0
                                   ? "Needed is what the network charges on average for as many requests to distinct "
                                     "hashed addresses; above it are the phases of the access protocol and concurrent "
                                     "accesses; replies go the same way back."
                                   : "What the network charged for messages, by what they were for.",
                               charge_bar(ledger)));
  page.views.push_back(source_view(ledger, options.source ? options.source : source_on_disk));
  page.views.push_back(picture(
      "timeline", "Timeline",
      fmt::format(
          "A bar for each {}. Where there are more of them than pixels, a bar is the costliest of its place, and "
          "a light line stands at their mean. The strip below is the {} on a logarithmic scale.{}",
          steps ? "step, as high as its charge"
                : "superstep: the local work w of the busiest component, and the charge on top of it",
          steps ? "largest degree of the step" : "relation h", records_sentence(ledger)),
      timeline(ledger)));
  page.views.push_back(picture("relations", "Relations",
                               "A dot for each phase: the most messages, or words, that one component sent or got, h, "
                               "and what the network charged for it.",
                               relation_plot(ledger, run.parameters)));
  page.views.push_back({"data", "Data", "All that the text of the profile says, and tables to save.",
                        tables_markup(run_report(run, true))});
  page.data = {{"version", 1}, {"title", page.title}, {"columns", step_columns(ledger)}};
  if (options.host_time) page.footer = host_time_text(run);
  return html_of(page);
}

}  // namespace pram::report
