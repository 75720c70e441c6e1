#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <pram/report/trace.hpp>

#include "trace.hpp"

namespace pram::report {

/// The source files of a trace's lines.
class SourceTexts {
 public:
  struct Source {
    std::string label;               ///< the file's name with its folder
    std::uint32_t first = 1;         ///< line of the first one here
    std::vector<std::string> lines;  ///< empty: the text is not to be had
  };

  /// The lines of each file from some above the first that asks to some below the last.
  SourceTexts(const RunTrace& trace, const TraceOptions& options);

  const std::vector<Source>& all() const { return sources_; }
  std::uint64_t number_of(const std::string& file) const { return numbers_.at(file); }

 private:
  std::vector<Source> sources_;
  std::map<std::string, std::uint64_t> numbers_;  // by file
};

}  // namespace pram::report
