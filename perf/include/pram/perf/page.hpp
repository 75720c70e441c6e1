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
  /// The text of a source file by the path that the compiler knew; none: read where it lies, if it can be.
  std::function<std::optional<std::string>(std::string_view file)> source = {};
  bool host_time = true;  ///< false: equal runs give equal pages
};

/// One file of HTML that loads nothing. What it shows can be read where scripts are blocked; scripts add selection, a
/// timeline to zoom, and tables to sort and save. Where the ledger kept no records (LedgerDetail::totals), pictures of
/// steps say so.
std::string profile_page(const RunSummary& run, const PageOptions& options = {});

/// Any report as such a page: its text and tables, to sort and to save. Its first paragraph is the title.
std::string report_page(const Report& report);

/// A comparison as such a page, with a picture of what each network and protocol charged.
std::string compare_page(const Comparison& comparison);

struct NamedPicture {
  std::string name;  ///< a word
  std::string svg;   ///< a file
};

/// The page's pictures.
std::vector<NamedPicture> profile_pictures(const RunSummary& run);

}  // namespace pram::perf
