#include "line_sums.hpp"

#include <algorithm>

#include "lines.hpp"

namespace pram::report {

namespace {

LineSum& add(std::map<FileName, FileLines>& files, const SourceLine& where, double charge, std::uint64_t requests,
             std::uint64_t degree, const std::string& what) {
  LineSum& sum = files[{name_in_folder(where.file), where.file}][static_cast<std::uint32_t>(where.line)];
  sum.charge += charge;
  sum.requests += requests;
  sum.largest_degree = std::max(sum.largest_degree, degree);
  // With what stands around it, since one name may begin another.
  if ((", " + sum.what + ", ").find(", " + what + ", ") == std::string::npos)
    sum.what += (sum.what.empty() ? "" : ", ") + what;
  return sum;
}

}  // namespace

std::map<FileName, FileLines> lines_by_file(const Ledger& ledger) {
  std::map<FileName, FileLines> files;
  for (const LineTotal& line : ledger.lines()) {
    LineSum& sum = add(files, line.where, static_cast<double>(line.charge), line.requests, line.largest_degree,
                       line.operation + " " + line.array);
    if (!ledger.has_profile()) continue;
    sum.forward += line.charge_forward;
    sum.distinct += line.distinct_charge;
  }
  for (const TransferTotal& transfer : ledger.transfers()) {
    add(files, transfer.where, transfer.charge, transfer.messages, 0, transfer.operation + " " + transfer.subject);
  }
  for (const CollectiveTotal& collective : ledger.collectives()) {
    add(files, collective.where, static_cast<double>(collective.charge), collective.words, 0,
        collective.operation + " " + collective.array);
  }
  return files;
}

}  // namespace pram::report
