#include <vector>

#include "ledger_readers.hpp"

namespace pram::report {

namespace {

void read_shared(const Field& row, SuperstepTotal::Shared& shared) {
  read_facts(row, shared);
  std::vector<detail::QueuingCosts::Class> sums(row.at("queuing_sums").at("least").entries().size());
  read_column(row.at("queuing_sums"), "least", sums, &detail::QueuingCosts::Class::least);
  read_column(row.at("queuing_sums"), "accesses", sums, &detail::QueuingCosts::Class::accesses);
  for (const detail::QueuingCosts::Class& sum : sums) {
    if (sum.least == 0 || sum.accesses == 0) row.at("queuing_sums").refuse("sums above 0");
    shared.queuing.add(sum.least, sum.accesses);
  }
}

void read_total(const Field& row, SuperstepTotal& total) {
  read_facts(row, total);
  if (const auto shared = row.find("shared")) read_shared(*shared, total.shared);
}

void read_record(const Field& row, SuperstepRecord& record) {
  read_facts(row, record);
  const auto asked = row.find("shared");
  if (!asked) return;
  read_facts(*asked, record.shared);
  asked->get("largest_operations", record.largest_operations);
  read_phases(*asked, record.shared.phases);
}

}  // namespace

void read_supersteps(const Field& run, LedgerData& ledger) {
  read_rows(run, "superstep_totals", ledger.superstep_totals, read_total);
  for (const SuperstepTotal& total : ledger.superstep_totals) {
    ledger.supersteps += total.supersteps;
    ledger.superstep_charge += total.charge + total.charge_back;
  }
  if (const auto transfers = run.find("transfers"))
    read_numbered(*transfers, ledger.transfers,
                  [](const Field& row, TransferTotal& transfer) { read_facts(row, transfer); });
  read_rows(run, "unread_messages", ledger.unread_messages);
  read_rows(run, "superstep_records", ledger.superstep_records, read_record);
}

}  // namespace pram::report
