#include "torus_tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <map>
#include <span>
#include <string>

#include <pram/error.hpp>
#include <pram/perf/experiment.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/text.hpp>
#include "parts/part.hpp"

namespace pram {

void kept_members(perf::MaybeConst<TorusRun> auto& run, const auto& member) {
  member("startups", run.startups);
  member("transmissions", run.transmissions);
  member("words", run.words);
  member("largest", run.largest);
  member("buffer", run.buffer);
  member("rearrangement", run.rearrangement);
  member("undelivered", run.undelivered);
}

}  // namespace pram

namespace pram::perf {

namespace {

constexpr std::uint32_t least_side = 8;
constexpr std::uint32_t most_side = 512;
constexpr std::uint64_t bytes_a_message = 1024;  // as in the paper's example

using Sizes = std::vector<std::uint32_t>;
using Kind = TopologyFactor::Kind;

/// What is executed beside the squares: more dimensions, sides that differ, sides that 4 does not divide, and grids.
const std::pair<Kind, Sizes> other_shapes[] = {
    {Kind::ring, {16}},      {Kind::ring, {10, 10}},     {Kind::ring, {12, 12}},     {Kind::ring, {9, 9}},
    {Kind::ring, {12, 8}},   {Kind::ring, {16, 8}},      {Kind::ring, {8, 4, 4}},    {Kind::ring, {12, 8, 4}},
    {Kind::ring, {8, 8, 8}}, {Kind::ring, {12, 12, 12}}, {Kind::ring, {4, 4, 4, 4}}, {Kind::path, {8, 8}},
    {Kind::path, {16, 16}},  {Kind::path, {10, 6}},      {Kind::path, {8, 8, 8}}};

std::vector<TopologyFactor> factors_of(Kind kind, const Sizes& sizes) {
  std::vector<TopologyFactor> factors;
  for (const std::uint32_t size : sizes) factors.push_back({kind, size});
  return factors;
}

std::uint32_t members(std::uint32_t side) { return static_cast<std::uint32_t>(std::bit_width(side)) - 1; }

}  // namespace

TorusTables torus_tables(const TorusTablesRequest& request) {
  TorusTables tables;
  std::map<std::pair<std::uint32_t, std::uint32_t>, TorusRun> executed;
  std::uint64_t done = 0;
  std::uint64_t of = 0;
  for (std::uint32_t side = least_side; side <= request.most_side; side *= 2) of += members(side);
  for (const auto& [kind, sizes] : other_shapes) {
    const std::vector<TopologyFactor> factors = factors_of(kind, sizes);
    for (const TorusCrossover& member : torus_crossovers(factors))
      tables.shapes.push_back({TorusExchange(factors, 0).name(), member, std::nullopt});
  }
  of += tables.shapes.size();
  try {
    auto shape = tables.shapes.begin();
    for (std::uint32_t side = least_side; side <= request.most_side; side *= 2) {
      for (std::uint32_t splits = 0; splits < members(side); ++splits) {
        if (request.progress && !request.progress(done, of)) throw Interrupted(done);
        ++done;
        const auto run = part<TorusRun>(request.parts, fmt::format("side {}, {} splits", side, splits),
                                        [&] { return check_torus_exchange(TorusExchange(side, splits)); });
        executed[{side, splits}] = run;
        tables.family.push_back({side, splits, torus_exchange_cost(side, splits), run});
      }
    }
    for (const auto& [kind, sizes] : other_shapes) {
      const std::vector<TopologyFactor> factors = factors_of(kind, sizes);
      const std::string network = TorusExchange(factors, 0).name();
      for (; shape != tables.shapes.end() && shape->network == network; ++shape) {
        if (request.progress && !request.progress(done, of)) throw Interrupted(done);
        ++done;
        shape->executed =
            part<TorusRun>(request.parts, fmt::format("{}, {} splits", network, shape->member.splits),
                           [&] { return check_torus_exchange(TorusExchange(factors, shape->member.splits)); });
      }
    }
  } catch (const Interrupted&) {  // what is done stands in the tables
  }
  const auto run_of = [&](std::uint32_t side, std::uint32_t splits) -> std::optional<TorusRun> {
    const auto place = executed.find({side, splits});
    return place == executed.end() ? std::nullopt : std::optional(place->second);
  };
  for (std::uint32_t side = least_side; side <= most_side; side *= 2) {
    std::vector<TorusPrinted> rows;
    for (const TorusTableRow& row : torus_exchange_table(side)) rows.push_back({row, run_of(side, row.splits)});
    tables.printed.emplace_back(side, std::move(rows));
    std::uint32_t best = 0;
    for (std::uint32_t splits = 1; splits < members(side); ++splits) {
      if (torus_exchange_cost(side, splits).startups < torus_exchange_cost(side, best).startups) best = splits;
    }
    for (const TorusCrossover& one : torus_crossovers(factors_of(Kind::ring, {side, side})))
      tables.crossovers.emplace_back(side, one);
    tables.fewest.push_back({side, best, torus_exchange_cost(side, best), run_of(side, best)});
  }
  return tables;
}

namespace {

Value run_value(const std::optional<TorusRun>& run) {
  if (!run) return {};
  return Record{{"startups", run->startups}, {"transmissions", run->transmissions},
                {"buffer", run->buffer},     {"rearrangement", run->rearrangement},
                {"largest", run->largest},   {"undelivered", run->undelivered}};
}

template <class Row>
auto executed(std::uint64_t TorusRun::*count) {
  return [count](const Row& row) { return row.executed ? with_separators(*row.executed.*count) : "*"; };
}

/// The number by formula as text, behind the executed one if that is another.
std::string beside(std::optional<std::uint64_t> count, std::uint64_t formula) {
  const std::string known = with_separators(formula);
  if (!count) return known + "*";
  return (*count == formula ? "" : with_separators(*count) + "/") + known + " ";
}

std::string startups(const TorusPrinted& one) {
  return beside(one.executed ? std::optional(one.executed->startups) : std::nullopt, one.row.cost.startups);
}

void add_printed(Report& report, const TorusTables& tables) {
  struct Row : TorusPrinted {
    std::uint32_t side;
  };
  std::vector<Row> all;
  const auto of = [](auto TorusTableRow::*member) { return [member](const Row& one) { return one.row.*member; }; };
  const auto of_cost = [](auto TorusCost::*member) {
    return [member](const Row& one) { return one.row.cost.*member; };
  };
  const auto fields =
      Fields<Row>()
          .text(
              "N", [](const Row& one) { return std::to_string(one.side); }, Align::right, Shown::where_it_changes)
          .add("name", "algorithm", of(&TorusTableRow::name), plain)
          .data("splits", of(&TorusTableRow::splits))
          .add("startups", "start-ups", of_cost(&TorusCost::startups), startups)
          .text("transmitted\nexecuted", executed<Row>(&TorusRun::transmissions))
          .add("transmissions", "\ncorrected", of_cost(&TorusCost::transmissions), with_separators)
          .add("printed_transmissions", "\nprinted ", of(&TorusTableRow::printed_transmissions),
               [](const Row& one) {
                 const bool wrong = one.row.printed_transmissions != one.row.cost.transmissions;
                 return with_separators(one.row.printed_transmissions) + (wrong ? "†" : " ");
               })
          .data("buffer", of_cost(&TorusCost::buffer))
          .add("rearrangement", "rearrange-\nment", of(&TorusTableRow::rearrangement), with_separators)
          .data("executed", [](const Row& one) { return run_value(one.executed); });
  report.data("printed", List());
  std::size_t number = 0;
  for (const auto& [side, rows] : tables.printed) {
    const std::size_t first = all.size();
    for (const TorusPrinted& one : rows) all.push_back({one, side});
    const std::string path = fmt::format("printed.{}.", number++);
    report.data(path + "side", side);
    report.data(path + "algorithms", fields.records(std::span(all).subspan(first)));
  }
  report.add(fields.table("", "Table 1 of the torus paper: complete exchange on N x N nodes, one port", all));
}

/// The table of members of the family as JSON and CSV have it.
/// @param whole  says whether the columns of the execution are in it
Table members(std::string key, std::string title, const std::vector<TorusMember>& rows, bool whole) {
  const auto of = [](auto TorusCost::*member) {
    return [member](const TorusMember& one) { return one.formula.*member; };
  };
  Fields<TorusMember> fields;
  fields.add("side", "N", &TorusMember::side, plain, Shown::where_it_changes);
  fields.add("splits", "k", &TorusMember::splits, plain);
  const auto add = [&](const char* name, auto TorusCost::*formula, std::uint64_t TorusRun::*count) {
    if (whole) fields.text(name + std::string("\nexecuted"), executed<TorusMember>(count));
    const std::string key_of = name == std::string("start-ups") ? "startups" : name;
    fields.add(key_of, whole ? "\nformula" : name, of(formula), with_separators);
  };
  add("start-ups", &TorusCost::startups, &TorusRun::startups);
  add("transmissions", &TorusCost::transmissions, &TorusRun::transmissions);
  add("buffer", &TorusCost::buffer, &TorusRun::buffer);
  if (whole)
    fields.text("copied\nexecuted", executed<TorusMember>(&TorusRun::rearrangement));
  else
    fields.text("in bytes",
                [](const TorusMember& one) { return with_separators(one.formula.buffer * bytes_a_message); });
  fields.data("executed", [](const TorusMember& one) { return run_value(one.executed); });
  return fields.table(std::move(key), std::move(title), rows);
}

/// A price of a start-up as text: where the member is the best from the start on, nothing.
std::string from_price(double startup) { return startup == 0 ? "" : fmt::format("{:.1f}", startup); }

Table crossovers(const std::vector<std::pair<std::uint32_t, TorusCrossover>>& rows) {
  using Row = std::pair<std::uint32_t, TorusCrossover>;
  const auto of = [](auto member) { return [member](const Row& one) { return one.second.*member; }; };
  const auto of_cost = [](auto member) { return [member](const Row& one) { return one.second.cost.*member; }; };
  Fields<Row> fields;
  fields.add("side", "N", &Row::first, plain, Shown::where_it_changes)
      .add("splits", "k", of(&TorusCrossover::splits), plain)
      .add("startup", "ts / m td from", of(&TorusCrossover::startup), from_price)
      .text("start-ups", [of_cost](const Row& one) { return with_separators(of_cost(&TorusCost::startups)(one)); })
      .text("transmissions",
            [of_cost](const Row& one) { return with_separators(of_cost(&TorusCost::transmissions)(one)); });
  return fields.table("crossovers", "The best k by the price of a start-up, in transmissions of a message", rows);
}

Table shapes(const std::vector<TorusShape>& rows) {
  const auto of = [](auto member) { return [member](const TorusShape& one) { return one.member.*member; }; };
  const auto of_cost = [](auto member) { return [member](const TorusShape& one) { return one.member.cost.*member; }; };
  Fields<TorusShape> fields;
  fields.add("network", "network", &TorusShape::network, plain, Shown::where_it_changes)
      .add("splits", "k", of(&TorusCrossover::splits), plain)
      .add("startup", "best from", of(&TorusCrossover::startup), from_price);
  const auto add = [&](const char* key, const char* name, auto formula, auto count) {
    fields.add(key, name, of_cost(formula), [=](const TorusShape& one) {
      return beside(one.executed ? std::optional(*one.executed.*count) : std::nullopt, one.member.cost.*formula);
    });
  };
  add("startups", "start-ups", &TorusCost::startups, &TorusRun::startups);
  add("transmissions", "transmissions", &TorusCost::transmissions, &TorusRun::transmissions);
  add("buffer", "buffer", &TorusCost::buffer, &TorusRun::buffer);
  fields.text("copied", executed<TorusShape>(&TorusRun::rearrangement)).data("executed", [](const TorusShape& one) {
    return run_value(one.executed);
  });
  return fields.table("shapes", "Other tori, and grids: the members that are the best at some price of a start-up",
                      rows);
}

}  // namespace

Report torus_report(const TorusTables& tables) {
  Report report;
  add_printed(report, tables);
  report.add(members("family", "The family A_k: k = 0 is Suh's and Tseng's algorithm, 1 is A1, log2 N - 1 is\nA_(n-1)",
                     tables.family, true));
  report.add(members("fewest", "The k of fewest start-ups, by formula", tables.fewest, false));
  report.add(crossovers(tables.crossovers));
  report.add(shapes(tables.shapes));
  report.parts.emplace_back(Paragraph{"The largest block of each step, in messages", 0, 0});
  const std::size_t without = report.parts.size();
  for (const TorusMember& one : tables.family) {
    if (one.splits == 1 && one.executed && one.side <= 32)
      report.note(fmt::format("A1, N = {}: {}", one.side, fmt::join(one.executed->largest, ", ")));
  }
  if (report.parts.size() == without) report.parts.pop_back();
  report.section();
  report.note(
      "transmissions and buffers in messages, each of m bytes: a start-up costs ts, a transmission m td. Buffers in "
      "bytes are those of messages of 1,024 bytes. Executed with every path expanded: no channel is used twice in a "
      "step, no node sends or receives two blocks, and every message arrived.");
  report.note(
      "† Errata: phases 3 and 4 have two steps each, as the start-ups count them: A1 transmits (N³ + 18 N²) / 4, not "
      "(N³ + 10 N²) / 4; A_(n-1) transmits 1.75 N³ - 2.5 N², and the printed 2 N³ - 2 N² is an upper bound.");
  report.note(
      "copied: messages that a node copies inside its memory, each for m tr. As executed, a block leaves in one "
      "piece, what arrives takes its place, and where a block is not in one piece all nodes that send lay out their "
      "messages anew; as the first step wants them they stand at the start. By what is printed alone Tseng's algorithm "
      "differs from Suh's.");
  report.note("* By formula only: --large executes N = 64 too.");
  report.note(
      "New: k = log2 N - 3 takes 3 log2 N - 3 start-ups and 0.6875 N³ - 2.5 N² transmissions, fewer of both than "
      "A_(n-1), which is never the best of the family. A_k runs on tori and grids of any dimensions and sizes that 2^k "
      "divides (pram collective all-to-all).");
  return report;
}

extern const Experiment torus_experiment = {"torus",
                                            "Complete exchange on the wormhole torus: start-ups and transmissions",
                                            {{"--large", "", "execute the largest networks too: a minute or more"}},
                                            [](const ExperimentRequest& asked) {
                                              constexpr std::uint32_t large_side = 64;
                                              TorusTablesRequest request;
                                              if (asked.number("--large") != 0) request.most_side = large_side;
                                              request.progress = asked.progress;
                                              request.parts = asked.parts;
                                              return torus_report(torus_tables(request));
                                            }};

}  // namespace pram::perf
