#include "baseline_view.hpp"

#include "baseline/baseline_tables.hpp"

namespace pram::report {

View baseline_view(const RunSummary& run, const RunSummary& baseline) {
  return {"baseline", "Baseline",
          "The run beside the one that it is compared with. Lines are matched in their order, so that as many as "
          "possible ask for the same arrays by the same operations, and then so that as many as possible did not move.",
          tables_markup(baseline_tables(run, baseline))};
}

std::string_view baseline_style() {
  // The mark stands below the number, which a frame would strike through.
  return "td.share .ghost { position: absolute; left: 0; bottom: 0; height: 2px; background: var(--faint); }\n";
}

}  // namespace pram::report
