#include "source_texts.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include <pram/spec.hpp>
#include "page/views/source_view.hpp"
#include "profile/lines/lines.hpp"

namespace pram::report {

namespace {

constexpr std::uint32_t above = 12;  // lines
constexpr std::uint32_t below = 6;

std::vector<std::string> lines_of(std::string_view text, std::uint32_t first, std::uint32_t last) {
  std::vector<std::string> lines;
  std::uint32_t number = 0;
  for (std::string_view line; take_line(text, line);) {
    ++number;
    if (number < first || number > last) continue;
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.emplace_back(line);
  }
  return lines;
}

}  // namespace

SourceTexts::SourceTexts(const RunTrace& trace, const TraceOptions& options) {
  for (const SourceLine& line : trace.lines) {
    if (!numbers_.try_emplace(line.file, sources_.size()).second) continue;
    std::uint32_t first = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t last = 0;
    for (const SourceLine& other : trace.lines) {
      if (other.file != line.file) continue;
      first = std::min(first, other.line);
      last = std::max(last, other.line);
    }
    Source& made = sources_.emplace_back();
    made.label = name_in_folder(line.file);
    made.first = first > above ? first - above : 1;
    const std::optional<std::string> text = options.source ? options.source(line.file) : source_on_disk(line.file);
    if (text) made.lines = lines_of(*text, made.first, last + below);
  }
}

}  // namespace pram::report
