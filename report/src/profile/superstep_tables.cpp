#include "superstep_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include <pram/report/detail/run/program_run.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>
#include "ledger_tables.hpp"
#include "lines/line_table.hpp"
#include "value/fact_fields.hpp"

namespace pram::report {

namespace {

constexpr std::size_t shown_tags = 12;
constexpr std::size_t shown_transfers = 10;

/// The supersteps of one tag, of several, or all of them.
struct TagRow {
  SuperstepTotal sum;
  std::string label;
};

/// Largest to mean: 1 where all components have as much.
Value imbalance(std::uint64_t largest, double mean) {
  return mean > 0 ? Value(static_cast<double>(largest) / mean) : Value();
}
std::string imbalance_text(std::uint64_t largest, double mean) {
  return mean > 0 ? decimal(static_cast<double>(largest) / mean) : "-";
}

double predicted(const SuperstepTotal& sum, const BspParameters& parameters) {
  return parameters.cost(static_cast<double>(sum.largest_work), static_cast<double>(sum.relation),
                         static_cast<double>(sum.supersteps));
}

/// The rows that text shows: of many tags those that cost most, in the order of their first use, and the others as one.
std::vector<TagRow> shown_rows(std::vector<TagRow> rows) {
  if (rows.size() <= shown_tags) return rows;
  constexpr std::size_t single = shown_tags - 1;
  std::vector<std::uint64_t> costs;
  for (const TagRow& row : rows) costs.push_back(row.sum.cost());
  std::ranges::nth_element(costs, costs.begin() + single - 1, std::ranges::greater());
  const std::uint64_t least = costs[single - 1];
  auto ties = static_cast<std::size_t>(std::count(costs.begin(), costs.begin() + single, least));
  std::vector<TagRow> shown;
  TagRow others;
  others.label = fmt::format("{} others", rows.size() - single);
  for (TagRow& row : rows) {
    const bool stays = row.sum.cost() > least || (row.sum.cost() == least && ties > 0);
    if (stays && row.sum.cost() == least) --ties;
    if (stays) {
      shown.push_back(std::move(row));
    } else {
      others.sum.add(row.sum);
    }
  }
  shown.push_back(std::move(others));
  return shown;
}

const SuperstepTotal& sum_of_row(const TagRow& row) { return row.sum; }

auto sum_facts(unsigned first, unsigned last = pram::detail::last_place) {
  return fact_fields<SuperstepTotal>(&Places::row, first, last);
}

auto of_sum(auto SuperstepTotal::*member) {
  return [member](const TagRow& row) { return row.sum.*member; };
}

std::vector<TagRow> tag_rows(const Ledger& ledger) {
  std::vector<TagRow> rows;
  for (const SuperstepTotal& sum : ledger.superstep_totals())
    rows.push_back({sum, sum.tag.empty() ? "-" : printable(sum.tag)});
  return rows;
}

double mean_degree(const SuperstepTotal::Shared& shared) {
  return static_cast<double>(shared.requests.total()) /
         static_cast<double>(std::max<std::uint64_t>(1, shared.distinct));
}

/// What a tag asked of shared arrays.
Value shared_record(const TagRow& row, const std::optional<BspParameters>& parameters) {
  const SuperstepTotal::Shared& shared = row.sum.shared;
  if (shared.supersteps == 0) return Value::Absent();
  Record record = fact_record(shared, 1, 1);
  record.emplace_back("mean_degree", mean_degree(shared));
  for (auto& fact : fact_record(shared, 2)) record.push_back(std::move(fact));
  if (parameters) record.emplace_back("queuing_cost", row.sum.queuing_cost(parameters->g));
  using Class = detail::QueuingCosts::Class;
  Fields<Class> sums;
  sums.data("least", &Class::least).data("accesses", &Class::accesses);
  record.emplace_back("queuing_sums", sums.columns(shared.queuing.classes()));
  return record;
}

List records_by_tag(const std::vector<TagRow>& rows, const std::optional<BspParameters>& parameters, double whole) {
  const auto prediction = [&](const TagRow& row) {
    return parameters ? Value(predicted(row.sum, *parameters)) : Value(Value::Absent());
  };
  Fields<TagRow> fields;
  add_facts(fields, sum_facts(1, 4), sum_of_row).data("work_imbalance", [](const TagRow& row) {
    return imbalance(row.sum.largest_work, row.sum.mean_work);
  });
  add_facts(fields, sum_facts(5, 7), sum_of_row).data("relation_imbalance", [](const TagRow& row) {
    return imbalance(row.sum.relation, row.sum.mean_words);
  });
  return add_facts(fields, sum_facts(8), sum_of_row)
      .data("shared", [&](const TagRow& row) { return shared_record(row, parameters); })
      .data("cost", [](const TagRow& row) { return row.sum.cost(); })
      .data("predicted", prediction)
      .data("share",
            [whole](const TagRow& row) { return whole > 0 ? static_cast<double>(row.sum.cost()) / whole : 0.0; })
      .records(rows);
}

void add_balance(Report& report, const std::vector<TagRow>& rows) {
  const auto label = [](const TagRow& row) { return row.label; };
  const auto balance = [](auto largest, auto mean) {
    return [largest, mean](const TagRow& row) { return imbalance_text(row.sum.*largest, row.sum.*mean); };
  };
  Fields<TagRow> fields;
  fields.text("tag", label, Align::left);
  add_headed_facts(fields, sum_facts(1, 4), sum_of_row)
      .text("imbal-\nance", balance(&SuperstepTotal::largest_work, &SuperstepTotal::mean_work));
  add_headed_facts(fields, sum_facts(5, 6), sum_of_row)
      .text("imbal-\nance", balance(&SuperstepTotal::relation, &SuperstepTotal::mean_words));
  Table table =
      fields.table("",
                   "Supersteps by tag, added up: local work w of a component, words h that it sends (out) and "
                   "gets (in), the largest and the mean",
                   rows);
  table.close = true;
  report.add(std::move(table));
}

void add_costs(Report& report, const std::vector<TagRow>& rows, const std::optional<BspParameters>& parameters,
               double whole) {
  Fields<TagRow> fields;
  fields
      .text(
          "tag", [](const TagRow& row) { return row.label; }, Align::left)
      .add("", "words", of_sum(&SuperstepTotal::words), compact)
      .add("", "messages", of_sum(&SuperstepTotal::messages), compact)
      .add("", "h", of_sum(&SuperstepTotal::relation), compact)
      .text("max\n(q, r)", [](const TagRow& row) { return compact(row.sum.pattern + row.sum.pattern_back); })
      .text("charge", [](const TagRow& row) { return compact(row.sum.total_charge()); })
      .text("w +\ncharge", [](const TagRow& row) { return compact(row.sum.cost()); });
  std::string title = "Their cost in the network's units of time: local work w and the charge";
  if (parameters) {
    title += ", beside w + g h + l with " + parameters_text(*parameters);
    fields.text("w + g h\n+ l", [&](const TagRow& row) { return decimal(predicted(row.sum, *parameters)); });
  }
  fields.text("share", [whole](const TagRow& row) { return percentage(static_cast<double>(row.sum.cost()), whole); });
  Table table = fields.table("", title, rows);
  table.close = true;
  report.add(std::move(table));
}

/// What was asked of shared arrays: the degrees of a PRAM's profile, and the cost in the queuing shared memory model.
void add_shared(Report& report, std::vector<TagRow> rows, const std::optional<BspParameters>& parameters) {
  std::erase_if(rows, [](const TagRow& row) { return row.sum.shared.supersteps == 0; });
  if (rows.empty()) return;
  using Shared = SuperstepTotal::Shared;
  const auto of_shared = [](auto Shared::*member) {
    return [member](const TagRow& row) { return row.sum.shared.*member; };
  };
  Fields<TagRow> fields;
  fields
      .text(
          "tag", [](const TagRow& row) { return row.label; }, Align::left)
      .text("requests", [](const TagRow& row) { return compact(row.sum.shared.requests.total()); })
      .text("mean\ndegree", [](const TagRow& row) { return decimal(mean_degree(row.sum.shared)); })
      .text("largest\ndegree",
            [](const TagRow& row) {
              return compact(std::max(row.sum.shared.largest_read_degree, row.sum.shared.largest_write_degree));
            })
      .add("", "m_op", of_shared(&Shared::largest_operations), compact)
      .add("", "m_rw", of_shared(&Shared::largest_accesses), compact)
      .add("", "κ", of_shared(&Shared::contention), compact)
      .text("charge", [](const TagRow& row) { return compact(row.sum.shared.charge + row.sum.shared.charge_back); });
  std::string title =
      "Shared arrays by tag; added up over the supersteps that used them: operations m_op and accesses m_rw of the "
      "process that had most, contention κ";
  if (parameters) {
    title += fmt::format(", QSM cost max(m_op, g m_rw, κ) with g = {}", gap_text(*parameters));
    fields.text("QSM\ncost", [&](const TagRow& row) { return decimal(row.sum.queuing_cost(parameters->g)); });
  }
  Table table = fields.table("", title, rows);
  table.close = true;
  report.add(std::move(table));
}

}  // namespace

void add_supersteps(Report& report, const Ledger& ledger, const std::optional<BspParameters>& parameters) {
  if (ledger.superstep_totals().empty()) return;
  const SuperstepTotal all = all_supersteps(ledger);
  const auto whole = static_cast<double>(all.cost());
  std::vector<TagRow> rows = tag_rows(ledger);
  report.data("superstep_totals", records_by_tag(rows, parameters, whole));
  rows = shown_rows(std::move(rows));
  if (rows.size() > 1) {
    TagRow total;
    total.label = "total";
    for (const TagRow& row : rows) total.sum.add(row.sum);
    rows.push_back(std::move(total));
  }
  add_balance(report, rows);
  add_costs(report, rows, parameters, whole);
  add_shared(report, std::move(rows), parameters);
}

void add_transfers(Report& report, const Ledger& ledger) {
  std::vector<Numbered<TransferTotal>> lines = numbered(ledger.transfers());
  if (lines.empty()) return;
  std::ranges::sort(lines, [](const TransferTotal& a, const TransferTotal& b) {
    const auto files = std::pair(name_in_folder(a.where.file), name_in_folder(b.where.file));
    return std::tie(b.charge, b.words, files.first, a.where.line, a.subject, a.operation) <
           std::tie(a.charge, a.words, files.second, b.where.line, b.subject, b.operation);
  });
  const LineTable table(lines, shown_transfers);
  using Row = LineTable<Numbered<TransferTotal>>::Row;
  const auto whole = static_cast<double>(ledger.superstep_charge());
  Fields<Row> fields = table.fields();
  fields.add("subject", "coarray or\nqueue", &Row::subject, [](const Row& row) { return printable(row.subject); })
      .add("operation", "operation", &Row::operation, plain)
      .add("messages", "messages", &Row::messages, compact)
      .add("words", "words", &Row::words, compact)
      .add("supersteps", "super-\nsteps", &Row::supersteps, compact)
      .add("charge", "charge", &Row::charge, decimal)
      .add(
          "share", "share", [whole](const Row& row) { return whole > 0 ? row.charge / whole : 0.0; },
          [whole](const Row& row) { return percentage(row.charge, whole); });
  fields.data("number", &Row::number);
  report.data("transfers", fields.records(table.rows()));
  report.add(table.text(
      fields, lines.size() > shown_transfers
                  ? fmt::format("The {} source lines whose words cost most, of {}", shown_transfers, lines.size())
                  : "Source lines by the charge of their words"));
}

void add_superstep_records(Report& report, const Ledger& ledger) {
  if (ledger.superstep_records().empty()) return;
  using Row = SuperstepRecord;
  const auto shared = [](const Row& row) -> Value {
    const SharedAccess& asked = row.shared;
    if (asked.requests.total() == 0) return Value::Absent();
    Record record = fact_record(asked, 1, 1);
    record.emplace_back("largest_operations", row.largest_operations);
    for (auto& fact : fact_record(asked, 2, 3)) record.push_back(std::move(fact));
    record.emplace_back("largest_accesses", row.largest_accesses());
    record.emplace_back("contention", row.contention());
    for (auto& fact : fact_record(asked, 4)) record.push_back(std::move(fact));
    record.emplace_back("phases", phase_records(asked.phases));
    return record;
  };
  Fields<Row> fields;
  add_facts(fields, &Places::row, 1, ledger.has_profile() ? 9 : 8);
  report.add(fields.data("shared", shared).table("superstep_records", "", ledger.superstep_records()));
  report.data("supersteps_without_record", ledger.supersteps_without_record());
}

}  // namespace pram::report
