#include <pram/ledger.hpp>

#include <string>
#include <utility>

#include <pram/error.hpp>

namespace pram {

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

void LedgerData::satisfied(const std::string& weakest) {
  breaches = {};
  if (weakest == "EREW") return;
  breaches.concurrent_reads = 1;
  if (weakest == "CREW") return;
  breaches.concurrent_writes = 1;
  if (weakest == "CRCW common") return;
  breaches.unequal_writes = 1;
}

Ledger::Ledger(LedgerData data) : data_(std::move(data)) {
  refuse_more(data_.step_records.size(), data_.steps, "steps");
  refuse_more(data_.superstep_records.size(), data_.supersteps, "supersteps");
  const auto refuse_strangers = [this](const auto& record, const std::vector<StepLine>& lines) {
    for (const StepLine& line : lines) refuse_unknown(line.line, data_.lines.size(), "line");
    if (record.pardo_number > 0) refuse_unknown(record.pardo, data_.pardos.size(), "pardo");
  };
  for (const StepRecord& step : data_.step_records) {
    if (step.requests.total() > 0) refuse_unknown(step.line, data_.lines.size(), "line");
    refuse_strangers(step, step.lines);
  }
  for (const SuperstepRecord& superstep : data_.superstep_records) refuse_strangers(superstep, superstep.shared.lines);
}

}  // namespace pram
