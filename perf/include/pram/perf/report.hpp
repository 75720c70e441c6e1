#pragma once

#include <pram/report/detail/page/page.hpp>
#include <pram/report/detail/value/value.hpp>

/// What perf measures it says in reports and pages, which are values of the floor below.
namespace pram::perf {

using namespace report;

}  // namespace pram::perf
