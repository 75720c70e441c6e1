#include "source_view.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <pram/report/detail/file/descriptor_stream.hpp>
#include <pram/report/detail/picture/drawing.hpp>
#include <pram/report/detail/value/text.hpp>
#include <pram/spec.hpp>
#include "baseline/matched_lines.hpp"
#include "profile/lines/line_sums.hpp"

namespace pram::report {

namespace {

constexpr std::uintmax_t largest_file = 4 << 20;
constexpr std::size_t whole_file = 120;  // lines; of longer files those around requests are shown
constexpr std::size_t around = 6;        // lines above and below
constexpr std::size_t longest_line = 160;

/// What the baseline was charged at the lines of a file; by their numbers now.
using Ghosts = std::map<std::uint32_t, double>;

/// The same of all files, by their short names.
std::map<std::string, Ghosts> ghosts_by_file(const Ledger& ledger, const Ledger* baseline) {
  std::map<std::string, Ghosts> files;
  if (baseline == nullptr) return files;
  for (const MatchedLine& line : matched_lines(*baseline, ledger)) {
    if (line.was && line.now) files[line.file][*line.now] = line.before.charge;
  }
  return files;
}

/// Blanks for tabs.
std::string untabbed(std::string_view line) {
  std::string out;
  for (const char c : line) {
    if (c == '\t') {
      out.append(4 - out.size() % 4, ' ');
    } else if (c != '\r') {
      out += c;
    }
  }
  return out;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (std::string_view line; take_line(text, line);) lines.push_back(untabbed(line));
  return lines;
}

/// @param whole  the whole charge
/// @param most   the charge that a bar of full length stands for
struct Scale {
  double whole = 0;
  double most = 0;
  bool profile = false;  ///< lines have the charge of distinct addresses, too

  double share(double charge) const { return most > 0 ? charge / most : 0; }
};

/// The cells of the factor and of what could be spared. Cells end where the next begins.
std::string contention_cells(const LineSum* sum, const Scale& scale) {
  if (!scale.profile) return "";
  if (sum->distinct <= 0) return "<td class=\"run\"><td class=\"run\">";
  return fmt::format("<td class=\"run\">{:.2f}<td class=\"run\">{}", sum->forward / sum->distinct,
                     std::lround(sum->forward - sum->distinct));
}

/// @param ghost  what the baseline was charged here; none: it has no such line
std::string row(std::size_t number, const LineSum* sum, const Scale& scale, std::optional<double> ghost,
                const std::string& key, const std::string& text) {
  // Cells and rows end where the next begins. Most rows of a page are those of lines that asked for nothing.
  const std::string code = "<td>" + escaped(shortened(text, longest_line));
  if (sum == nullptr) return fmt::format("<tr>\n<td>{}<td colspan={}>{}", number, scale.profile ? 5 : 3, code);
  const int heat = static_cast<int>(std::lround(15 * scale.share(sum->charge)));
  std::string bars =
      fmt::format("<span class=\"bar\" style=\"width:{}%\"></span>", coordinate(100 * scale.share(sum->charge)));
  if (ghost) {
    bars += fmt::format("<span class=\"ghost\" style=\"width:{}%\" title=\"baseline: {}\"></span>",
                        coordinate(100 * scale.share(*ghost)), decimal(*ghost));
  }
  return fmt::format(
      "<tr data-line=\"{}\">\n<td>{}<td class=\"share heat-h{}\" "
      "data-value=\"{}\">{}<span class=\"value\">{}</span><td data-value=\"{}\">{}<td "
      "data-value=\"{}\">{}{}{}",
      escaped(key), number, heat, sum->charge, bars, percentage(sum->charge, scale.whole), sum->requests,
      compact(sum->requests), sum->largest_degree, sum->largest_degree > 0 ? compact(sum->largest_degree) : "",
      contention_cells(sum, scale), code);
}

/// The rows of one file.
std::string rows(const std::string& label, const FileLines& sums, const Ghosts& ghosts,
                 const std::vector<std::string>& text, const Scale& scale) {
  std::string out;
  const auto ghost = [&](std::size_t number) -> std::optional<double> {
    const auto found = ghosts.find(static_cast<std::uint32_t>(number));
    return found == ghosts.end() ? std::nullopt : std::optional(found->second);
  };
  const auto key = [&](std::size_t number) { return fmt::format("{}:{}", label, number); };
  if (text.empty()) {
    for (const auto& [number, sum] : sums) out += row(number, &sum, scale, ghost(number), key(number), sum.what);
    return out;
  }
  const auto near = [&](std::size_t number) {
    if (text.size() <= whole_file) return true;
    const auto next = sums.lower_bound(static_cast<std::uint32_t>(number > around ? number - around : 0));
    return next != sums.end() && next->first <= number + around;
  };
  bool shown = true;
  for (std::size_t number = 1; number <= text.size(); ++number) {
    if (!near(number)) {
      if (shown) out += "<tr class=\"gap\">\n<td>…";
      shown = false;
      continue;
    }
    shown = true;
    const auto found = sums.find(static_cast<std::uint32_t>(number));
    out += row(number, found == sums.end() ? nullptr : &found->second, scale, ghost(number), key(number),
               text[number - 1]);
  }
  return out;
}

}  // namespace

std::optional<std::string> source_on_disk(std::string_view file) {
  std::error_code error;
  const std::filesystem::path path(file);
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  if (std::filesystem::file_size(path, error) > largest_file || error) return std::nullopt;
  const Descriptor in(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!in) return std::nullopt;
  return content_of(in);
}

View source_view(const Ledger& ledger, const SourceText& text, const Ledger* baseline) {
  View view{"source", "Source",
            "Each line that asked for something, with its share of the whole charge, its requests (messages of BSP "
            "processes) and the most processors that one of its cells had in a step.",
            ""};
  if (ledger.has_profile() && !ledger.lines().empty()) {
    view.reading +=
        " The factor is its forward charge over that of as many requests for distinct addresses; the difference is "
        "what "
        "could be spared at most.";
  }
  const std::map<FileName, FileLines> files = lines_by_file(ledger);
  if (files.empty()) {
    view.markup = "<p>No line of the program made a request.</p>\n";
    return view;
  }
  if (baseline != nullptr) view.reading += " The line below a bar is as long as the bar of the baseline.";
  const std::map<std::string, Ghosts> ghosts = ghosts_by_file(ledger, baseline);
  Scale scale{.whole = static_cast<double>(ledger.total_charge()),
              .profile = ledger.has_profile() && !ledger.lines().empty()};
  for (const auto& [file, sums] : files) {
    for (const auto& [number, sum] : sums) scale.most = std::max(scale.most, sum.charge);
  }
  for (const auto& [file, of_file] : ghosts) {
    for (const auto& [number, charge] : of_file) scale.most = std::max(scale.most, charge);
  }
  for (const auto& [file, sums] : files) {
    const std::string& label = file.first;
    const std::optional<std::string> found = text(file.second);
    const auto then = ghosts.find(label);
    view.markup += fmt::format("<h3>{}</h3>\n", escaped(label));
    if (!found) {
      view.markup +=
          "<p>The text of this file is not to be had here: lines stand with what they asked for instead.</p>\n";
    }
    view.markup +=
        "<div class=\"wide\"><table class=\"source\"><thead><tr><th class=\"number\">line</th><th>charge</th>"
        "<th class=\"number\">requests</th><th class=\"number\">degree</th>" +
        std::string(scale.profile ? "<th class=\"number\">factor</th><th class=\"number\">spared</th>" : "") +
        "<th>source</th></tr></thead>\n<tbody>\n" +
        rows(label, sums, then == ghosts.end() ? Ghosts() : then->second,
             found ? lines_of(*found) : std::vector<std::string>(), scale) +
        "</tbody></table></div>\n";
  }
  return view;
}

}  // namespace pram::report
