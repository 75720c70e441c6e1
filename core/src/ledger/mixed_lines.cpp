#include "mixed_lines.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace pram::detail {

namespace {

// Where all processors take different paths through the program there are very many kinds of mixed lines.
constexpr std::size_t most_kinds = 64;

}  // namespace

void MixedLinesIndex::add(const std::vector<LineTotal>& lines, std::uint32_t line) {
  if (place_of_line_.size() < lines.size()) place_of_line_.resize(lines.size(), 0);
  if (place_of_line_[line] == 0) {
    for (; placed_ < lines.size(); ++placed_) {
      const SourceLine& where = lines[placed_].where;
      const auto first = first_at_.try_emplace({where.file, where.line}, static_cast<std::uint32_t>(placed_)).first;
      place_of_line_[placed_] = first->second + 1;
    }
  }
  const std::uint32_t place = place_of_line_[line] - 1;
  if (added_.size() <= place) added_.resize(lines.size(), false);
  if (added_[place]) return;
  places_.push_back(place);
  added_[place] = true;
}

void MixedLinesIndex::enter(const std::vector<LineTotal>& lines, std::vector<MixedLines>& mixed, std::uint64_t step) {
  std::ranges::sort(places_);
  const auto known = known_.find(places_);
  if (known != known_.end()) {
    ++mixed[known->second].steps;
    return;
  }
  if (mixed.size() == most_kinds) return;
  MixedLines made;
  for (const std::uint32_t place : places_) made.lines.push_back(lines[place].where);
  std::ranges::sort(made.lines, [](const SourceLine& a, const SourceLine& b) {
    return std::tie(a.file, a.line) < std::tie(b.file, b.line);
  });
  made.steps = 1;
  made.step = step;
  mixed.push_back(std::move(made));
  try {
    known_.emplace(places_, mixed.size() - 1);
  } catch (...) {
    mixed.pop_back();
    throw;
  }
}

}  // namespace pram::detail
