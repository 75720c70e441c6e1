#include <pram/perf/finished_parts.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <pram/detail/random/seeded_hash.hpp>
#include <pram/perf/kept_part.hpp>
#include <pram/perf/patterns/pattern_costs.hpp>
#include <pram/pram.hpp>
#include "experiments/combining/combining_tables.hpp"
#include "experiments/combining/theorem.hpp"
#include "experiments/rcn_full/rcn_full.hpp"
#include "experiments/saad_schultz/exchange_tables.hpp"
#include "experiments/torus_exchange/torus_tables.hpp"
#include "experiments/total_exchange/total_exchange_tables.hpp"

#include "finished_json.hpp"
#include "support.hpp"

namespace pram::perf {

namespace {

using Progress = std::function<bool(std::uint64_t done, std::uint64_t of)>;

class KeptParts : public FinishedParts {
 public:
  std::optional<std::string> find(const std::string& part) const override {
    const auto place = kept.find(part);
    return place == kept.end() ? std::nullopt : std::optional(place->second);
  }
  void add(const std::string& part, const std::string& record) override {
    CHECK(record.find('\n') == std::string::npos);
    CHECK(nlohmann::json::accept(record));
    const std::scoped_lock lock(adding_);
    CHECK_MESSAGE(added.emplace(part, record).second, part << " is done twice");
  }

  std::map<std::string, std::string> kept;
  std::map<std::string, std::string> added;

 private:
  std::mutex adding_;
};

/// Measures whole, with some of the parts done, and stopped and gone on with: always the same JSON.
void check_parts(const std::function<std::string(const Progress&, FinishedParts*)>& measure) {
  const Progress on = [](std::uint64_t, std::uint64_t) { return true; };
  const std::string whole = measure(on, nullptr);
  KeptParts all;
  CHECK(measure(on, &all) == whole);
  REQUIRE(all.added.size() > 1);

  std::mt19937_64 random(testing::seed());
  for (const unsigned share : {0U, 1U, 4U}) {  // of four
    KeptParts some;
    for (const auto& part : all.added) {
      if (random() % 4 < share) some.kept.insert(part);
    }
    CHECK(measure(on, &some) == whole);
    CHECK(some.added.size() == all.added.size() - some.kept.size());
    for (const auto& [part, record] : some.added) CHECK(all.added.at(part) == record);
  }

  KeptParts stopped;
  const std::string half = measure([](std::uint64_t done, std::uint64_t of) { return 2 * done < of; }, &stopped);
  CHECK(half != whole);
  CHECK(!stopped.added.empty());
  CHECK(stopped.added.size() < all.added.size());
  KeptParts after;
  after.kept = stopped.added;
  CHECK(measure(on, &after) == whole);

  KeptParts wrong;
  wrong.kept = all.added;
  wrong.kept.begin()->second = "\"something else\"";
  CHECK_THROWS_AS(measure(on, &wrong), Error);
}

struct Extent {
  std::uint32_t width = 7;
  double height = 0.5;
};

void kept_members(MaybeConst<Extent> auto& extent, const auto& member) {
  member("width", extent.width);
  member("height", extent.height);
}

struct Kept {
  std::uint64_t counted = 7;
  std::uint32_t narrow = 7;
  std::int64_t balance = -7;
  double mean = 7.25;
  bool verified = true;
  std::string name = "seven";
  std::vector<std::uint64_t> sizes = {7, 8};
  std::vector<std::pair<std::string, report::Value>> facts = {{"kind", "ring"}, {"mean", 2.0}, {"none", {}}};
  std::vector<std::vector<Extent>> extents = {{{}, {8, 1e300}}, {}};
  std::optional<Extent> spare = {};
};

void kept_members(MaybeConst<Kept> auto& kept, const auto& member) {
  member("counted", kept.counted);
  member("narrow", kept.narrow);
  member("balance", kept.balance);
  member("mean", kept.mean);
  member("verified", kept.verified);
  member("name", kept.name);
  member("sizes", kept.sizes);
  member("facts", kept.facts);
  member("extents", kept.extents);
  member("spare", kept.spare);
}

std::string name_in_record(const std::string& name) {
  Kept kept;
  kept.name = name;
  return nlohmann::json::parse(record_of(kept)).at("name").get<std::string>();
}

}  // namespace

TEST_CASE("a record is a line of JSON, its members in the order of their names") {
  CHECK(record_of(Kept()) ==
        R"({"balance":-7,"counted":7,"extents":[[{"height":0.5,"width":7},{"height":1e+300,"width":8}],[]],)"
        R"("facts":[["kind","ring"],["mean",2.0],["none",null]],"mean":7.25,"name":"seven","narrow":7,"sizes":[7,8],)"
        R"("verified":true})");
  CHECK(record_of(std::vector<double>{0.1, -0.0, 1e22, 5e-324}) == "[0.1,-0.0,1e+22,5e-324]");
  CHECK(record_of(std::uint64_t{18446744073709551615U}) == "18446744073709551615");
  CHECK(name_in_record("a \"quote\",\n\x01 \xC3\xA9") == "a \"quote\",\n\x01 \xC3\xA9");
  CHECK(name_in_record("no \xFF UTF-8") == "no \xEF\xBF\xBD UTF-8");
}

TEST_CASE("numbers pass through a record unchanged") {
  KeptParts parts;
  std::mt19937_64 random(testing::seed());
  for (int k = 0; k < 1000; ++k) {
    Kept kept;
    kept.counted = random();
    kept.narrow = static_cast<std::uint32_t>(random());
    kept.balance = static_cast<std::int64_t>(random());
    const std::uint64_t bits = random();
    std::memcpy(&kept.mean, &bits, sizeof bits);
    if (!std::isfinite(kept.mean)) continue;
    parts.kept["part"] = record_of(kept);
    const Kept again = kept_part<Kept>(&parts, "part", "run").value();
    CHECK(again.counted == kept.counted);
    CHECK(again.narrow == kept.narrow);
    CHECK(again.balance == kept.balance);
    CHECK(std::memcmp(&again.mean, &kept.mean, sizeof kept.mean) == 0);
  }
}

TEST_CASE("a record is taken as it was written, or refused: no number becomes another one") {
  KeptParts parts;
  const nlohmann::json written = nlohmann::json::parse(record_of(Kept()));
  CHECK(written.dump() == record_of(Kept()));
  parts.kept["part"] = record_of(Kept());
  CHECK(record_of(kept_part<Kept>(&parts, "part", "run").value()) == record_of(Kept()));
  CHECK(!kept_part<Kept>(&parts, "other", "run"));
  CHECK(!kept_part<Kept>(nullptr, "part", "run"));
  parts.kept["part"] = nlohmann::ordered_json{{"width", 7}, {"height", 0.5}}.dump();
  CHECK(kept_part<Extent>(&parts, "part", "extent"));  // whatever the order of its members
  Kept spared;
  spared.spare = Extent{9, 0.25};
  parts.kept["part"] = record_of(spared);
  CHECK(nlohmann::json::parse(parts.kept["part"]).at("spare").at("width") == 9);
  CHECK(kept_part<Kept>(&parts, "part", "run").value().spare.value().width == 9);
  const auto refused = [&](const nlohmann::json& record) {
    CAPTURE(record.dump());
    parts.kept["part"] = record.dump();
    try {
      kept_part<Kept>(&parts, "part", "run");
      FAIL_CHECK("it is believed");
    } catch (const Error& error) {
      CHECK(std::string(error.what()) == "the record of the finished part 'part' is no run");
    }
  };
  const auto with = [&](const char* field, const nlohmann::json& value) {
    nlohmann::json changed = written;
    changed[field] = value;
    refused(changed);
  };
  for (const char* const field : {"counted", "narrow"}) {
    with(field, -1);  // not 2^64 - 1
    with(field, 2.5);
    with(field, "7");
    with(field, true);
    with(field, nullptr);
  }
  with("narrow", std::uint64_t{1} << 32);
  with("narrow", (std::uint64_t{1} << 32) + 7);
  with("balance", 18446744073709551615U);
  with("balance", 0.5);
  with("mean", 7);
  with("mean", nullptr);
  with("verified", 1);
  with("sizes", {7, -1});
  with("sizes", 7);
  with("name", 7);
  with("unknown", 7);
  with("spare", nullptr);
  with("spare", 7);
  with("facts", {{"kind", "ring", 7}});
  with("facts", {{"kind"}});
  with("extents", {{{{"width", 7}, {"height", 0.5}, {"depth", 1}}}});
  with("extents", {{{{"width", 7}}}});
  for (const auto& [field, value] : written.items()) {
    nlohmann::json less = written;
    less.erase(field);
    refused(less);
  }
  refused(nullptr);
  refused(7);
  parts.kept["part"] = "{";
  CHECK_THROWS_AS(kept_part<Kept>(&parts, "part", "run"), Error);
}

// Heavy: as the tables themselves.
TEST_CASE("parts of the tables of combining" * doctest::test_suite("heavy")) {
  check_parts([](const Progress& progress, FinishedParts* parts) {
    return finished_json(
        combining_report(combining_tables({.runs = 1, .threads = 2, .seed = 5, .progress = progress, .parts = parts}),
                         5),
        0);
  });
}

TEST_CASE("parts of the table of the theorem" * doctest::test_suite("heavy")) {
  check_parts([](const Progress& progress, FinishedParts* parts) {
    TheoremRequest request;
    request.most_components = 256;
    request.runs = 5;
    request.progress = progress;
    request.parts = parts;
    return finished_json(theorem_report(theorem_table(request)), 0);
  });
}

TEST_CASE("parts of the RCN-FULL tables") {
  const std::uint64_t most_work = testing::size() <= testing::Size::small ? 1U << 14 : 1U << 16;
  check_parts([&](const Progress& progress, FinishedParts* parts) {
    return finished_json(
        rcn_full_report(rcn_full_tables({.most_work = most_work, .progress = progress, .parts = parts})), 0);
  });
}

TEST_CASE("parts of the tables of collectives") {
  check_parts([](const Progress& progress, FinishedParts* parts) {
    return finished_json(
        exchange_tables_report(exchange_tables({.nodes = 16, .modules = 4, .progress = progress, .parts = parts})), 0);
  });
}

TEST_CASE("parts of the tables of total exchange") {
  check_parts([](const Progress& progress, FinishedParts* parts) {
    return finished_json(total_exchange_report(total_exchange_tables(progress, parts)), 0);
  });
}

TEST_CASE("parts of the tables of the torus") {
  check_parts([](const Progress& progress, FinishedParts* parts) {
    return finished_json(torus_report(torus_tables({.most_side = 16, .progress = progress, .parts = parts})), 0);
  });
}

TEST_CASE("parts of patterns and of searches" * doctest::test_suite("heavy")) {
  for (const bool search : {false, true}) {
    for (const char* const network : {"router", "torus", "omega,combining=unlimited"}) {
      if (search && std::string(network) != "router") continue;
      CAPTURE(search);
      CAPTURE(network);
      check_parts([&](const Progress& progress, FinishedParts* parts) {
        PatternsRequest request;
        request.components = 64;
        request.pattern = zipf_pattern({64, 2048, Requesters::random}, 1);
        request.network = network;
        request.access = {"direct", "combining:8,8", "combining:64"};
        request.runs = 6;
        request.progress = progress;
        request.parts = parts;
        PatternsResult result = search ? search_bases(request, "random", 3) : measure_patterns(request);
        result.wall_seconds = 0;
        return json_of(patterns_report(result));
      });
    }
  }
}

TEST_CASE("networks that remember no phase charge the same phase the same again") {
  constexpr std::uint32_t p = 64;
  std::vector<std::uint32_t> source;
  std::vector<std::uint32_t> destination;
  std::vector<std::uint64_t> key;
  for (std::uint32_t x = 0; x < 8 * p; ++x) {
    source.push_back(x / 8);
    destination.push_back(seeded_choice(x, testing::seed(), p));
    key.push_back(destination.back());
  }
  std::vector<std::uint32_t> received(p, 0);
  std::uint32_t most = 0;
  for (const std::uint32_t to : destination) most = std::max(most, ++received[to]);
  const std::vector<Awaits> awaits(source.size(), Awaits::nothing);
  for (const std::string& name : networks().names()) {
    CAPTURE(name);
    for (const char* const arguments : {"", ":routing=valiant"}) {
      std::unique_ptr<Network> network;
      try {
        network = networks().make(name + arguments, p);
      } catch (const ConfigError&) {
        continue;  // it has no such option, or other sizes
      }
      const bool listed = network->wants_messages();
      const Traffic traffic = {
          p,
          source.size(),
          8,
          most,
          listed ? std::span<const std::uint32_t>(source) : std::span<const std::uint32_t>(),
          listed ? std::span<const std::uint32_t>(destination) : std::span<const std::uint32_t>(),
          network->combines() ? std::span<const std::uint64_t>(key) : std::span<const std::uint64_t>(),
          network->combines() ? std::span<const Awaits>(awaits) : std::span<const Awaits>()};
      if (network->remembers_phases()) {
        PatternsRequest request;
        request.components = p;
        request.pattern = degree_pattern({p, 128, Requesters::random}, 2);
        request.network = name;
        KeptParts parts;
        request.parts = &parts;
        CHECK_THROWS_AS(measure_patterns(request), ConfigError);
        continue;
      }
      const std::uint64_t first = network->carry(traffic);
      for (int again = 0; again < 3; ++again) CHECK(network->carry(traffic) == first);
    }
  }
}

}  // namespace pram::perf
