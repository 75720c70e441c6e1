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
  return "td.share .ghost { position: absolute; left: 0; top: 1px; bottom: 1px; border: 1px dashed var(--faint); "
         "border-left: 0; }\n";
}

}  // namespace pram::report
