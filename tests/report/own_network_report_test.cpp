#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pram/machines/switching.hpp>
#include <pram/machines/topology.hpp>
#include <pram/pram.hpp>
#include <pram/report.hpp>
#include <pram/report/detail/page/profile_page.hpp>
#include <pram/report/detail/run/run.hpp>
#include <pram/report/detail/run/saved_run.hpp>
#include "programs/input/files.hpp"
#include "small_run.hpp"
#include "text_checks.hpp"

// Reports on machines whose network is the user's own, whatever it calls itself.
namespace pram {

namespace {

using testing::contains;
using testing::small_run;
namespace fs = std::filesystem;

/// Charges what the router does, and says of its links what a test wants.
class NamedRouter : public Network {
 public:
  NamedRouter(std::string name, NetworkLoad load) : name_(std::move(name)), load_(std::move(load)) {}

  std::string name() const override { return name_; }
  std::uint64_t carry(const Traffic& phase) override {
    return 2 * std::uint64_t{std::max(phase.largest_sent, phase.largest_received)} + 7;
  }
  double distinct_charge(std::uint64_t messages, std::uint32_t) const override {
    return 2 * expected_largest_bin(messages, 64) + 7;
  }
  std::optional<Port> port() const override { return Port{2, 7}; }
  std::optional<LeastCharge> least_charge() const override { return LeastCharge{2, 7}; }
  bool take_load(NetworkLoad& given) override {
    given = load_;
    return !load_.forward.busy.empty();
  }

 private:
  std::string name_;
  NetworkLoad load_;
};

/// A path of 64 nodes that no table knows.
class OwnPath : public Topology {
 public:
  std::string name() const override { return "own-path"; }
  std::uint32_t nodes() const override { return 64; }
  std::uint32_t ports() const override { return 2; }
  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const override {
    if (port == 0) return node == 63 ? no_node : node + 1;
    return node == 0 ? no_node : node - 1;
  }
  Leg next_leg(std::uint32_t node, std::uint32_t to) const override {
    return node < to ? Leg{0, to - node} : Leg{1, node - to};
  }
  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const override {
    return from < to ? to - from : from - to;
  }
  TopologyProperties properties() const override {
    return {.nodes = 64, .links = 63, .largest_degree = 2, .smallest_degree = 1, .diameter = 63};
  }
};

/// All that a machine's report is written as.
struct Written {
  std::string text;
  std::string json;
  std::string csv;
  std::string page;
  std::string trace;
  bool links = false;  ///< pictures of links are there
};

Written written(const Machine& machine) {
  const fs::path folder = fs::temp_directory_path() / ("pram-own-network-" + std::to_string(::getpid()));
  fs::remove_all(folder);
  fs::create_directory(folder);
  Written all;
  all.text = report::text(machine);
  report::write_json(machine, folder / "a.json");
  report::write_csv(machine, folder / "a.csv");
  report::write_html(machine, folder / "a.html", {.source = [](std::string_view) { return std::nullopt; }});
  report::write_svg(machine, folder / "svg");
  report::write_tables(machine, folder / "tables");
  report::write_trace_events(machine, folder / "a.trace.json");
  all.json = testing::content_of(folder / "a.json");
  all.csv = testing::content_of(folder / "a.csv");
  all.page = testing::content_of(folder / "a.html");
  all.trace = testing::content_of(folder / "a.trace.json");
  all.links = fs::exists(folder / "svg" / "links.svg");
  CHECK(contains(all.page, "data-picture=\"links\"") == all.links);
  fs::remove_all(folder);
  return all;
}

MachineOptions options_of(Choice<Network> network, LedgerDetail detail, unsigned threads = 1) {
  return {
      .components = 64, .network = std::move(network), .access = "combining:8,8", .threads = threads, .ledger = detail};
}

/// A report's text with one name in place of another.
std::string renamed(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

}  // namespace

TEST_CASE("a report on a network that no table knows is that of the bundled one that charges the same") {
  for (const LedgerDetail detail : {LedgerDetail::totals, LedgerDetail::steps, LedgerDetail::profile}) {
    const Machine bundled = small_run(options_of("router:g=2,l=7", detail));
    const Written expected = written(bundled);
    CHECK_FALSE(expected.links);
    // Also where a network of another kind has the name that it says.
    for (const char* const name : {"nobody:knows,x=1", "torus:8x8", "binary-tree:6", "", "omega:3"}) {
      CAPTURE(name);
      const Machine own = small_run(options_of(std::make_shared<NamedRouter>(name, NetworkLoad()), detail));
      const Written found = written(own);
      CHECK_FALSE(found.links);
      const auto json = nlohmann::json::parse(found.json);
      const auto other = nlohmann::json::parse(expected.json);
      CHECK(json.at("charge") == other.at("charge"));
      CHECK(json.at("machine").at("network") == name);
      if (std::string(name) != "nobody:knows,x=1") continue;
      // Parameters and the bound of a phase are the network's own.
      CHECK(renamed(found.json, "nobody:knows,x=1", "router:g=2,l=7") == expected.json);
      CHECK(renamed(found.csv, "nobody:knows,x=1", "router:g=2,l=7") == expected.csv);
      const auto relations = [](const std::string& page) {
        const auto begin = page.find("id=\"relations\"");
        REQUIRE(begin != std::string::npos);
        return page.substr(begin, page.find("</section>", begin) - begin);
      };
      CHECK(relations(found.page) == relations(expected.page));
    }
  }
}

TEST_CASE("pictures of links are there if a topology has them, and else left out") {
  const LedgerDetail profile = LedgerDetail::profile;
  const auto load_of = [](std::string topology, std::size_t links) {
    LinkLoad load{std::vector<std::uint64_t>(links, 1), std::vector<std::uint32_t>(links, 1)};
    return NetworkLoad{std::move(topology), load, load};
  };
  const auto links_of = [&](NetworkLoad load) {
    return written(small_run(options_of(std::make_shared<NamedRouter>("same-name", std::move(load)), profile))).links;
  };
  networks().add({"same-name", "has no topology", [](const Spec&, std::uint32_t) {
                    return std::make_unique<NamedRouter>("same-name", NetworkLoad());
                  }});
  CHECK_FALSE(links_of(load_of("same-name", 5)));
  CHECK_FALSE(links_of(load_of("torus:8x8", 5)));  // which has other links
  CHECK_FALSE(links_of(load_of("torus:8x", 256)));
  CHECK(links_of(load_of("torus:8x8", 256)));
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    const Machine own = small_run(options_of(make_network(std::make_shared<OwnPath>()), profile, threads));
    const Written found = written(own);
    CHECK(found.links);
    const Written alone = written(small_run(options_of(make_network(std::make_shared<OwnPath>()), profile)));
    CHECK(found.csv == alone.csv);
    const auto without_threads = [](const std::string& text) {
      auto json = nlohmann::json::parse(text);
      json.at("machine").erase("threads");
      return json;
    };
    CHECK(without_threads(found.json) == without_threads(alone.json));
    // Another process knows nothing of this topology: it reads the report without its links.
    const report::SavedRun saved = report::read_run(found.json);
    CHECK(saved.ledger->components().size() == 64);
    CHECK(saved.ledger->charge() == own.ledger().charge());
    CHECK_FALSE(saved.ledger->network_load().has_value());
    CHECK_FALSE(contains(report::profile_page(saved.summary), "data-picture=\"links\""));
  }
}

}  // namespace pram
