#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pram/detail/function.hpp>
#include <pram/report/detail/file/file.hpp>
#include <pram/report/detail/run/run.hpp>
#include <pram/report/detail/value/value.hpp>

/// Reports as pages to look at, and as pictures.
namespace pram::report {

/// The text of a file on the disk; nothing if it is not there or larger than 4 MB.
std::optional<std::string> source_on_disk(std::string_view file);

/// What a page holds of the records of a long run. Beyond `numbers` of them neighbouring steps are put into bins, with
/// the sum and the most of each number, and the costliest steps stay single. All sums stay exact.
struct PageLimits {
  std::uint64_t numbers = 2'000'000;  ///< a page of some 8 MB
  std::size_t bins = 4096;
  std::size_t costliest = 1000;
};

struct PageOptions {
  std::string title = {};  ///< "": the program's name
  /// Gives the text of a source file by the path that the compiler knew. None: the page reads the file at that path, if
  /// it is there.
  Function<std::optional<std::string>(std::string_view file)> source = {};
  bool host_time = true;                 ///< the page says how long the run took; false: equal runs give equal pages
  const RunSummary* baseline = nullptr;  ///< an earlier run to set this one beside; null: none
  PageLimits limits = {};
  /// The command that runs the program with other access protocols, for the view of what less contention could gain.
  /// "": there is none, as for a program of a user's own.
  std::string comparison = {};
};

/// A run as one file of HTML that loads nothing. All that it shows can be read where scripts are blocked. Scripts add a
/// selection, a timeline to zoom, and tables to sort and to save. Where the ledger kept no records
/// (LedgerDetail::totals), the pictures of steps say so.
std::string profile_page(const RunSummary& run, const PageOptions& options = {});

/// Any report as such a page: its text and tables, to sort and to save. Its first paragraph is the title.
std::string report_page(const Report& report);

/// The pictures of profile_page(), each as a file of its own: charge.svg, timeline.svg and relations.svg; of a
/// ledger of LedgerDetail::profile also degrees.svg and components.svg, and links.svg and replies.svg where the network
/// has links; speed-up.svg where there were runs on machines of other sizes.
/// @param baseline  an earlier run, which stands beside this one in charge.svg; null: none
std::vector<NamedFile> profile_pictures(const RunSummary& run, const RunSummary* baseline = nullptr);

}  // namespace pram::report
