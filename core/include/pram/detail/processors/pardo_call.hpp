#pragma once

#include <source_location>
#include <string>

namespace pram::detail {

/// Where the program starts a pardo, a data-parallel pardo or processes, and the name that the ledger has for it.
struct PardoCall {
  std::source_location where;
  std::string name;
};

}  // namespace pram::detail
