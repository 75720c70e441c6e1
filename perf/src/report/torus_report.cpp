#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include <pram/perf/text.hpp>
#include <pram/perf/torus_tables.hpp>
#include "json_layout.hpp"
#include "text_table.hpp"

namespace pram::perf {

namespace {

using nlohmann::ordered_json;
using Align = TextTable::Align;

std::string executed(const std::optional<TorusRun>& run, std::uint64_t TorusRun::*count) {
  return run ? with_separators(*run.*count) : "*";
}

/// As printed and executed, where both are the same.
std::string startups(const TorusPrinted& one) {
  const std::string printed = with_separators(one.row.cost.startups);
  if (!one.executed) return printed + "*";
  return (one.executed->startups == one.row.cost.startups ? "" : with_separators(one.executed->startups) + "/") +
         printed + " ";
}

std::string printed_text(const TorusTables& tables) {
  TextTable table({{"N"},
                   {"algorithm", Align::left},
                   {"start-ups"},
                   {"transmitted\nexecuted"},
                   {"\ncorrected"},
                   {"\nprinted "},
                   {"rearrange-\nment"}});
  for (const auto& [side, rows] : tables.printed) {
    for (const TorusPrinted& one : rows) {
      const bool wrong = one.row.printed_transmissions != one.row.cost.transmissions;
      table.row({&one == rows.data() ? std::to_string(side) : "", one.row.name, startups(one),
                 executed(one.executed, &TorusRun::transmissions), with_separators(one.row.cost.transmissions),
                 with_separators(one.row.printed_transmissions) + (wrong ? "†" : " "),
                 with_separators(one.row.rearrangement)});
    }
  }
  return "Table 1 of the torus paper: complete exchange on N x N nodes, one port\n\n" + table.str() + "\n";
}

std::string family_text(const TorusTables& tables) {
  TextTable table({{"N"},
                   {"k"},
                   {"start-ups\nexecuted"},
                   {"\nformula"},
                   {"transmissions\nexecuted"},
                   {"\nformula"},
                   {"buffer\nexecuted"},
                   {"\nformula"}});
  std::uint32_t last = 0;
  for (const TorusMember& one : tables.family) {
    table.row({one.side == last ? "" : std::to_string(one.side), std::to_string(one.splits),
               executed(one.executed, &TorusRun::startups), with_separators(one.formula.startups),
               executed(one.executed, &TorusRun::transmissions), with_separators(one.formula.transmissions),
               executed(one.executed, &TorusRun::buffer), with_separators(one.formula.buffer)});
    last = one.side;
  }
  return "The family A_k: k = 0 is Suh's and Tseng's algorithm, 1 is A1, log2 N - 1 is\nA_(n-1)\n\n" + table.str() +
         "\n";
}

std::string fewest_text(const TorusTables& tables) {
  TextTable table({{"N"}, {"k"}, {"start-ups"}, {"transmissions"}, {"buffer"}});
  for (const TorusMember& one : tables.fewest) {
    table.row({std::to_string(one.side), std::to_string(one.splits), with_separators(one.formula.startups),
               with_separators(one.formula.transmissions), with_separators(one.formula.buffer)});
  }
  return "The k of fewest start-ups, by formula\n\n" + table.str() + "\n";
}

std::string steps_text(const TorusTables& tables) {
  std::string out;
  for (const TorusMember& one : tables.family) {
    if (one.splits != 1 || !one.executed || one.side > 32) continue;
    out += "  " + wrapped(fmt::format("A1, N = {}: {}", one.side, fmt::join(one.executed->largest, ", ")), 4) + "\n";
  }
  return out.empty() ? "" : "The largest block of each step, in messages\n\n" + out + "\n";
}

ordered_json run_json(const std::optional<TorusRun>& run) {
  if (!run) return {};
  return {{"startups", run->startups},
          {"transmissions", run->transmissions},
          {"buffer", run->buffer},
          {"largest", run->largest},
          {"undelivered", run->undelivered}};
}

ordered_json members_json(const std::vector<TorusMember>& members) {
  ordered_json json = ordered_json::array();
  for (const TorusMember& one : members) {
    json.push_back({{"side", one.side},
                    {"splits", one.splits},
                    {"startups", one.formula.startups},
                    {"transmissions", one.formula.transmissions},
                    {"buffer", one.formula.buffer},
                    {"executed", run_json(one.executed)}});
  }
  return json;
}

}  // namespace

std::string torus_text(const TorusTables& tables) {
  std::string out = printed_text(tables) + family_text(tables) + fewest_text(tables) + steps_text(tables);
  const auto note = [&out](const std::string& text) { out += "  " + wrapped(text, 4) + "\n"; };
  note(
      "transmissions and buffers in messages, each of m bytes: a start-up costs ts, a transmission m td. Executed with "
      "every path expanded: no channel is used twice in a step, no node sends or receives two blocks, and every "
      "message "
      "arrived.");
  note(
      "† Errata: phases 3 and 4 have two steps each, as the start-ups count them: A1 transmits (N³ + 18 N²) / 4, not "
      "(N³ + 10 N²) / 4; A_(n-1) transmits 1.75 N³ - 2.5 N², and the printed 2 N³ - 2 N² is an upper bound.");
  note(
      "rearrangement: messages that a node moves inside its memory between start-ups, as printed, each for m tr; not "
      "executed. By it alone Tseng's algorithm differs from Suh's.");
  note("* By formula only: --large executes N = 64 too.");
  note(
      "New: k = log2 N - 3 takes 3 log2 N - 3 start-ups and 0.6875 N³ - 2.5 N² transmissions, fewer of both than "
      "A_(n-1), which is never the best of the family. N need not be a power of two: A_k runs wherever it is a "
      "multiple of 4 · 2^k (pram exchange all-to-all).");
  return out;
}

std::string torus_json(const TorusTables& tables, double wall_seconds, bool interrupted) {
  ordered_json json;
  json["version"] = 1;
  json["printed"] = ordered_json::array();
  for (const auto& [side, rows] : tables.printed) {
    ordered_json algorithms = ordered_json::array();
    for (const TorusPrinted& one : rows) {
      algorithms.push_back({{"name", one.row.name},
                            {"splits", one.row.splits},
                            {"startups", one.row.cost.startups},
                            {"transmissions", one.row.cost.transmissions},
                            {"printed_transmissions", one.row.printed_transmissions},
                            {"buffer", one.row.cost.buffer},
                            {"rearrangement", one.row.rearrangement},
                            {"executed", run_json(one.executed)}});
    }
    json["printed"].push_back({{"side", side}, {"algorithms", std::move(algorithms)}});
  }
  json["family"] = members_json(tables.family);
  json["fewest"] = members_json(tables.fewest);
  json["interrupted"] = interrupted;
  json["wall_seconds"] = wall_seconds;
  return laid_out(json);
}

}  // namespace pram::perf
