#include "verdict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>
#include "profile/lines/lines.hpp"

namespace pram::report {

namespace {

constexpr std::size_t named_lines = 3;

std::string whole_sentence(const RunSummary& run) {
  const Ledger& ledger = run.ledger;
  std::string done;
  if (ledger.steps() > 0 || ledger.supersteps() == 0)
    done = fmt::format("{} of at most {} processors (T = {}, W = {})", plural(ledger.steps(), "step"),
                       with_separators(ledger.processors()), with_separators(ledger.steps()),
                       with_separators(ledger.work()));
  if (ledger.supersteps() > 0) {
    if (!done.empty()) done += " and ";
    done += fmt::format("{} of at most {} processes", plural(ledger.supersteps(), "superstep"),
                        with_separators(ledger.processes()));
  }
  return fmt::format("{} on {}, network {}, access {}: charge {}.", done, plural(run.machine.components, "component"),
                     run.machine.network.text(), run.machine.access.text(), with_separators(ledger.total_charge()));
}

/// Whether the charge comes from contention at all.
std::string contention_sentence(const Ledger& ledger) {
  const auto forward = static_cast<double>(ledger.charge());
  const double distinct = ledger.distinct_charge();
  if (distinct <= 0 || forward <= 0) return {};
  const std::string factor = decimal(ledger.performance_factor());
  if (forward < distinct)
    return fmt::format(
        "The performance factor is {}: the requests were charged less than as many to distinct hashed "
        "addresses, so nothing can be gained by mending concurrent accesses.",
        factor);
  const double contention = (forward - distinct) / static_cast<double>(ledger.total_charge());
  return fmt::format(
      "The performance factor is {}: {} of the whole charge came on top of what as many requests to "
      "distinct addresses are charged.",
      factor, percentage(contention, 1));
}

/// "Lines 50, 64 and 49 of list_ranking.cpp: 91% of the charge."
std::string lines_sentence(const Ledger& ledger) {
  std::map<std::pair<std::string, std::uint64_t>, double> sums;
  for (const LineTotal& line : ledger.lines())
    sums[{name_in_folder(line.where.file), line.where.line}] += static_cast<double>(line.charge);
  for (const TransferTotal& transfer : ledger.transfers())
    sums[{name_in_folder(transfer.where.file), transfer.where.line}] += transfer.charge;
  std::vector<std::pair<std::pair<std::string, std::uint64_t>, double>> lines(sums.begin(), sums.end());
  std::erase_if(lines, [](const auto& line) { return line.second <= 0; });
  std::ranges::stable_sort(lines, [](const auto& a, const auto& b) { return a.second > b.second; });
  if (lines.empty()) return {};
  lines.resize(std::min(lines.size(), named_lines));
  double charge = 0;
  std::vector<std::string> places;
  for (const auto& [place, share] : lines) {
    charge += share;
    places.push_back(fmt::format("{}:{}", base_name(place.first), place.second));
  }
  return fmt::format("{} {}: {} of the whole charge.", places.size() == 1 ? "Line" : "Lines", fmt::join(places, ", "),
                     percentage(charge, static_cast<double>(ledger.total_charge())));
}

/// What less contention could gain at most.
std::string gain_sentence(const Ledger& ledger) {
  const LineTotal* most = nullptr;
  for (const LineTotal& line : ledger.lines()) {
    if (line.largest_degree > 1 && (most == nullptr || line.avoidable_charge() > most->avoidable_charge()))
      most = &line;
  }
  if (!ledger.has_profile() || most == nullptr || most->avoidable_charge() < 0.5) return {};
  const double share = most->avoidable_charge() / static_cast<double>(ledger.total_charge());
  return fmt::format(
      "Of lines whose requests met, {}:{} could gain most from less contention: at most {} of the charge, "
      "{} of the whole.",
      base_name(most->where.file), most->where.line, decimal(most->avoidable_charge()), percentage(share, 1));
}

std::string cell_sentence(const Ledger& ledger) {
  const std::vector<CellTotal> cells = ledger.cells();
  if (cells.empty()) return {};
  const CellTotal& cell = cells.front();
  return fmt::format("The most contended cell is {}[{}]: {} processors in step {}.", cell.array, cell.index,
                     with_separators(cell.largest_degree), with_separators(cell.step));
}

std::string model_sentence(const RunSummary& run) {
  if (run.ledger.requests().total() == 0) return {};
  return fmt::format("The weakest model that the run satisfied is {}.", run.ledger.models().front());
}

}  // namespace

std::vector<std::string> verdict(const RunSummary& run) {
  std::vector<std::string> sentences = {whole_sentence(run)};
  if (run.interrupted) sentences.emplace_back("The run was interrupted: all numbers are of what it did until then.");
  for (std::string sentence : {contention_sentence(run.ledger), lines_sentence(run.ledger), gain_sentence(run.ledger),
                               cell_sentence(run.ledger), model_sentence(run)}) {
    if (!sentence.empty()) sentences.push_back(std::move(sentence));
  }
  return sentences;
}

}  // namespace pram::report
