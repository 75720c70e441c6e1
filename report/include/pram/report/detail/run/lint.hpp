#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <pram/report/detail/value/value.hpp>

/// What a report says by itself: lints, a sentence each, which stand there only where they are true. The manual's page
/// on lints explains each by its name.
namespace pram::report {

/// What a lint has found.
struct Finding {
  std::string text;                  ///< a sentence without its full stop, of printable characters
  std::optional<double> share = {};  ///< of a whole that the text names, from 0 to 1; none: the text names none
};

struct Lint {
  std::string name;  ///< "unread-messages"
  std::string text;
  std::optional<double> share = {};
};

/// A lint of what a report is about. A table of these has all lints of such reports.
template <class Subject>
struct LintRow {
  const char* name;
  std::optional<Finding> (*find)(const Subject&);
};

/// All that the lints of a table find.
template <class Subject>
std::vector<Lint> found_lints(std::span<const LintRow<Subject>> table, const Subject& subject) {
  std::vector<Lint> lints;
  for (const LintRow<Subject>& row : table) {
    if (std::optional<Finding> found = row.find(subject))
      lints.push_back({row.name, std::move(found->text), found->share});
  }
  return lints;
}

/// Adds lints to a report: a section of text, and `lints` in JSON. Nothing is added where there are none.
void add_lints(Report& report, const std::vector<Lint>& lints);

}  // namespace pram::report
