#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include <pram/ledger.hpp>

namespace pram::report {

/// What the requests, transfers and collectives of one source line have in common.
struct LineSum {
  double charge = 0;
  std::uint64_t requests = 0;  ///< messages of transfers, words of collectives
  std::uint64_t largest_degree = 0;
  double forward = 0;   ///< charge of requests; 0 in what LedgerDetail::profile did not record, as below
  double distinct = 0;  ///< the same with all addresses distinct
  std::string what;     ///< "read next, write rank"
};

/// By line, of one file.
using FileLines = std::map<std::uint32_t, LineSum>;

/// A source file: "list/list_ranking.cpp", and its whole path.
using FileName = std::pair<std::string, std::string>;

/// The lines of a run by their files.
std::map<FileName, FileLines> lines_by_file(const Ledger& ledger);

}  // namespace pram::report
