#include <pram/report/detail/page/profile_page.hpp>

#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <vector>

#include <pram/report/detail/page/run_page.hpp>
#include <pram/report/detail/run/baseline.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>
#include "embedded.hpp"
#include "page_data.hpp"
#include "picture/plots/charge_bar.hpp"
#include "picture/plots/degree_histogram.hpp"
#include "picture/plots/relation_plot.hpp"
#include "picture/plots/speed_up_plot.hpp"
#include "picture/plots/timeline.hpp"
#include "verdict.hpp"
#include "views/baseline_view.hpp"
#include "views/lints_view.hpp"
#include "views/machine_view.hpp"
#include "views/source_view.hpp"
#include "views/timeline_view.hpp"
#include "views/what_if_view.hpp"

namespace pram::report {

namespace {

constexpr const char* no_profile_sentence =
    "The ledger was not kept as a profile (--ledger profile, LedgerDetail::profile), so there are no views of degrees, "
    "of the machine, and of what less contention could gain.";

View with_script(View view, std::string_view script) {
  view.script = script;
  return view;
}

const Ledger* ledger_of(const RunSummary* run) { return run != nullptr ? &run->ledger : nullptr; }

/// All views but that of the tables.
std::vector<View> views_of(const RunSummary& run, const PageOptions& options) {
  std::vector<View> views;
  const Ledger& ledger = run.ledger;
  if (const std::vector<Lint> lints = lints_of(run); !lints.empty()) views.push_back(lints_view(lints));
  views.push_back(picture_view("charge", "Charge",
                               ledger.requests().total() > 0
                                   ? "Needed is what the network charges on average for as many requests to distinct "
                                     "hashed addresses; above it are the phases of the access protocol and concurrent "
                                     "accesses; replies go the same way back."
                                   : "What the network charged for messages, by what they were for.",
                               charge_bar(ledger, ledger_of(options.baseline))));
  if (options.baseline != nullptr) views.push_back(baseline_view(run, *options.baseline));
  views.push_back(
      with_script(source_view(ledger, options.source ? options.source : source_on_disk, ledger_of(options.baseline)),
                  source_script()));
  views.push_back(with_script(timeline_view(ledger, options.limits), timeline_script()));
  const LowerBound bound = lower_bound(run);
  views.push_back(
      picture_view("relations", "Relations", relation_reading(bound), relation_plot(ledger, run.parameters, bound)));
  if (ledger.has_profile()) {
    views.push_back(
        picture_view("degrees", "Degrees",
                     "How many processors met at a cell in a step: the groups that a line's requests for one "
                     "cell made, by their size. A dot is their number; both scales are logarithmic. Groups of one need "
                     "no combining.",
                     degree_histogram(ledger)));
    views.push_back(with_script(machine_view(ledger), machine_script()));
    views.push_back(what_if_view(ledger, options.comparison));
  }
  if (!run.scaled.empty()) {
    views.push_back(with_script(
        picture_view("speed-up", "Speed-up",
                     "The same program on machines of other sizes, and how much faster they are than one "
                     "processor that does all the work: if p components were p times as fast; if memory cost "
                     "nothing; and with what the network charged, a unit for each local operation.",
                     speed_up_plot(run.scaled)),
        speed_up_script()));
  }
  return views;
}

}  // namespace

Page run_page(const RunSummary& run, const PageOptions& options) {
  Page page;
  page.title = options.title.empty() ? run.program : options.title;
  page.sentences = verdict(run);
  if (options.baseline != nullptr) {
    for (std::string& sentence : baseline_verdict(run, *options.baseline))
      page.sentences.push_back(std::move(sentence));
    page.style = baseline_style();
  }
  if (!run.ledger.has_profile()) page.sentences.emplace_back(no_profile_sentence);
  page.views = views_of(run, options);
  page.views.push_back({"data", "Data", "All that the text of the profile says, and tables to save.",
                        tables_markup(run_report(run, true))});
  page.data = {{"version", 1}, {"title", page.title}};
  for (auto& field : page_data(run, options.limits)) page.data.push_back(std::move(field));
  if (options.host_time) page.footer = host_time_text(run);
  return page;
}

std::string profile_page(const RunSummary& run, const PageOptions& options) {
  pram::detail::refuse_processor("a page is made");
  return html_of(run_page(run, options));
}

std::vector<NamedFile> profile_pictures(const RunSummary& run, const RunSummary* baseline) {
  pram::detail::refuse_processor("pictures are made");
  const auto none = [](std::string_view) { return std::nullopt; };  // no picture shows the source
  return picture_files({.title = "", .sentences = {}, .views = views_of(run, {.source = none, .baseline = baseline})});
}

}  // namespace pram::report
