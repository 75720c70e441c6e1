#pragma once

#include "../../ranks/bytes.hpp"
#include "../../request/facts.hpp"

namespace pram::detail {

/// Writes what a rank knows of how a step has used its cells.
inline void write_facts(BytesWriter& to, const AccessFacts& facts) {
  to.number(facts.largest_read_degree);
  to.number(facts.largest_write_degree);
  to.number(facts.read_and_written);
  to.number(facts.unequal_writes ? 1 : 0);
  to.number(facts.combined_writes ? 1 : 0);
  to.number(facts.mixed_operations ? 1 : 0);
  to.number(facts.contended.degree);
  to.number(facts.contended.cell);
}

/// Reads what write_facts() has written on another rank.
inline AccessFacts read_facts(BytesReader& from) {
  AccessFacts facts;
  facts.largest_read_degree = from.number();
  facts.largest_write_degree = from.number();
  facts.read_and_written = from.number();
  facts.unequal_writes = from.number() != 0;
  facts.combined_writes = from.number() != 0;
  facts.mixed_operations = from.number() != 0;
  facts.contended.degree = from.number();
  facts.contended.cell = from.number();
  return facts;
}

}  // namespace pram::detail
