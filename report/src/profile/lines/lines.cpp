#include "lines.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <tuple>
#include <utility>

namespace pram::report {

std::vector<Numbered<LineTotal>> costliest_first(const Ledger& ledger) {
  std::vector<Numbered<LineTotal>> lines = numbered(ledger.lines());
  std::ranges::sort(lines, [](const LineTotal& a, const LineTotal& b) {
    const auto files = std::pair(name_in_folder(a.where.file), name_in_folder(b.where.file));
    return std::tie(b.charge, b.requests, files.first, a.where.line, a.array, a.operation) <
           std::tie(a.charge, a.requests, files.second, b.where.line, b.array, b.operation);
  });
  return lines;
}

std::string base_name(std::string_view path) {
  return path.empty() ? "?" : std::string(path.substr(path.rfind('/') + 1));
}

std::string name_in_folder(std::string_view path) {
  // "report/../small_run.hpp" lies beside report.
  const std::filesystem::path whole = std::filesystem::path(path).lexically_normal();
  const std::filesystem::path folder = whole.parent_path().filename();
  return folder.empty() ? base_name(path) : (folder / whole.filename()).generic_string();
}

std::string place_text(const SourceLine& where) {
  return name_in_folder(where.file) + ":" + std::to_string(where.line);
}

}  // namespace pram::report
