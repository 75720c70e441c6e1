#include "matched_lines.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace pram::report {

namespace {

constexpr std::size_t most_pairs = 1 << 22;  // of lines of one file

using Lines = std::vector<std::pair<std::uint32_t, LineSum>>;

/// What a match of two lines is worth.
/// @param asked  the worth of asking for the same: more than all lines that did not move
unsigned worth(const Lines::value_type& was, const Lines::value_type& now, unsigned asked) {
  return (was.second.what == now.second.what ? asked : 0) + (was.first == now.first ? 1 : 0);
}

/// The lines by their short file names; files that share one are taken together.
std::map<std::string, FileLines> by_name(const Ledger& ledger) {
  std::map<std::string, FileLines> files;
  for (auto& [file, lines] : lines_by_file(ledger)) files[file.first].merge(lines);
  return files;
}

/// Pairs of places in the two lists, both ascending: those of the greatest worth in all.
std::vector<std::pair<std::size_t, std::size_t>> best_match(const Lines& was, const Lines& now) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  if (was.size() * now.size() > most_pairs) {
    for (std::size_t j = 0, k = 0; j < was.size() && k < now.size();) {
      if (was[j].first == now[k].first) pairs.emplace_back(j, k);
      const bool next_was = was[j].first <= now[k].first;
      const bool next_now = now[k].first <= was[j].first;
      j += next_was ? 1 : 0;
      k += next_now ? 1 : 0;
    }
    return pairs;
  }
  const auto asked = static_cast<unsigned>(std::min(was.size(), now.size())) + 1;
  // best[j][k]: of the lines from j and k on, as of a longest common subsequence.
  const std::size_t row = now.size() + 1;
  std::vector<unsigned> best((was.size() + 1) * row);
  for (std::size_t j = was.size(); j-- > 0;) {
    for (std::size_t k = now.size(); k-- > 0;) {
      best[j * row + k] = std::max(
          {best[(j + 1) * row + k], best[j * row + k + 1], best[(j + 1) * row + k + 1] + worth(was[j], now[k], asked)});
    }
  }
  for (std::size_t j = 0, k = 0; j < was.size() && k < now.size();) {
    const unsigned here = worth(was[j], now[k], asked);
    if (here > 0 && best[j * row + k] == best[(j + 1) * row + k + 1] + here) {
      pairs.emplace_back(j++, k++);
    } else if (best[j * row + k] == best[(j + 1) * row + k]) {
      ++j;
    } else {
      ++k;
    }
  }
  return pairs;
}

void match_file(const std::string& file, const FileLines& was, const FileLines& now, std::vector<MatchedLine>& lines,
                std::vector<MatchedLine>& gone) {
  const Lines before(was.begin(), was.end());
  const Lines after(now.begin(), now.end());
  const auto pairs = best_match(before, after);
  std::vector<bool> matched(before.size());
  auto next = pairs.begin();
  for (std::size_t k = 0; k < after.size(); ++k) {
    MatchedLine& line = lines.emplace_back();
    line.file = file;
    line.now = after[k].first;
    line.after = after[k].second;
    if (next == pairs.end() || next->second != k) continue;
    line.was = before[next->first].first;
    line.before = before[next->first].second;
    matched[next->first] = true;
    ++next;
  }
  for (std::size_t j = 0; j < before.size(); ++j) {
    if (matched[j]) continue;
    MatchedLine& line = gone.emplace_back();
    line.file = file;
    line.was = before[j].first;
    line.before = before[j].second;
  }
}

}  // namespace

std::vector<MatchedLine> matched_lines(const Ledger& baseline, const Ledger& run) {
  std::map<std::string, FileLines> was = by_name(baseline);
  const std::map<std::string, FileLines> now = by_name(run);
  std::vector<MatchedLine> lines;
  std::vector<MatchedLine> gone;
  for (const auto& [file, of_run] : now) {
    match_file(file, was[file], of_run, lines, gone);
    was.erase(file);
  }
  for (const auto& [file, of_baseline] : was) match_file(file, of_baseline, {}, lines, gone);
  lines.insert(lines.end(), gone.begin(), gone.end());
  return lines;
}

}  // namespace pram::report
