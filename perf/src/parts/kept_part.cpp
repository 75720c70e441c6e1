#include <pram/perf/kept_part.hpp>

#include <algorithm>
#include <variant>

#include <pram/report/detail/value/json_line.hpp>

namespace pram::perf::detail {

namespace {

void sort_members(report::Value& value) {
  if (auto* const list = std::get_if<report::List>(&value.is)) {
    std::ranges::for_each(*list, sort_members);
  } else if (auto* const record = std::get_if<report::Record>(&value.is)) {
    for (auto& [name, member] : *record) sort_members(member);
    std::ranges::stable_sort(*record, {}, &report::Record::value_type::first);
  }
}

}  // namespace

std::string record_of(report::Value value) {
  sort_members(value);
  return report::json_line(value);
}

}  // namespace pram::perf::detail
