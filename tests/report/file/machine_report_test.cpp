#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <pram/bsp.hpp>
#include <pram/report.hpp>
#include <pram/report/detail/file/export.hpp>
#include <pram/report/detail/page/profile_page.hpp>
#include <pram/report/detail/run/baseline.hpp>
#include <pram/report/detail/run/run.hpp>
#include "../small_run.hpp"
#include "programs/input/files.hpp"
#include "text_checks.hpp"

using namespace pram;
using pram::testing::contains;
using pram::testing::content_of;
using pram::testing::small_run;
namespace fs = std::filesystem;

namespace {

/// A folder of its own, gone at the end.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("pram-report-" + std::to_string(::getpid()))) {
    fs::remove_all(path_);
    fs::create_directory(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { fs::remove_all(path_); }

  fs::path operator/(std::string_view name) const { return path_ / name; }
  const fs::path& path() const { return path_; }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
  }

 private:
  fs::path path_;
};

void write(const fs::path& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }

/// The error's text.
template <class Act>
std::string error_of(Act&& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

/// Four processes that send a word around.
Machine ring_run() {
  Machine machine({.components = 4, .network = "router:g=2,l=10"});
  machine.spmd(4, [](bsp::Process self) -> Task<> {
    auto in = self.coarray<long>(1, 0, "in");
    for (int round = 0; round < 3; ++round) {
      in((self.id() + 1) % 4)[0] = static_cast<long>(self.id());
      co_await self.sync();
    }
  });
  return machine;
}

}  // namespace

TEST_CASE("a machine's report has what its ledger counts, in every form") {
  const Machine machine = small_run();
  const Ledger& ledger = machine.ledger();
  const Folder folder;
  report::write_json(machine, folder / "run.json", {.title = "mine"});
  const auto record = nlohmann::json::parse(content_of(folder / "run.json"));
  CHECK(record.at("version") == 2);
  CHECK(record.at("program") == "mine");
  CHECK(record.at("steps") == 12);
  CHECK(record.at("work") == ledger.work());
  CHECK(record.at("charge").at("forward") == ledger.charge());
  CHECK(record.at("wall_seconds").is_null());
  CHECK_FALSE(record.contains("input"));
  CHECK_FALSE(record.contains("result"));

  std::ostringstream out;
  report::print(machine, {.title = "mine"}, out);
  CHECK(out.str() == report::text(machine, {.title = "mine"}));
  CHECK(out.str().starts_with("mine: 12 steps of 200 processors, charge " +
                              report::with_separators(ledger.total_charge()) + "\n"));
  CHECK(contains(out.str(), "operation"));
  CHECK_FALSE(contains(out.str(), "Ran in"));
  CHECK(contains(report::text(machine, {.wall_seconds = 1.5}), "Ran in 1.50 s on"));
  CHECK_FALSE(contains(report::text(machine, {.profile = false}), "operation"));

  report::write_csv(machine, folder / "run.csv", {.title = "mine"});
  const std::string csv = content_of(folder / "run.csv");
  CHECK(std::ranges::count(csv, '\n') == 2);
  CHECK(contains(csv, "\nmine,64,"));

  report::write_html(machine, folder / "run.html", {.title = "mine"});
  const std::string page = content_of(folder / "run.html");
  CHECK(page.starts_with("<!DOCTYPE html>"));
  CHECK(contains(page, "<h1>mine</h1>"));
  CHECK(contains(page, "small_run.hpp"));

  report::write_svg(machine, folder / "pictures", {.title = "mine"});
  for (const char* name : {"charge.svg", "timeline.svg", "relations.svg"})
    CHECK(contains(content_of(folder / "pictures" / name), "<svg"));
}

TEST_CASE("BSP processes have such a report, too, with the network's own g and l") {
  const Machine machine = ring_run();
  const std::string text = report::text(machine, {.title = "ring"});
  CHECK(text.starts_with("ring: 3 supersteps of 4 processes, charge 36\n"));  // each g h + l = 2 + 10
  CHECK(contains(text, "g = 2 and l = 10, the network's own"));
  const Folder folder;
  report::write_json(machine, folder / "ring.json", {.parameters = report::BspParameters{3, 7}});
  const auto record = nlohmann::json::parse(content_of(folder / "ring.json"));
  CHECK(record.at("program") == "program");
  CHECK(record.at("predicted").get<double>() ==
        doctest::Approx(record.at("superstep_work").get<double>() + 3 * 3 + 3 * 7));  // h = 1 in each of 3 supersteps
}

TEST_CASE("a machine that has run nothing has a report") {
  const Machine machine({.components = 4});
  CHECK(report::text(machine).starts_with("program: 0 steps of 0 processors, charge 0\n"));
  const Folder folder;
  report::write_html(machine, folder / "none.html");
  CHECK(contains(content_of(folder / "none.html"), "0 steps"));
}

TEST_CASE("equal runs have equal reports for any number of host threads") {
  const auto page_of = [](unsigned threads) {
    const Folder folder;
    report::write_html(small_run({.components = 64, .threads = threads}), folder / "run.html");
    return content_of(folder / "run.html");
  };
  const std::string expected = page_of(1);
  const std::string text = report::text(small_run({.components = 64, .threads = 1}));
  for (const unsigned threads : {2U, 3U, 8U}) {
    CHECK(page_of(threads) == expected);
    CHECK(report::text(small_run({.components = 64, .threads = threads})) == text);
  }
}

TEST_CASE("a report is refused inside a pardo, in every form, to processors and to others") {
  Machine machine({.components = 4, .network = "torus:2x2", .threads = 2, .ledger = LedgerDetail::profile});
  const auto cell = machine.array<int>(1, 0, "cell");
  machine.pardo(4, [&](Processor) -> Task<> { co_await cell[0]; });
  Machine other({.components = 4});
  report::TraceRecorder recorder(other);
  const Folder folder;
  const report::RunSummary summary{"program", machine.options(), machine.ledger()};
  std::ostringstream printed;
  const std::vector<std::function<void()>> of_machine = {
      [&] { (void)report::text(machine); },
      [&] { report::print(machine, {}, printed); },
      [&] { report::write_json(machine, folder / "run.json"); },
      [&] { report::write_csv(machine, folder / "run.csv"); },
      [&] { report::write_html(machine, folder / "run.html"); },
      [&] { report::write_svg(machine, folder / "pictures"); },
      [&] { report::write_tables(machine, folder / "tables"); },
      [&] { report::write_trace_events(machine, folder / "run.pftrace"); }};
  const std::vector<std::function<void()>> of_ledger = {[&] { (void)report::run_report(summary, true); },
                                                        [&] { (void)report::profile_page(summary); },
                                                        [&] { (void)report::profile_pictures(summary); },
                                                        [&] { (void)report::trace_events(summary); },
                                                        [&] { (void)report::perfetto_trace(summary); },
                                                        [&] { (void)report::tidy_tables(machine.ledger()); },
                                                        [&] { (void)report::gnuplot_scripts(machine.ledger()); },
                                                        [&] { (void)report::baseline_report(summary, summary); },
                                                        [&] { (void)report::trace_text(recorder); },
                                                        [&] { (void)report::trace_json(recorder); },
                                                        [&] { (void)report::trace_page(recorder); }};
  const auto refused_to = [&](const char* who, const std::function<void()>& make) {
    const std::string error = error_of(make);
    CAPTURE(error);
    CHECK(contains(error, "by host code, between pardos"));
    CHECK(contains(error, who));
  };
  for (const auto* const all : {&of_machine, &of_ledger}) {
    for (const std::function<void()>& make : *all) {
      machine.pardo(4, [&](Processor self) -> Task<> {
        co_await cell[0];
        if (self.id() == 0) refused_to("a processor asks", make);
      });
      machine.spmd(4, [&](bsp::Process self) -> Task<> {
        co_await self.sync("a");
        if (self.id() == 0) refused_to("a process asks", make);
      });
      make();
    }
  }
  // Reports are refused while a pardo of this machine runs, to whoever else is called meanwhile, too.
  std::string said;
  struct Asking : Observer {
    std::function<void()> ask;
    void end_step(const StepRecord&) override { ask(); }
  } asking;
  for (const std::function<void()>& make : of_machine) {
    asking.ask = [&] { said = error_of(make); };
    const auto observation = machine.observe(asking);
    machine.pardo(1, [&](Processor) -> Task<> { co_await cell[0]; });
    CHECK(contains(said, "a report is written between pardos, but this machine is running one"));
    asking.ask = [&] { said = error_of([&] { (void)report::text(other); }); };
    machine.pardo(1, [&](Processor) -> Task<> { co_await cell[0]; });
    CHECK(said == "no error");
  }
}

TEST_CASE("names from outside are harmless") {
  const std::string name = "</script><img src=x onerror=alert(1)>\n\x1b[31m";
  const Machine machine = small_run({.components = 64}, 3, name);
  const Folder folder;
  report::write_html(machine, folder / "run.html", {.title = name});
  const std::string page = content_of(folder / "run.html");
  CHECK_FALSE(contains(page, "<img"));
  CHECK_FALSE(contains(page, "alert(1)</script>"));
  CHECK_FALSE(contains(report::text(machine, {.title = name}), "\x1b"));
}

TEST_CASE("a report replaces a file whole, keeps a link, and leaves nothing beside it") {
  const Machine machine = small_run();
  const Folder folder;
  write(folder / "run.json", "old");
  fs::create_symlink("run.json", folder / "link.json");
  fs::permissions(folder / "run.json", fs::perms::owner_read | fs::perms::owner_write);
  report::write_json(machine, folder / "link.json");
  CHECK(fs::is_symlink(folder / "link.json"));
  CHECK(nlohmann::json::parse(content_of(folder / "run.json")).at("steps") == 12);
  CHECK(fs::status(folder / "run.json").permissions() == (fs::perms::owner_read | fs::perms::owner_write));
  CHECK(folder.files() == 2);
}

TEST_CASE("a place that cannot be written is named, and what stood there stays") {
  const Machine machine = small_run();
  const Folder folder;
  const std::string missing = (folder / "no" / "run.html").string();
  CHECK(error_of([&] { report::write_html(machine, missing); }) ==
        "report '" + missing + "' cannot be written: No such file or directory");
  CHECK(contains(error_of([&] { report::write_csv(machine, folder.path()); }), "it is a folder"));
  CHECK(contains(error_of([&] { report::write_json(machine, ""); }), "give the name of a file"));
  write(folder / "file", "old");
  CHECK(contains(error_of([&] { report::write_svg(machine, folder / "file"); }), "cannot be"));
  CHECK(content_of(folder / "file") == "old");
  CHECK(folder.files() == 1);
  std::ostringstream broken;
  broken.setstate(std::ios::badbit);
  CHECK(contains(error_of([&] { report::print(machine, {}, broken); }), "the stream failed"));
  CHECK(contains(error_of([&] { report::write_html(machine, "/dev/full"); }), "/dev/full"));
}
