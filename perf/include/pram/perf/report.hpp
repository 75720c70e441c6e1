#pragma once

#include <pram/report/detail/page/page.hpp>
#include <pram/report/detail/value/value.hpp>

/// Reports and pages, which say what perf measures, are values of the floor below.
namespace pram::perf {

using namespace report;

}  // namespace pram::perf
