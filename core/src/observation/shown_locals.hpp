#pragma once

#include <cstdint>
#include <string>

#include <pram/detail/memory_account.hpp>
#include <pram/ledger.hpp>
#include <pram/machine/cell_type.hpp>

namespace pram::detail {

/// What processors have shown of themselves in the step under way, in their order.
struct ShownLocals {
  struct Local {
    std::uint64_t processor = 0;
    std::string name;
    CellType type;
    Word value = 0;
    SourceLine where;
  };
  CountedVector<Local> all;
};

}  // namespace pram::detail
