#pragma once

#include <string>

#include <pram/perf/report.hpp>
#include <pram/programs/program.hpp>

/// A bundled program's input and result, as reports have them.
namespace pram::perf {

/// A fact as text has it: "1,024", "yes".
std::string fact_text(const programs::FactValue& value);

Value value_of_fact(const programs::FactValue& value);

Record input_record(const programs::InputFacts& input);

/// "R-MAT graph: 8,192 vertices, 32,768 edges"
std::string input_text(const programs::InputFacts& input);

/// What a program found, behind the check.
Record facts_record(const programs::Outcome& outcome);

/// "components: 1, connected: yes"; "" where there are none.
std::string facts_text(const programs::Outcome& outcome);

}  // namespace pram::perf
