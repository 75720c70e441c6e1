#include "lines.hpp"

#include <algorithm>
#include <tuple>

namespace pram::perf {

std::vector<LineTotal> costliest_first(const Ledger& ledger) {
  std::vector<LineTotal> lines = ledger.lines();
  std::ranges::sort(lines, [](const LineTotal& a, const LineTotal& b) {
    return std::tie(b.charge, b.requests, a.where.file, a.where.line, a.array, a.operation) <
           std::tie(a.charge, a.requests, b.where.file, b.where.line, b.array, b.operation);
  });
  return lines;
}

std::string base_name(std::string_view path) {
  return path.empty() ? "?" : std::string(path.substr(path.rfind('/') + 1));
}

std::string name_in_folder(std::string_view path) {
  if (path.empty()) return "?";
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos || slash == 0) return base_name(path);
  const std::size_t before = path.rfind('/', slash - 1);
  return std::string(path.substr(before == std::string_view::npos ? 0 : before + 1));
}

}  // namespace pram::perf
