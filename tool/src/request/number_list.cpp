#include "number_list.hpp"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include <pram/spec.hpp>

namespace pram::tool {

std::vector<std::uint32_t> number_list(const Options& options, const Option<std::string>& option, std::uint64_t least,
                                       std::uint64_t most, std::vector<std::uint32_t> otherwise) {
  if (!options.has(option)) return otherwise;
  const std::string given = options[option];
  std::vector<std::uint32_t> list;
  for (const std::string_view item : split(given, ',')) {
    const auto value = whole_number(item);
    if (!value || *value < least || *value > most)
      options.refuse(option, fmt::format("whole numbers from {} to {} between commas, as 1,2,4", least, most));
    list.push_back(static_cast<std::uint32_t>(*value));
  }
  return list;
}

}  // namespace pram::tool
