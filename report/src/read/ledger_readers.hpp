#pragma once

#include <concepts>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <pram/detail/ledger/facts.hpp>
#include <pram/ledger.hpp>
#include <pram/report/detail/value/field.hpp>

/// Parts of a run's JSON, read into what a ledger knows. The writer of each part stands in profile/. Every reader
/// throws an Error that names the field that is missing or wrong.
namespace pram::report {

using pram::detail::Places;

/// Totals of the run, phases, lines, regions, cells and collectives.
void read_totals(const Field& run, LedgerData& ledger);

/// Records of steps, as rows or as columns. Needs the totals.
void read_steps(const Field& run, LedgerData& ledger);

/// Supersteps by tag, their records, and the lines that communicated.
void read_supersteps(const Field& run, LedgerData& ledger);

/// Pardos, components and links.
/// @param components  of the machine
void read_profile(const Field& run, std::uint32_t components, LedgerData& ledger);

/// Reads a fact; a value of an enumeration by its name, where the name is known.
template <class Content>
void read_fact(const Field& field, Content& content) {
  if constexpr (std::is_enum_v<Content>) {
    const auto name = field.as<std::string>();
    using Number = std::underlying_type_t<Content>;
    for (Number value = 0; value <= static_cast<Number>(pram::detail::last_value<Content>); ++value) {
      if (name == to_string(static_cast<Content>(value))) content = static_cast<Content>(value);
    }
  } else {
    field.to(content);
  }
}

/// Reads the facts that rows of JSON have of a record.
/// @param first  and last: their places
template <class Record>
void read_facts(const Field& row, Record& into, unsigned first = 1, unsigned last = pram::detail::last_place) {
  pram::detail::for_facts<Record>([&](auto fact) {
    if (fact.places.row < first || fact.places.row > last) return;
    auto& content = into.*fact.member;
    using Content = std::remove_reference_t<decltype(content)>;
    if constexpr (std::same_as<Content, SourceLine>) {
      row.get("file", content.file).get("line", content.line);
    } else if constexpr (fact.name.empty() || std::same_as<Content, RequestCounts>) {
      read_facts(row, content);  // counts of requests stand beside their sum
    } else if (const auto field = fact.places.optional ? row.find(fact.name) : row.at(fact.name)) {
      if constexpr (pram::detail::HasFacts<Content>) {
        read_facts(*field, content);
      } else {
        read_fact(*field, content);
      }
    }
  });
}

/// Reads the facts that columns have of records, a column each.
/// @param first  and last: their places
template <class Record>
void read_columns(const Field& columns, std::vector<Record>& records, unsigned Places::*where, unsigned first = 1,
                  unsigned last = pram::detail::last_place) {
  pram::detail::for_facts<Record>([&](auto fact) {
    if (fact.places.*where < first || fact.places.*where > last) return;
    if (fact.places.optional && !columns.find(fact.name)) return;
    using Content = std::remove_reference_t<decltype(std::declval<Record&>().*fact.member)>;
    if constexpr (fact.name.empty()) {
      std::vector<Content> parts(records.size());
      read_columns(columns, parts, where);
      for (std::size_t k = 0; k < parts.size(); ++k) records[k].*fact.member = parts[k];
    } else {
      const std::vector<Field> entries = entries_of_column(columns, fact.name, records.size());
      for (std::size_t k = 0; k < records.size(); ++k) read_fact(entries[k], records[k].*fact.member);
    }
  });
}

/// Reads the rows of a list, where there is one.
template <class Row>
void read_rows(const Field& run, const char* name, std::vector<Row>& rows, void (*read)(const Field&, Row&)) {
  const auto list = run.find(name);
  if (!list) return;
  for (const Field& row : list->entries()) read(row, rows.emplace_back());
}

/// The same where the facts of a row are all that there is to read.
template <class Row>
void read_rows(const Field& run, const char* name, std::vector<Row>& rows) {
  read_rows<Row>(run, name, rows, [](const Field& row, Row& into) { read_facts(row, into); });
}

void read_phases(const Field& row, std::vector<PhaseRecord>& phases);

}  // namespace pram::report
