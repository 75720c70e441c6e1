#include "option.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include "tool_name.hpp"

namespace pram::tool {

std::string ListedOption::help() const {
  const std::string text = named(row->help);
  const std::size_t gap = text.find("{}");
  if (gap == std::string::npos) return text;
  const std::string in_it = words != nullptr ? words : fmt::format("{}", fmt::join(row->names(), ", "));
  return text.substr(0, gap) + in_it + text.substr(gap + 2);
}

std::string name_of(const OptionRow& row) {
  const std::string_view flag = row.flag;
  return std::string(flag.substr(0, flag.find(',')));
}

}  // namespace pram::tool
