#include <cstddef>
#include <vector>

#include "ledger_readers.hpp"

namespace pram::report {

namespace {

/// What a total and a record have both.
template <class Supersteps>
void read_counts(const Field& row, Supersteps& into) {
  row.get("tag", into.tag).get("work", into.work).get("largest_work", into.largest_work);
  row.get("messages", into.messages).get("words", into.words);
  row.get("largest_sent", into.largest_sent).get("largest_received", into.largest_received);
  row.get("pattern", into.pattern).get("pattern_back", into.pattern_back);
  row.get("forward", into.charge).get("back", into.charge_back);
}

void read_shared(const Field& row, SuperstepTotal::Shared& shared) {
  read_requests(row.at("requests"), shared.requests);
  row.get("supersteps", shared.supersteps).get("distinct", shared.distinct);
  row.get("largest_operations", shared.largest_operations).get("largest_accesses", shared.largest_accesses);
  row.get("contention", shared.contention).get("forward", shared.charge).get("back", shared.charge_back);
  row.get("largest_read_degree", shared.largest_read_degree);
  row.get("largest_write_degree", shared.largest_write_degree);
  std::vector<detail::QueuingCosts::Class> sums(row.at("queuing_sums").at("least").entries().size());
  read_column(row.at("queuing_sums"), "least", sums, &detail::QueuingCosts::Class::least);
  read_column(row.at("queuing_sums"), "accesses", sums, &detail::QueuingCosts::Class::accesses);
  for (const detail::QueuingCosts::Class& sum : sums) {
    if (sum.least == 0 || sum.accesses == 0) row.at("queuing_sums").refuse("sums above 0");
    shared.queuing.add(sum.least, sum.accesses);
  }
}

void read_total(const Field& row, SuperstepTotal& total) {
  read_counts(row, total);
  row.get("supersteps", total.supersteps).get("mean_work", total.mean_work).get("mean_words", total.mean_words);
  row.get("relation", total.relation);
  if (const auto shared = row.find("shared")) read_shared(*shared, total.shared);
}

void read_record(const Field& row, SuperstepRecord& record) {
  read_counts(row, record);
  row.get("superstep", record.superstep).get("processes", record.processes).get("components", record.components);
  if (const auto pardo = row.find("pardo")) {
    pardo->to(record.pardo);
    row.get("pardo_number", record.pardo_number);
  }
  const auto asked = row.find("shared");
  if (!asked) return;
  SharedAccess& shared = record.shared;
  read_requests(asked->at("requests"), shared.requests);
  asked->get("distinct", shared.distinct).get("largest_operations", record.largest_operations);
  asked->get("largest_read_degree", shared.largest_read_degree);
  asked->get("largest_write_degree", shared.largest_write_degree);
  asked->get("largest_requests", shared.largest_requests).get("largest_reads", shared.largest_reads);
  asked->get("largest_writes", shared.largest_writes).get("forward", shared.charge).get("back", shared.charge_back);
  asked->get("distinct_charge", shared.distinct_charge);
  for (const Field& phase : asked->at("phases").entries()) read_phase(phase, shared.phases.emplace_back());
}

void read_transfer(const Field& row, TransferTotal& transfer) {
  read_place(row, transfer.where);
  row.get("subject", transfer.subject).get("operation", transfer.operation).get("messages", transfer.messages);
  row.get("words", transfer.words).get("supersteps", transfer.supersteps).get("charge", transfer.charge);
}

void read_unread(const Field& row, UnreadMessages& unread) {
  row.get("queue", unread.queue).get("messages", unread.messages).get("of_another_type", unread.of_another_type);
}

}  // namespace

void read_supersteps(const Field& run, detail::LedgerBuilder& ledger) {
  if (const auto processes = run.find("processes")) processes->to(ledger.processes);
  if (const auto totals = run.find("superstep_totals")) {
    for (const Field& row : totals->entries()) {
      SuperstepTotal& total = ledger.superstep_totals.emplace_back();
      read_total(row, total);
      ledger.supersteps += total.supersteps;
      ledger.superstep_charge += total.charge + total.charge_back;
    }
  }
  if (const auto transfers = run.find("transfers")) read_numbered(*transfers, ledger.transfers, read_transfer);
  if (const auto unread = run.find("unread_messages")) {
    for (const Field& row : unread->entries()) read_unread(row, ledger.unread_messages.emplace_back());
  }
  if (const auto records = run.find("superstep_records")) {
    for (const Field& row : records->entries()) read_record(row, ledger.superstep_records.emplace_back());
  }
}

}  // namespace pram::report
