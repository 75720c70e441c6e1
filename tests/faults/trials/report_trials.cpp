#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>
#include <pram/programs/program.hpp>
#include <pram/report.hpp>
#include <pram/report/detail/file/export.hpp>
#include <pram/report/detail/page/profile_page.hpp>
#include <pram/report/detail/run/baseline.hpp>
#include <pram/report/detail/run/run.hpp>
#include <pram/report/detail/run/saved_run.hpp>
#include <pram/report/detail/value/value.hpp>

#include "fault_trial.hpp"

// Reports in all their forms, and what reads them.
namespace pram::testing {

namespace {

/// A machine that has run steps, a collective and supersteps, with a profile of them.
struct ReportedMachine {
  explicit ReportedMachine(unsigned threads)
      : machine({.components = 16,
                 .network = "torus:4x4",
                 .access = "combining",
                 .placement = Placement::direct,
                 .threads = threads,
                 .ledger = LedgerDetail::profile}) {
    const auto cells = machine.array<std::int64_t>(64, 1, "an array with a name that is long");
    const Region region = machine.region("a region with a name that is long");
    machine.pardo(64, [&](Processor self) -> Task<> {
      const std::int64_t x = co_await cells[self.id() / 2];
      co_await (cells[self.id()] = x);
    });
    machine.transpose(cells, 8, 8);
    machine.spmd(16, [&](bsp::Process self) -> Task<> {
      auto box = self.coarray<std::uint64_t>(1, 0, "a box with a name that is long");
      box((self.id() + 5) % 16)[0] = self.id();
      co_await self.sync("a tag that is longer than a short text");
    });
  }

  report::RunSummary summary() const {
    report::RunSummary run{"a program with a name that is long", machine.options(), machine.ledger()};
    run.checked = report::CheckedResult{.n = 64,
                                        .input = {{"kind", "numbers that are drawn at random"}},
                                        .input_text = "numbers",
                                        .verified = true,
                                        .check = "an oracle with a name that is long",
                                        .facts = {{"found", "a fact that is long"}},
                                        .facts_text = "a fact"};
    return run;
  }

  Machine machine;
};

/// A form of a report, which is made again after the failure, on the same machine and on another like it.
void form(FaultTrial& trial, unsigned threads, const std::function<std::string(const ReportedMachine&)>& make) {
  const ReportedMachine reported(threads);
  std::string made;
  const bool done = trial.survives([&] { made = make(reported); });
  const std::string again = make(reported);
  trial.check(!again.empty(), "there is a report");
  trial.check(!done || made == again, "the same report again");
  trial.check(make(ReportedMachine(threads)) == again, "the same report of an equal run");
}

std::string joined(const std::vector<report::NamedFile>& files) {
  std::string all;
  for (const report::NamedFile& file : files) all += file.name + '\n' + file.content;
  return all;
}

/// A folder of this process, which goes away with the object.
class OwnFolder {
 public:
  OwnFolder() : path_(std::filesystem::temp_directory_path() / ("pram-faults-" + std::to_string(::getpid()))) {}
  ~OwnFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Files are as they were, or whole.
void files(FaultTrial& trial, unsigned threads) {
  const ReportedMachine reported(threads);
  const OwnFolder folder;
  report::make_folder(folder.path());
  const auto write = [&] {
    report::write_json(reported.machine, folder.path() / "run.json");
    report::write_csv(reported.machine, folder.path() / "run.csv");
    report::write_html(reported.machine, folder.path() / "run.html");
    report::write_trace_events(reported.machine, folder.path() / "run.pftrace");
    report::write_svg(reported.machine, folder.path() / "pictures");
    report::write_tables(reported.machine, folder.path() / "tables");
  };
  trial.survives(write);
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder.path())) {
    if (file.is_regular_file()) trial.check(file.file_size() > 0, "a file that is there is not empty");
  }
  write();
  std::size_t count = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder.path())) count += file.is_regular_file();
  trial.check(count > 12, "all files are there, and none that was left behind");
  for (const auto& file : std::filesystem::directory_iterator(folder.path()))
    trial.check(file.path().filename().string().starts_with("run") || file.is_directory(), "no file was left behind");
}

/// A saved run, read again.
void saved_run(FaultTrial& trial, unsigned threads) {
  const ReportedMachine reported(threads);
  const std::string json = report::json_of(report::run_report(reported.summary(), true));
  std::string text;
  const bool done = trial.survives([&] {
    const report::SavedRun saved = report::read_run(json);
    text = report::text_of(report::run_report(saved.summary, true));
  });
  const report::SavedRun saved = report::read_run(json);
  const std::string again = report::text_of(report::run_report(saved.summary, true));
  trial.check(!done || text == again, "the same text again");
  trial.check(again == report::text_of(report::run_report(reported.summary(), true)), "the text of the run itself");
}

/// Values of reports and facts are copied: those whose text does not fit into the object.
void values(FaultTrial& trial, unsigned) {
  const std::string text(100, 'x');
  const report::Value value = report::List{text, report::Record{{"name", text}, {"list", report::List{1, text}}}};
  const programs::Facts facts = {{"number", 1}, {"a fact", programs::FactValue(text)}};
  report::Value assigned = text;
  programs::FactValue assigned_fact = text;
  trial.survives([&] {
    const report::Value copy = value;
    assigned = copy;
    const programs::Facts copies = facts;
    assigned_fact = copies[1].second;
    assigned_fact = copies[0].second;
  });
  const report::Value copy = value;
  trial.check(std::get<std::string>(std::get<report::List>(copy.is)[0].is) == text, "a copy is whole");
  trial.check(std::holds_alternative<std::string>(assigned.is) || std::holds_alternative<report::List>(assigned.is),
              "an assigned value is the old one or the new one");
  trial.check(!std::holds_alternative<std::string>(assigned_fact) || std::get<std::string>(assigned_fact) == text,
              "an assigned fact is whole");
}

}  // namespace

void add_report_subjects(std::vector<FaultSubject>& subjects) {
  using Make = std::function<std::string(const ReportedMachine&)>;
  const auto add = [&](std::string name, Make make) {
    subjects.push_back({"report " + std::move(name),
                        [make = std::move(make)](FaultTrial& trial, unsigned threads) { form(trial, threads, make); }});
  };
  using namespace report;
  add("text", [](const ReportedMachine& of) { return text_of(run_report(of.summary(), true, TextPlots())); });
  add("json", [](const ReportedMachine& of) { return json_of(run_report(of.summary(), true)); });
  add("csv", [](const ReportedMachine& of) { return csv_of(run_report(of.summary(), true)); });
  add("page", [](const ReportedMachine& of) { return profile_page(of.summary()); });
  add("pictures", [](const ReportedMachine& of) { return joined(profile_pictures(of.summary())); });
  add("trace-events", [](const ReportedMachine& of) { return trace_events(of.summary()); });
  add("perfetto", [](const ReportedMachine& of) { return perfetto_trace(of.summary()); });
  add("tables", [](const ReportedMachine& of) { return joined(tables_and_scripts(of.machine.ledger())); });
  add("printed", [](const ReportedMachine& of) {
    std::ostringstream to;
    print(of.machine, {.title = "a program with a name that is long"}, to);
    return to.str();
  });
  add("baseline", [](const ReportedMachine& of) { return json_of(baseline_report(of.summary(), of.summary())); });
  subjects.push_back({"files", files});
  subjects.push_back({"saved-run", saved_run});
  subjects.push_back({"values", values});
}

}  // namespace pram::testing
