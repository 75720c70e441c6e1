#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pram/perf/runs/compare.hpp>
#include <pram/perf/runs/profile.hpp>

/// Reports as pages to look at, and as pictures.
namespace pram::perf {

struct PageOptions {
  std::string title = {};  ///< "": the program's name
  /// Gives the text of a source file by the path that the compiler knew. None: the page reads the file at that path, if
  /// it is there.
  std::function<std::optional<std::string>(std::string_view file)> source = {};
  bool host_time = true;  ///< the page says how long the run took; false: equal runs give equal pages
};

/// A run as one file of HTML that loads nothing. All that it shows can be read where scripts are blocked. Scripts add a
/// selection, a timeline to zoom, and tables to sort and to save. Where the ledger kept no records
/// (LedgerDetail::totals), the pictures of steps say so.
std::string profile_page(const RunSummary& run, const PageOptions& options = {});

/// Any report as such a page: its text and tables, to sort and to save. Its first paragraph is the title.
std::string report_page(const Report& report);

/// A comparison as such a page, with a picture of what each network and protocol charged.
std::string compare_page(const Comparison& comparison);

struct NamedPicture {
  std::string name;  ///< one word, which can be part of a file's name
  std::string svg;   ///< the content of a file
};

/// The pictures of profile_page(), each as a file of its own.
std::vector<NamedPicture> profile_pictures(const RunSummary& run);

}  // namespace pram::perf
