#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <pram/detail/ledger/facts.hpp>
#include <pram/report/detail/run/saved.hpp>

namespace pram::report {

namespace {

auto find_member(Record& record, std::string_view name) {
  return std::ranges::find(record, name, &Record::value_type::first);
}

/// A member of that name and type; null: there is none.
template <class Content>
Content* member_of(Record& record, std::string_view name) {
  const auto found = find_member(record, name);
  return found == record.end() ? nullptr : std::get_if<Content>(&found->second.is);
}

void rename_member(Record& record, std::string_view name, std::string_view other) {
  if (const auto found = find_member(record, name); found != record.end()) found->first = other;
}

/// Calls change(row) for the rows of a list.
void change_rows(Record& record, std::string_view name, auto change) {
  List* const list = member_of<List>(record, name);
  if (list == nullptr) return;
  for (Value& one : *list) {
    if (Record* const row = std::get_if<Record>(&one.is)) change(*row);
  }
}

/// Counts of requests by kind stood in an object of their own, without their sum.
void flatten_requests(Record& record) {
  Record* const kinds = member_of<Record>(record, "requests");
  if (kinds == nullptr || find_member(*kinds, "reads") == kinds->end()) return;  // a number, or one of several runs
  const Record counts = *kinds;
  std::uint64_t sum = 0;
  for (const auto& [kind, count] : counts) {
    if (const auto* const number = std::get_if<std::uint64_t>(&count.is)) sum += *number;
  }
  const auto requests = find_member(record, "requests");
  requests->second = sum;
  record.insert(std::next(requests), counts.begin(), counts.end());
}

/// The names that several reports had in common, wherever they stand.
void change_everywhere(Value& value) {
  if (List* const list = std::get_if<List>(&value.is)) {
    for (Value& one : *list) change_everywhere(one);
  }
  Record* const record = std::get_if<Record>(&value.is);
  if (record == nullptr) return;
  flatten_requests(*record);
  rename_member(*record, "stderr", "error");
  for (auto& [name, member] : *record) {
    // Facts of a program, and records with a version of their own.
    if (name != "result" && name != "input" && name != "columns") change_everywhere(member);
  }
}

void change_input(Record& report) {
  Record* const input = member_of<Record>(report, "input");
  if (input == nullptr) return;
  const auto size = find_member(*input, "size");
  if (size == input->end()) return;
  const Value n = size->second;
  input->erase(size);
  set(*input, "n", n);
}

/// Whose g and l are was a word.
void change_parameters(Record& parameters) {
  const auto source = find_member(parameters, "source");
  if (source == parameters.end()) return;
  const auto* const word = std::get_if<std::string>(&source->second.is);
  if (word != nullptr) source->second = *word == "probe";
  source->first = "probed";
}

void change_run(Record& run) {
  Record* const charge = member_of<Record>(run, "charge");
  if (charge == nullptr) return;
  rename_member(*charge, "distinct", "distinct_charge");
  rename_member(*charge, "supersteps", "superstep_charge");
  rename_member(run, "cost", "superstep_cost");
  change_rows(run, "regions", [](Record& region) { rename_member(region, "distinct", "distinct_charge"); });
  change_rows(run, "lines", [](Record& line) { rename_member(line, "charge_forward", "forward"); });
  if (Record* const parameters = member_of<Record>(run, "parameters")) change_parameters(*parameters);
}

void change_comparison(Record& report) {
  change_rows(report, "runs", [](Record& run) {
    rename_member(run, "failed", "failure");
    Record* const parameters = member_of<Record>(run, "parameters");
    if (parameters == nullptr) return;
    change_parameters(*parameters);
    const Record members = *parameters;
    const auto place = run.erase(find_member(run, "parameters"));
    run.insert(place, members.begin(), members.end());
  });
}

void change_patterns(Record& report) {
  if (find_member(report, "pattern") == report.end()) return;
  rename_member(report, "runs", "begun");
  change_rows(report, "costs", [](Record& cost) {
    const auto change_charges = [](Record& row) {
      rename_member(row, "charge", "forward");
      rename_member(row, "charge_back", "back");
    };
    change_charges(cost);
    rename_member(cost, "factor", "performance_factor");
    change_rows(cost, "phases", [&](Record& phase) {
      change_charges(phase);
      rename_member(phase, "sent", "largest_sent");
      rename_member(phase, "received", "largest_received");
    });
  });
}

}  // namespace

void update_version(Value& saved) {
  Record* const report = std::get_if<Record>(&saved.is);
  if (report == nullptr || find_member(*report, "format") != report->end()) return;  // of a trace, which has its own
  const auto* const version = member_of<std::uint64_t>(*report, "version");
  if (version == nullptr || *version != 1) return;
  set(*report, "version", pram::detail::json_version);
  change_everywhere(saved);
  change_input(*report);
  change_run(*report);
  change_comparison(*report);
  change_patterns(*report);
  if (find_member(*report, "deviation") != report->end()) rename_member(*report, "runs", "asked");  // of a probe
  change_rows(*report, "fits", [](Record& fit) { rename_member(fit, "size", "variable"); });
}

}  // namespace pram::report
