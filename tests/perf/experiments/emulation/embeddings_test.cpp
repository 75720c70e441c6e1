#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include <pram/machines.hpp>
#include <pram/machines/detail/embedding.hpp>
#include <pram/report/detail/value/text.hpp>
#include "../../parts/finished_json.hpp"
#include "experiments/emulation/embeddings.hpp"

namespace pram::perf {

TEST_CASE("the embeddings table: rows are those of their hosts, and the report has their figures") {
  std::uint64_t calls = 0;
  const auto rows = embedding_rows({.progress = [&](std::uint64_t done, std::uint64_t of) {
    CHECK(done == calls);
    CHECK(of > done);
    return ++calls <= 4;
  }});
  CHECK(calls == 5);
  REQUIRE(rows.size() == 4 + 4 + 2 + 4);  // two guests on 81 nodes
  for (const EmbeddingRow& row : rows) {
    CAPTURE(row.host);
    CAPTURE(row.guest);
    const auto guests = embedded_guests();
    const auto guest = std::ranges::find(guests, row.kind, &EmbeddedGuest::name);
    REQUIRE(guest != guests.end());
    const auto embedding = guest->embed(make_topology(row.host));
    REQUIRE(embedding.has_value());
    CHECK(row.guest == embedding->guest->name());
    CHECK(row.nodes == embedding->host->nodes());
    CHECK(row.dilation == distances_of(*embedding).dilation);
    CHECK(row.dilation <= row.dilation_bound.value());
    CHECK(row.own.steps == all_neighbour_step(*embedding, SwitchingOptions::Routing::own).steps);
    REQUIRE(row.spread.has_value());
    CHECK(row.spread->steps == all_neighbour_step(*embedding, SwitchingOptions::Routing::spread).steps);
  }
  const std::string text = text_of(embeddings_report(rows));
  CAPTURE(text);
  std::istringstream stream(text);
  std::string words;
  for (std::string word; stream >> word;) words += word + ' ';
  CHECK(words.find(" mesh 3 3 3 16 17 4 4 ") != std::string::npos);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) CHECK(columns(line) <= line_width);
  const auto document = nlohmann::json::parse(finished_json(embeddings_report(rows), 1.5));
  CHECK(document.at("embeddings").size() == rows.size());
  CHECK(document.at("embeddings").back() == nlohmann::json({{"host", "rcn-full:16,1"},
                                                            {"guest", "tree:7"},
                                                            {"kind", "tree"},
                                                            {"nodes", 256},
                                                            {"dilation", 3},
                                                            {"dilation_bound", 3},
                                                            {"mean", rows.back().mean},
                                                            {"least_steps", 3},
                                                            {"own", {{"congestion", 2}, {"steps", 4}}},
                                                            {"spread", {{"congestion", 4}, {"steps", 7}}}}));
}

}  // namespace pram::perf
