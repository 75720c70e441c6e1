#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <pram/ledger.hpp>

namespace pram::detail {

/// Finds the entry of a step's source lines among those of the ledger.
class MixedLinesIndex {
 public:
  /// Begins a step.
  void begin() {
    for (const std::uint32_t place : places_) added_[place] = false;
    places_.clear();
  }

  /// Adds one of the ledger's lines: its place, for lines of several arrays or operations stand in one place.
  void add(const std::vector<LineTotal>& lines, std::uint32_t line);

  /// Whether all lines of the step are in one place.
  bool one_line() const { return places_.size() < 2; }

  /// Forgets the ledger's lines from this number on, which are gone.
  void forget_from(std::size_t line) noexcept {
    if (place_of_line_.size() > line) place_of_line_.resize(line);
    std::erase_if(first_at_, [line](const auto& first) { return first.second >= line; });
    placed_ = std::min(placed_, line);
  }

  /// Counts the step. Nothing has changed if it throws std::bad_alloc.
  void enter(const std::vector<LineTotal>& lines, std::vector<MixedLines>& mixed, std::uint64_t step);

 private:
  std::vector<std::uint32_t>
      place_of_line_;  // the first of the ledger's lines with the same place, plus 1; 0: not known
  std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> first_at_;  // by file and line: that line's number
  std::size_t placed_ = 0;                                                   // lines that have a place
  std::vector<bool> added_;                                                  // by place: in places_
  std::vector<std::uint32_t> places_;                                        // of the step
  std::map<std::vector<std::uint32_t>, std::size_t> known_;
};

}  // namespace pram::detail
