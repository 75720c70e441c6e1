#include "shown_locals.hpp"

#include <pram/detail/processors/show.hpp>

#include "../processors/worker.hpp"

namespace pram::detail {

void note_local(const char* name, const CellType& type, Word value, const char* file, std::uint32_t line) {
  const auto& worker = static_cast<const Worker&>(*current_outbox);
  worker.shown->all.push_back(
      {worker.first_processor + worker.slot, std::string(name), type, type.value(value), {file, line}});
}

}  // namespace pram::detail
