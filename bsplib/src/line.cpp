#include "line.hpp"

#include <map>
#include <mutex>
#include <utility>

#include <pram/error.hpp>

namespace pram::bsplib {

std::string at(const Line& line) {
  return line.file[0] == '\0' ? "" : ", at " + to_string(SourceLine{line.file, line.line});
}

const std::string& tag_of(const Line& line) {
  // Processes mostly stand at one line.
  struct Last {
    Line line;
    const std::string* tag = nullptr;
  };
  static constinit thread_local Last last;
  if (last.tag != nullptr && last.line.file == line.file && last.line.line == line.line) return *last.tag;
  static std::mutex naming;
  static auto& tags = *new std::map<std::pair<std::string, std::uint32_t>, std::string>;
  const std::scoped_lock lock(naming);
  const auto [known, fresh] = tags.try_emplace({line.file, line.line});
  if (fresh && line.file[0] != '\0') known->second = to_string(SourceLine{line.file, line.line});
  last = {line, &known->second};
  return known->second;
}

}  // namespace pram::bsplib
