#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include <pram/perf/bsp_run.hpp>
#include <pram/perf/text.hpp>
#include "report/text/items.hpp"
#include "report/value/fields.hpp"

namespace pram::perf {

namespace {

/// The supersteps that end at one bsp_sync.
struct TaggedSupersteps {
  std::string tag;
  std::uint64_t supersteps = 0;
  std::uint64_t work = 0;      ///< w, summed over them
  std::uint64_t relation = 0;  ///< h, summed over them
  std::uint64_t words = 0;
  std::uint64_t messages = 0;
  std::uint64_t charge = 0;
};

/// In order of first use.
std::vector<TaggedSupersteps> by_tag(const BspRun& run) {
  std::vector<TaggedSupersteps> all;
  for (const SuperstepRecord& record : run.records) {
    auto of = std::ranges::find(all, record.tag, &TaggedSupersteps::tag);
    if (of == all.end()) {
      all.push_back({record.tag});
      of = all.end() - 1;
    }
    ++of->supersteps;
    of->work += record.largest_work;
    of->relation += record.relation();
    of->words += record.words;
    of->messages += record.messages;
    of->charge += record.charge + record.charge_back;
  }
  return all;
}

}  // namespace

Report bsp_run_report(const BspRun& run) {
  Report report;
  report.headline(fmt::format("{}: {} of {}, charge {}{}", printable(run.program), plural(run.supersteps, "superstep"),
                              run.processes == 1 ? "1 process" : with_separators(run.processes) + " processes",
                              with_separators(run.charge), run.interrupted ? "; interrupted" : ""));
  report.data("program", run.program);
  report.data("machine.components", run.components);
  report.data("machine.network", run.network);
  report.data("machine.rule", run.rule);
  report.data("machine.threads", run.threads);
  report.data("machine.seed", run.seed);
  report.line("machine", fmt::format("{}, network {}", plural(run.components, "component"), printable(run.network)));
  report.data("processes", run.processes);
  report.data("supersteps", run.supersteps);
  report.data("charge", run.charge);
  report.data("interrupted", run.interrupted);
  if (run.supersteps > run.records.size()) {
    report.note(
        fmt::format("Only the first {} of them have records, and stand below.", with_separators(run.records.size())));
  }
  using Tagged = TaggedSupersteps;
  const std::vector<Tagged> tags = by_tag(run);
  report.add(Fields<Tagged>()
                 .add("tag", "bsp_sync at", &Tagged::tag,
                      [](const std::string& tag) { return tag.empty() ? "-" : printable(tag); })
                 .add("supersteps", "times", &Tagged::supersteps, compact)
                 .add("work", "w", &Tagged::work, compact)
                 .add("relation", "h", &Tagged::relation, compact)
                 .add("words", "words", &Tagged::words, compact)
                 .add("messages", "messages", &Tagged::messages, compact)
                 .add("charge", "charge", &Tagged::charge, compact)
                 .text("share",
                       [&run](const Tagged& one) {
                         return percentage(static_cast<double>(one.charge), static_cast<double>(run.charge));
                       })
                 .table("by_sync", "Supersteps by the line that ends them; w and h are sums over them", tags));
  std::vector<TransferTotal> transfers = run.transfers;
  std::ranges::stable_sort(transfers, std::greater<>(), &TransferTotal::words);
  report.add(Fields<TransferTotal>()
                 .add(
                     "line", "line", [](const TransferTotal& one) { return to_string(one.where); }, plain)
                 .add("operation", "operation", &TransferTotal::operation, plain)
                 .add("subject", "of", &TransferTotal::subject, printable)
                 .add("messages", "messages", &TransferTotal::messages, compact)
                 .add("words", "words", &TransferTotal::words, compact)
                 .data("supersteps", &TransferTotal::supersteps)
                 .table("transfers", "Lines that ask, most words first", transfers));
  report.add_data(Fields<SuperstepRecord>()
                      .data("superstep", &SuperstepRecord::superstep)
                      .data("tag", &SuperstepRecord::tag)
                      .data("processes", &SuperstepRecord::processes)
                      .data("work", &SuperstepRecord::work)
                      .data("largest_work", &SuperstepRecord::largest_work)
                      .data("messages", &SuperstepRecord::messages)
                      .data("words", &SuperstepRecord::words)
                      .data("largest_sent", &SuperstepRecord::largest_sent)
                      .data("largest_received", &SuperstepRecord::largest_received)
                      .data("charge", &SuperstepRecord::charge)
                      .data("charge_back", &SuperstepRecord::charge_back)
                      .table("records", "", run.records));
  report.data("host_seconds", run.seconds);
  report.closing = fmt::format("Ran in {} on {}.", duration(run.seconds), plural(run.threads, "host thread"));
  return report;
}

}  // namespace pram::perf
