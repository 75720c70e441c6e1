#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <pram/ledger.hpp>
#include <pram/report/detail/value/places.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::report {

/// A total with its place in the ledger's list.
template <class Total>
struct Numbered : Total {
  std::size_t number = 0;
};

template <class Total>
std::vector<Numbered<Total>> numbered(const std::vector<Total>& totals) {
  std::vector<Numbered<Total>> all;
  for (const Total& total : totals) all.push_back({total, all.size()});
  return all;
}

/// The ledger's lines, those that cost most first; ties by place, array and operation.
std::vector<Numbered<LineTotal>> costliest_first(const Ledger& ledger);

/// "connected_components.cpp" of any path; "?" if it is empty.
std::string base_name(std::string_view path);

/// "graph/connected_components.cpp:65"
std::string place_text(const SourceLine& where);

/// The base names of the files that totals stand in, as text shows them. Where two files share a base name, their
/// folders are shown too.
template <class Total>
std::vector<std::string> file_labels(const std::vector<Total>& lines) {
  std::vector<std::string> labels;
  for (const Total& line : lines) {
    const bool ambiguous = std::ranges::any_of(lines, [&](const Total& other) {
      return other.where.file != line.where.file && base_name(other.where.file) == base_name(line.where.file);
    });
    labels.push_back(printable(ambiguous ? name_in_folder(line.where.file) : base_name(line.where.file)));
  }
  return labels;
}

/// Whether all files are the same, or there are none.
inline bool one_of_a_kind(const std::vector<std::string>& files) {
  return std::ranges::adjacent_find(files, std::ranges::not_equal_to{}) == files.end();
}

}  // namespace pram::report
