#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include <pram/error.hpp>
#include <pram/perf/experiment.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/text.hpp>
#include "bank_conflicts.hpp"

namespace pram::perf {

namespace {

constexpr std::uint32_t usual_size = 16;
constexpr std::uint32_t usual_stride = 4;
constexpr std::uint32_t most_size = 256;
constexpr std::uint32_t most_banks = 4096;

/// The least prime above a number.
std::uint32_t next_prime(std::uint32_t number) {
  const auto is_prime = [](std::uint32_t candidate) {
    for (std::uint32_t divisor = 2; divisor * divisor <= candidate; ++divisor) {
      if (candidate % divisor == 0) return false;
    }
    return true;
  };
  do {
    ++number;
  } while (!is_prime(number));
  return number;
}

std::uint32_t number_of(const ExperimentRequest& asked, const char* flag, std::uint32_t otherwise) {
  const std::uint64_t number = asked.number(flag);
  return number == 0 ? otherwise : static_cast<std::uint32_t>(number);
}

BanksRequest banks_options(const ExperimentRequest& asked) {
  BanksRequest request;
  request.size = number_of(asked, "--size", usual_size);
  request.stride = number_of(asked, "--stride", std::min(usual_stride, request.size));
  if (request.stride > request.size) {
    throw ConfigError("--stride", std::to_string(request.stride),
                      fmt::format("a whole number from 1 to {}, the size", request.size));
  }
  if (const std::uint32_t banks = number_of(asked, "--banks", 0); banks != 0) {
    request.banks = {banks};
  } else {
    request.banks = {request.size, next_prime(request.size), 2 * request.size};

    std::ranges::sort(request.banks);
    const auto again = std::ranges::unique(request.banks);
    request.banks.erase(again.begin(), again.end());
  }
  request.progress = asked.progress;
  return request;
}

const ConflictRow* conflict_of(const BankConflicts& result, std::uint32_t banks, const std::string& scheme,
                               const std::string& pattern) {
  const auto place = std::ranges::find_if(result.conflicts, [&](const ConflictRow& row) {
    return row.banks == banks && row.scheme == scheme && row.pattern == pattern;
  });
  return place == result.conflicts.end() ? nullptr : &*place;
}

/// "4 (2.5)": the most cycles and their mean, or one number where all positions take as many.
std::string cycles_text(const ConflictRow* row) {
  if (row == nullptr) return "-";
  const double distance = static_cast<double>(row->worst) - row->mean;
  return distance < 1e-9 ? std::to_string(row->worst) : fmt::format("{} ({:.3g})", row->worst, row->mean);
}

/// A row for each scheme, and a column for each pattern.
Table conflicts_text(const BankConflicts& result, std::uint32_t banks) {
  const BanksRequest& request = result.request;
  Table text{{},
             fmt::format("{} words at a time in {} banks: cycles, at most (and their mean); at least {}", request.size,
                         banks, least_cycles({request.size, banks})),
             {{"", "storage", Align::left}},
             {}};
  for (const AccessPattern& pattern : access_patterns()) {
    const bool stride = pattern.name == "stride";
    text.columns.push_back({"", stride ? fmt::format("stride\n{}", request.stride) : pattern.heading});
  }
  for (const StorageScheme& scheme : storage_schemes()) {
    std::vector<std::string> cells = {scheme.name};
    for (const AccessPattern& pattern : access_patterns())
      cells.push_back(cycles_text(conflict_of(result, banks, scheme.name, pattern.name)));
    text.row(std::move(cells));
  }
  return text;
}

Fields<ConflictRow> conflict_fields() {
  return Fields<ConflictRow>()
      .data("banks", &ConflictRow::banks)
      .data("scheme", &ConflictRow::scheme)
      .data("pattern", &ConflictRow::pattern)
      .data("positions", &ConflictRow::positions)
      .data("least", &ConflictRow::least)
      .data("worst", &ConflictRow::worst)
      .data("mean", &ConflictRow::mean)
      .data("at_least", &ConflictRow::at_least);
}

Fields<TranspositionRow> transposition_fields() {
  using Row = TranspositionRow;
  return Fields<Row>()
      .add("banks", "banks", &Row::banks, plain, Shown::where_it_changes)
      .add("scheme", "storage", &Row::scheme, plain, Shown::where_it_changes)
      .add("fullest", "fullest\nbank", &Row::fullest, with_separators, Shown::where_it_changes)
      .add(
          "order", "order", [](const Row& row) { return std::string(row.in_turn ? "in turn" : "in step"); }, plain)
      .add("written", "cycles to\nwrite", &Row::written, with_separators)
      .add("read", "to read", &Row::read, with_separators)
      .add("cycles", "in all", &Row::cycles, with_separators)
      .add("least", "least", &Row::least, with_separators)
      .text("to\nleast",
            [](const Row& row) {
              return fmt::format("{:.2f}", static_cast<double>(row.cycles()) / static_cast<double>(row.least));
            })
      .data("verified", &Row::verified);
}

}  // namespace

Report bank_conflicts_report(const BankConflicts& result) {
  Report report;
  report.data("size", result.request.size);
  report.data("stride", result.request.stride);
  report.add_data(conflict_fields().table("conflicts", "", result.conflicts));
  for (const std::uint32_t banks : result.request.banks) report.add(conflicts_text(result, banks));
  std::string schemes;
  for (const StorageScheme& scheme : storage_schemes())
    schemes += fmt::format("{}{}: {}", schemes.empty() ? "" : "; ", scheme.name, scheme.bank_by);
  report.note(
      "The bank of word (i, j) by each storage. " + schemes +
      ", i' and i\" the low and high half of the bits of i mod B. A bank serves a word a cycle, so that an access "
      "takes as many as one bank has of its words.");
  report.note(
      "root-skewed is for n that is a square, xor for B that is a power of two, xor-halves for a power of four. A "
      "diagonal "
      "goes on at the other side; any block has its corner anywhere, block one where blocks cover the matrix.");
  report.add(transposition_fields().table(
      "transpositions",
      fmt::format("A transposition by {} processors through the banks, executed: rows written, columns read",
                  result.request.size),
      result.transpositions));
  report.note(
      "in step: all processors write word t of their rows together, then read word t of their columns. in turn: "
      "processor p begins with word p. least: 2 n ⌈n/B⌉, which is (3.42) of Saad and Schultz with k* = B where B "
      "divides n. Every word was found where it belongs.");
  return report;
}

extern const Experiment banks_experiment = {
    "banks",
    "Conflicts in memory banks: rows, columns, diagonals and blocks by storage scheme, and a transposition executed",
    {{"--size", "N", "rows and columns of the matrix, up to 256 (16)", 0, 2, most_size},
     {"--banks", "B", "banks, up to 4096 (N, the prime above, and 2 N)", 0, 1, most_banks},
     {"--stride", "S", "words apart in the pattern stride, up to N (4)", 0, 1, most_size}},
    [](const ExperimentRequest& asked) { return bank_conflicts_report(bank_conflicts(banks_options(asked))); }};

}  // namespace pram::perf
