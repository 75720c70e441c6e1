#include "profile_data.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "columns/step_columns.hpp"
#include "value/fact_fields.hpp"

namespace pram::report {

namespace {

/// The links that carried something, in columns.
Record link_columns(const LinkLoad& load) {
  std::vector<std::size_t> links;
  for (std::size_t k = 0; k < load.busy.size(); ++k) {
    if (load.busy[k] > 0) links.push_back(k);
  }
  return Fields<std::size_t>()
      .data("link", [](std::size_t k) { return k; })
      .data("busy", [&](std::size_t k) { return load.busy[k]; })
      .data("largest_queue", [&](std::size_t k) { return load.largest_queue[k]; })
      .columns(links);
}

/// A frame is a text of numbers: of lists of numbers each would stand in a line of its own.
Record frames_record(const LoadFrames& frames) {
  List texts;
  for (std::size_t k = 0; k < frames.count(); ++k)
    texts.emplace_back(fmt::format("{}", fmt::join(frames.frame(k), " ")));
  return {{"length", frames.length}, {"entries", std::uint64_t{frames.entries}}, {"frames", texts}};
}

}  // namespace

List degree_list(const DegreeBins& degrees) {
  std::size_t used = degrees.size();
  while (used > 0 && degrees[used - 1] == 0) --used;
  List list;
  for (std::size_t k = 0; k < used; ++k) list.emplace_back(degrees[k]);
  return list;
}

Record component_columns(const Ledger& ledger) {
  Fields<ComponentTotal> fields;
  return add_facts(fields, &Places::row).columns(ledger.components());
}

void add_profile(Report& report, const Ledger& ledger) {
  if (!ledger.has_profile()) return;
  Fields<PardoTotal> pardos;
  report.data("pardos", add_facts(pardos, &Places::row).records(ledger.pardos()));
  report.data("components", component_columns(ledger));
  if (ledger.network_load()) {
    const NetworkLoad& load = *ledger.network_load();
    report.data("links", Record{{"topology", load.topology},
                                {"forward", link_columns(load.forward)},
                                {"back", link_columns(load.back)}});
  }
  const LoadsOverTime& over_time = ledger.loads_over_time();
  report.data("loads_over_time", Record{{"received", frames_record(over_time.received)},
                                        {"busy", frames_record(over_time.busy)},
                                        {"busy_back", frames_record(over_time.busy_back)}});
  report.data("columns", step_columns(ledger, StepColumns::all));
}

}  // namespace pram::report
