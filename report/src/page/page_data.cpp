#include "page_data.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "machine_data.hpp"
#include "packed_numbers.hpp"
#include "picture/plots/speed_up_plot.hpp"
#include "profile/columns/region_bands.hpp"
#include "profile/columns/step_bins.hpp"
#include "profile/columns/step_columns.hpp"
#include "profile/lines/lines.hpp"
#include "profile/profile_data.hpp"
#include "value/fact_fields.hpp"

namespace pram::report {

namespace {

Record pardo_columns(const Ledger& ledger) {
  return Fields<PardoTotal>()
      .data("line", [](const PardoTotal& one) { return place_text(one.where); })
      .data("name", &PardoTotal::name)
      .data("times", &PardoTotal::times)
      .data("charge", &PardoTotal::charge)
      .columns(ledger.pardos());
}

/// Bands of regions, row by row: [name, first, last].
List region_rows(const Ledger& ledger, const PageLimits& limits) {
  List rows;
  for (const std::vector<RegionBand>& row : region_bands(ledger, limits.bins)) {
    List bands;
    for (const RegionBand& band : row) bands.emplace_back(List{band.name, band.first, band.last});
    rows.emplace_back(std::move(bands));
  }
  return rows;
}

Record speed_up_data(std::span<const ScaledRun> runs) {
  Record data = Fields<ScaledRun>()
                    .data("components", &ScaledRun::components)
                    .data("scheduled", &ScaledRun::scheduled)
                    .data("charge", &ScaledRun::charge)
                    .data("work", &ScaledRun::work)
                    .columns(runs);
  const Axis axis = speed_up_axis(runs);
  data.emplace_back("axis", List{axis.first(), axis.last(), axis.at(axis.first()), axis.at(axis.last())});
  return data;
}

/// What each component sent, received and served, and how often it was busiest.
Record packed_components(const Ledger& ledger) {
  Record columns;
  for (const FactField<ComponentTotal>& fact : fact_fields<ComponentTotal>(&Places::row)) {
    std::vector<std::uint64_t> numbers;
    for (const ComponentTotal& component : ledger.components())
      numbers.push_back(std::get<std::uint64_t>(fact.value(component).is));
    columns.emplace_back(fact.name, packed_numbers(numbers));
  }
  return columns;
}

}  // namespace

Record page_data(const RunSummary& run, const PageLimits& limits) {
  const Ledger& ledger = run.ledger;
  Record data = {{"columns", are_binned(ledger, limits) ? binned_columns(ledger, limits) : step_columns(ledger)}};
  if (List regions = region_rows(ledger, limits); !regions.empty()) data.emplace_back("regions", std::move(regions));
  if (!run.scaled.empty()) data.emplace_back("speed_up", speed_up_data(run.scaled));
  if (!ledger.has_profile()) return data;
  List degrees;
  for (const LineTotal& line : ledger.lines()) degrees.emplace_back(degree_list(line.degrees));
  data.emplace_back("pardos", pardo_columns(ledger));
  data.emplace_back("degrees", degrees);
  data.emplace_back("components", packed_components(ledger));
  data.emplace_back("machine_loads", machine_data(ledger));
  return data;
}

}  // namespace pram::report
