#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <pram/report/detail/run/cell_reads.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>
#include "run_lints.hpp"

namespace pram::report {

namespace {

constexpr double least_share = 0.1;  // of the cells that processors wrote
constexpr std::size_t most_named_arrays = 3;

// A run of some tenths of a second when it is observed request by request: longer ones are not run again unasked.
constexpr std::uint64_t most_requests_observed = std::uint64_t{1} << 19;
constexpr std::uint64_t most_work_observed = std::uint64_t{1} << 24;

}  // namespace

void CellReads::array(const Array& array, std::span<const Word>) {
  if (arrays_.try_emplace(array.number, Cells{array.name, {}}).second) made_.push_back(array.number);
}

void CellReads::request(const Request& request) {
  auto& cells = arrays_.at(request.array.number).read;
  if (request.action != Action::read) {
    cells[request.index] |= request.replied;
    return;
  }
  const auto written = cells.find(request.index);
  if (written != cells.end()) written->second = true;
}

void CellReads::host_reads(const Array& array, std::uint64_t first, std::uint64_t count) {
  auto& cells = arrays_.at(array.number).read;
  if (count < cells.size()) {
    for (std::uint64_t index = first; index < first + count; ++index) {
      const auto written = cells.find(index);
      if (written != cells.end()) written->second = true;
    }
    return;
  }
  for (auto& [index, read] : cells) read |= index >= first && index - first < count;
}

std::vector<WrittenCells> CellReads::found() const {
  std::vector<WrittenCells> found;
  for (const std::uint64_t number : made_) {
    const Cells& cells = arrays_.at(number);
    if (cells.read.empty()) continue;
    auto row = std::ranges::find(found, cells.array, &WrittenCells::array);
    if (row == found.end()) row = found.insert(found.end(), {cells.array});
    row->written += cells.read.size();
    row->unread +=
        static_cast<std::uint64_t>(std::ranges::count_if(cells.read, [](const auto& cell) { return !cell.second; }));
  }
  return found;
}

bool lints_want_cell_reads(const RunSummary& run) {
  const RequestCounts& requests = run.ledger.requests();
  return !run.lints && !run.interrupted && requests.total() > requests.reads &&
         is_at_most(run, most_requests_observed, most_work_observed);
}

/// The cells that processors wrote and nobody read, by a run that was observed.
std::optional<Finding> unread_cells_lint(const RunSummary& run) {
  std::uint64_t written = 0;
  std::uint64_t unread = 0;
  std::vector<WrittenCells> arrays;
  for (const WrittenCells& one : run.written_cells) {
    written += one.written;
    unread += one.unread;
    if (one.unread > 0) arrays.push_back(one);
  }
  const double share = written == 0 ? 0 : static_cast<double>(unread) / static_cast<double>(written);
  if (share < least_share) return std::nullopt;
  std::ranges::stable_sort(arrays, std::ranges::greater{}, &WrittenCells::unread);
  std::vector<std::string> named;
  for (const WrittenCells& one : arrays) {
    if (named.size() == most_named_arrays) break;
    named.push_back(
        fmt::format("{} of {} in {}", with_separators(one.unread), with_separators(one.written), printable(one.array)));
  }
  return Finding{
      fmt::format("{} of the cells that processors wrote were never read, neither by processors nor by host code: {}{}",
                  percentage(share, 1), fmt::join(named, ", "),
                  arrays.size() > named.size()
                      ? fmt::format(" and {} more", plural(arrays.size() - named.size(), "array"))
                      : ""),
      share};
}

}  // namespace pram::report
