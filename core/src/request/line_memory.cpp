#include "line_memory.hpp"

#include <string_view>

#include "../hash.hpp"

namespace pram::detail {

std::uint64_t line_key(const CallSites& sites, std::uint32_t site) {
  const CallSite& its = sites.site(site);
  const auto action = static_cast<std::uint64_t>(sites.operation(site).action);
  std::uint64_t key = hash64(its.line, action);
  for (const std::string_view text : {std::string_view(its.file), std::string_view(its.array)}) {
    for (const char letter : text) key = hash64(static_cast<std::uint64_t>(letter), key);
  }
  return key;
}

}  // namespace pram::detail
