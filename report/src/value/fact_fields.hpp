#pragma once

#include <concepts>
#include <string>
#include <type_traits>
#include <vector>

#include <pram/detail/ledger/facts.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/places.hpp>

/// The facts of the ledger's records as fields of reports.
namespace pram::report {

using pram::detail::Places;

/// A field of reports that is a fact of a record.
template <class Of>
struct FactField {
  std::string name;
  const char* heading;  ///< of text; null: there is none
  Value (*value)(const Of&);
};

/// A fact as text shows it, whole numbers by compact() and others by decimal().
std::string fact_text(const Value& fact);

template <class Of>
Record fact_record(const Of& record, unsigned first = 1, unsigned last = pram::detail::last_place);

template <class Content>
Value fact_value(const Content& content) {
  if constexpr (std::is_enum_v<Content>) {
    return to_string(content);
  } else if constexpr (pram::detail::HasFacts<Content>) {
    return fact_record(content);
  } else {
    return content;
  }
}

/// The facts of a record that an output has, in its order.
/// @param where  the output. Counts of requests are their sum, with each kind beside it but in CSV
/// @param first  and last: their places there
template <class Of>
std::vector<FactField<Of>> fact_fields(unsigned Places::*where, unsigned first = 1,
                                       unsigned last = pram::detail::last_place) {
  std::vector<FactField<Of>> fields;
  const auto add = [&](auto fact) {
    using Fact = decltype(fact);
    using Content = std::remove_cvref_t<decltype(std::declval<const Of&>().*Fact::member)>;
    if constexpr (std::same_as<Content, SourceLine>) {
      fields.push_back(
          {"file", nullptr, [](const Of& record) { return Value(name_in_folder((record.*Fact::member).file)); }});
      fields.push_back({"line", nullptr, [](const Of& record) { return Value((record.*Fact::member).line); }});
    } else if constexpr (Fact::name.empty() || std::same_as<Content, RequestCounts>) {
      if constexpr (!Fact::name.empty()) {
        fields.push_back({std::string(Fact::name), fact.places.heading,
                          [](const Of& record) { return Value((record.*Fact::member).total()); }});
        if (where == &Places::csv) return;
      }
      pram::detail::for_facts<Content>([&](auto inner) {
        using Inner = decltype(inner);
        fields.push_back({std::string(Inner::name), inner.places.heading,
                          [](const Of& record) { return fact_value(record.*Fact::member.*Inner::member); }});
      });
    } else {
      fields.push_back({std::string(Fact::name), fact.places.heading,
                        [](const Of& record) { return fact_value(record.*Fact::member); }});
    }
  };
  pram::detail::for_facts_in<Of>(where, add, first, last);
  return fields;
}

/// The facts of a record that rows of JSON have.
template <class Of>
Record fact_record(const Of& record, unsigned first, unsigned last) {
  Record facts;
  for (const FactField<Of>& field : fact_fields<Of>(&Places::row, first, last))
    facts.emplace_back(field.name, field.value(record));
  return facts;
}

/// Adds columns for facts of a record that each row has.
/// @param of  the record of a row
template <class Row, class Of>
Fields<Row>& add_facts(Fields<Row>& fields, const std::vector<FactField<Of>>& facts, auto of) {
  for (const FactField<Of>& fact : facts)
    fields.data(fact.name, [of, value = fact.value](const Row& row) { return value(of(row)); });
  return fields;
}

/// The same where the rows are the records.
template <class Row>
Fields<Row>& add_facts(Fields<Row>& fields, unsigned Places::*where, unsigned first = 1,
                       unsigned last = pram::detail::last_place) {
  return add_facts(fields, fact_fields<Row>(where, first, last), [](const Row& row) -> const Row& { return row; });
}

/// Adds columns of text for the facts that have a heading, in JSON under their names.
template <class Row, class Of>
Fields<Row>& add_headed_facts(Fields<Row>& fields, const std::vector<FactField<Of>>& facts, auto of) {
  for (const FactField<Of>& fact : facts) {
    if (fact.heading == nullptr) continue;
    fields.add(
        fact.name, fact.heading, [of, value = fact.value](const Row& row) { return value(of(row)); }, fact_text);
  }
  return fields;
}

}  // namespace pram::report
