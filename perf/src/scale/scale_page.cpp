#include <algorithm>
#include <string>
#include <utility>

#include <pram/perf/runs/scale.hpp>
#include <pram/report/detail/page/page.hpp>
#include "growth_plot.hpp"

namespace pram::perf {

Page scale_page(const ScaledSweep& sweep, const programs::Program& program) {
  const Scale& scale = sweep.scale;
  const Report report = scale_report(sweep, program);
  Page page;
  page.title = "Growth of " + sweep.program;
  page.sentences.push_back(
      sweep.program + ": " +
      sweep_verdict(sweep.runs, sweep.failed, sweep.asked, sweep.check, sweep.sound, sweep.interrupted) + ".");
  for (const ScaledCost& cost : scale.costs) {
    if (cost.above_claim())
      page.sentences.push_back(cost.symbol + " GROWS FASTER here than claimed: " + cost.claim + ".");
  }
  const std::string none = reason_for_no_fit(scale);
  if (!none.empty()) page.sentences.push_back(none + ".");
  page.views.push_back(picture_view(
      "growth", "Growth",
      std::string("A dot for each size, the mean over the seeds; scales are logarithmic. ") +
          (none.empty() ? "The solid curve was fitted. " : "") +
          "The broken one is the class that the program claims, through the dot of the largest size: where a cost "
          "grows faster than claimed, the dots before it lie below.",
      growth_plot(scale)));
  return with_tables(std::move(page), report);
}

}  // namespace pram::perf
