#include "report_file.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>

#include <pram/error.hpp>
#include <pram/report/detail/read_json.hpp>
#include <pram/report/text.hpp>

namespace pram::tool {

namespace {

// A ledger has records of 65536 steps unless it is asked for more, and each takes some hundred bytes.
constexpr std::size_t largest_report = std::size_t{1} << 30;

std::string text_from(std::istream& in) {
  std::string text;
  std::array<char, 1 << 16> block;
  while (in.read(block.data(), block.size()) || in.gcount() > 0) {
    text.append(block.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > largest_report) throw Error("it has more than 1 GiB");
  }
  if (in.bad()) throw Error(errno != 0 ? std::strerror(errno) : "the stream failed");
  return text;
}

std::string text_from(const std::string& path) {
  if (path == "-") return text_from(std::cin);
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown)) throw Error("it is a folder");
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Error(std::strerror(errno != 0 ? errno : ENOENT));
  return text_from(in);
}

/// What `read` makes of a file's JSON.
template <class Read>
auto read_file(const std::string& path, Read read) {
  try {
    const report::Value value = report::read_json(text_from(path));
    return read(report::Field(value, ""));
  } catch (const Error& error) {
    const std::string name = path == "-" ? "standard input" : "'" + report::printable(path) + "'";
    throw Error(fmt::format("the report {} cannot be read: {}", name, error.what()));
  }
}

}  // namespace

SavedReport read_report(const std::string& path) {
  return read_file(path, [](const report::Field& saved) -> SavedReport {
    if (saved.find("ideal_charge")) return perf::read_comparison(saved);
    return report::read_run(saved);
  });
}

report::SavedRun read_run(const std::string& path) {
  return read_file(path, [](const report::Field& saved) { return report::read_run(saved); });
}

}  // namespace pram::tool
