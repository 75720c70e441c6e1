#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include <pram/detail/larger.hpp>

/// What a row of a fact is, and what goes over rows. A row is a type, so that a loop over rows is unrolled when it is
/// compiled.
namespace pram::detail {

enum class Adds {
  sum,
  largest,
  apart,  ///< by code of its own, or not at all
  key     ///< the same in all that is added up: the facts that say which total it is
};

/// Where outputs have a fact. Facts of a lower place come first, and those of one place in the order of the rows; at
/// place 0 an output leaves the fact out.
struct Places {
  unsigned row = 1;               ///< in rows of JSON
  unsigned csv = 0;               ///< in tables for other programs
  unsigned column = 0;            ///< in a profile's columns
  const char* heading = nullptr;  ///< of text; null: text shows the fact in another form, or not at all
  const char* trace = nullptr;    ///< the name in a trace, which has the order of `csv`
  const char* symbol = nullptr;   ///< in formulas, where a picture shows the fact
  bool optional = false;          ///< files need not have it
  bool null = false;              ///< in columns, of a phase that a step has not
};

template <std::size_t size>
struct FactName {
  char text[size];

  consteval FactName(const char (&name)[size]) : text() { std::copy_n(name, size, text); }
};

/// The row of one field. A fact without a name holds a record whose facts stand among those around it.
template <FactName fact_name, auto of, Adds how>
struct Fact {
  static constexpr std::string_view name{fact_name.text, sizeof(fact_name.text) - 1};
  static constexpr auto member = of;
  static constexpr Adds adds = how;

  constexpr Fact(const char* text, Places in_outputs = {}) : what(text), places(in_outputs) {}
  constexpr Fact(Places in_outputs = {}) : places(in_outputs) {}

  const char* what = "";  ///< in errors, behind a number
  Places places;
};

template <FactName name, auto of>
using Added = Fact<name, of, Adds::sum>;
template <FactName name, auto of>
using Largest = Fact<name, of, Adds::largest>;
template <FactName name, auto of>
using Apart = Fact<name, of, Adds::apart>;
template <FactName name, auto of>
using Key = Fact<name, of, Adds::key>;

/// Stands for a record: facts_of(Of<Record>(), see) calls see(row) for each of the record's rows.
template <class Record>
struct Of {};

template <class Record>
concept HasFacts = requires(Of<Record> record) {
  facts_of(record, [](auto) {});
};

/// Calls see(row) for each row of a record.
template <class Record>
constexpr void for_facts(auto&& see) {
  facts_of(Of<Record>(), see);
}

/// Stands for the last place of an output, whatever the record.
inline constexpr unsigned last_place = ~0U;

/// The same for those rows alone that an output has, in its order.
/// @param where  the output: &Places::row, ...
/// @param first  and last: the places
template <class Record>
void for_facts_in(unsigned Places::*where, auto&& see, unsigned first = 1, unsigned last = last_place) {
  unsigned taken = 0;
  for_facts<Record>([&](auto fact) { taken = std::max(taken, fact.places.*where); });
  for (unsigned place = first; place <= std::min(last, taken); ++place) {
    for_facts<Record>([&](auto fact) {
      if (fact.places.*where == place) see(fact);
    });
  }
}

template <class Record>
void add_facts(Record& into, const Record& from);

/// Adds a fact as its row says.
template <Adds how, class Content>
[[gnu::always_inline]] inline void add_fact(Content& into, const auto& from) {
  if constexpr (how == Adds::sum && HasFacts<Content>) {
    add_facts(into, from);
  } else if constexpr (how == Adds::sum && requires { into.reset(); }) {
    into = into && from ? Content(*into + *from) : Content();  // not known unless both are
  } else if constexpr (how == Adds::sum) {
    into += from;
  } else if constexpr (how == Adds::largest) {
    into = larger(into, static_cast<Content>(from));
  }
}

/// Adds all facts of a record to another.
template <class Record>
[[gnu::always_inline]] inline void add_facts(Record& into, const Record& from) {
  for_facts<Record>([&](auto fact) { add_fact<decltype(fact)::adds>(into.*fact.member, from.*fact.member); });
}

/// Whether two totals stand for the same thing.
template <class Total>
bool same_keys(const Total& one, const Total& other) {
  bool same = true;
  for_facts<Total>([&](auto fact) {
    if constexpr (decltype(fact)::adds == Adds::key) same = same && one.*fact.member == other.*fact.member;
  });
  return same;
}

/// Calls see(row, other) for the rows of two records that have the same name and add up in the first.
template <class Record, class Other>
constexpr void for_common_facts(auto&& see) {
  for_facts<Record>([&](auto fact) {
    for_facts<Other>([&](auto other) {
      using One = decltype(fact);
      if constexpr (One::adds < Adds::apart && One::name == decltype(other)::name) see(fact, other);
    });
  });
}

/// Adds to a total what a record of another type has under the same names.
template <class Total, class Record>
[[gnu::always_inline]] inline void add_common_facts(Total& total, const Record& record) {
  for_common_facts<Total, Record>(
      [&](auto fact, auto other) { add_fact<decltype(fact)::adds>(total.*fact.member, record.*other.member); });
}

/// The same for the largest values alone.
template <class Total, class Record>
void add_largest_facts(Total& total, const Record& record) {
  for_common_facts<Total, Record>([&](auto fact, auto other) {
    if constexpr (decltype(fact)::adds == Adds::largest)
      add_fact<Adds::largest>(total.*fact.member, record.*other.member);
  });
}

/// Sets the largest values to 0.
template <class Record>
void forget_largest_facts(Record& record) {
  for_facts<Record>([&](auto fact) {
    if constexpr (decltype(fact)::adds == Adds::largest) record.*fact.member = {};
  });
}

}  // namespace pram::detail
