#include "profile_data.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include <pram/report/detail/value/fields.hpp>
#include "columns/step_columns.hpp"
#include "lines/lines.hpp"

namespace pram::report {

namespace {

std::string form_name(PardoTotal::Form form) {
  switch (form) {
    case PardoTotal::Form::data_parallel: return "data-parallel";
    case PardoTotal::Form::processes: return "processes";
    default: return "pardo";
  }
}

template <class Entry>
List numbers(const std::vector<Entry>& entries, std::uint64_t Entry::*of) {
  List list;
  list.reserve(entries.size());
  for (const Entry& entry : entries) list.emplace_back(entry.*of);
  return list;
}

/// The links that carried something, in columns.
Record link_columns(const LinkLoad& load) {
  List link;
  List busy;
  List largest_queue;
  for (std::size_t k = 0; k < load.busy.size(); ++k) {
    if (load.busy[k] == 0) continue;
    link.emplace_back(std::uint64_t{k});
    busy.emplace_back(load.busy[k]);
    largest_queue.emplace_back(load.largest_queue[k]);
  }
  return {{"link", link}, {"busy", busy}, {"largest_queue", largest_queue}};
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
  const std::vector<ComponentTotal>& components = ledger.components();
  return {{"sent", numbers(components, &ComponentTotal::sent)},
          {"received", numbers(components, &ComponentTotal::received)},
          {"served", numbers(components, &ComponentTotal::served)},
          {"times_busiest", numbers(components, &ComponentTotal::times_busiest)}};
}

void add_profile(Report& report, const Ledger& ledger) {
  if (!ledger.has_profile()) return;
  report.data("pardos", Fields<PardoTotal>()
                            .data("form", [](const PardoTotal& one) { return form_name(one.form); })
                            .data("file", [](const PardoTotal& one) { return name_in_folder(one.where.file); })
                            .data("line", [](const PardoTotal& one) { return one.where.line; })
                            .data("name", &PardoTotal::name)
                            .data("times", &PardoTotal::times)
                            .data("processors", &PardoTotal::processors)
                            .data("first_step", &PardoTotal::first_step)
                            .data("steps", &PardoTotal::steps)
                            .data("supersteps", &PardoTotal::supersteps)
                            .data("work", &PardoTotal::work)
                            .data("charge", &PardoTotal::charge)
                            .records(ledger.pardos()));
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
