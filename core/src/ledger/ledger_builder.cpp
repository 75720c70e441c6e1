#include <pram/detail/ledger/ledger_builder.hpp>

#include <string>
#include <utility>

#include <pram/error.hpp>

namespace pram::detail {

namespace {

void refuse_more(std::size_t records, std::uint64_t counted, const char* what) {
  if (records > counted)
    throw Error("a ledger has no more records than " + std::string(what) + ": " + std::to_string(records) + " of " +
                std::to_string(counted));
}

void refuse_unknown(std::uint64_t number, std::size_t known, const char* what) {
  if (number >= known)
    throw Error("a record names " + std::string(what) + " " + std::to_string(number) + " of " + std::to_string(known) +
                ", counted from 0");
}

}  // namespace

void LedgerBuilder::satisfied(const std::string& weakest) {
  Ledger::Breaches& breaches = ledger_.breaches_;
  breaches = {};
  if (weakest == "EREW") return;
  breaches.concurrent_reads = 1;
  if (weakest == "CREW") return;
  breaches.concurrent_writes = 1;
  if (weakest == "CRCW common") return;
  breaches.unequal_writes = 1;
}

Ledger LedgerBuilder::take() {
  refuse_more(step_records.size(), steps, "steps");
  refuse_more(superstep_records.size(), supersteps, "supersteps");
  for (const StepRecord& step : step_records) {
    if (step.requests.total() > 0) refuse_unknown(step.line, lines.size(), "line");
    for (const StepLine& line : step.lines) refuse_unknown(line.line, lines.size(), "line");
    if (step.pardo_number > 0) refuse_unknown(step.pardo, pardos.size(), "pardo");
  }
  for (const SuperstepRecord& superstep : superstep_records) {
    for (const StepLine& line : superstep.shared.lines) refuse_unknown(line.line, lines.size(), "line");
    if (superstep.pardo_number > 0) refuse_unknown(superstep.pardo, pardos.size(), "pardo");
  }
  return std::exchange(ledger_, Ledger());
}

}  // namespace pram::detail
