#include <fmt/format.h>

#include <algorithm>

#include <pram/machines/replay.hpp>

namespace pram {

std::uint32_t OperationTrace::rank_of(std::uint32_t operation) const {
  return static_cast<std::uint32_t>(std::ranges::upper_bound(first, operation) - first.begin() - 1);
}

std::string_view OperationTrace::label(std::uint32_t operation) const {
  const std::size_t begin = first_of_label[operation];
  return std::string_view(label_text).substr(begin, first_of_label[operation + std::size_t{1}] - begin);
}

TraceError::TraceError(const std::string& file, std::uint64_t in_line, const std::string& reason, bool of_syntax)
    : Error(in_line == 0 ? fmt::format("{}: {}", file, reason) : fmt::format("{}:{}: {}", file, in_line, reason)),
      line(in_line),
      syntax(of_syntax) {}

std::string_view to_string(PathPart part) {
  switch (part) {
    case PathPart::calc: return "calc";
    case PathPart::overhead: return "overhead";
    case PathPart::network: return "network";
    case PathPart::waiting: return "waiting";
  }
  return "";
}

}  // namespace pram
