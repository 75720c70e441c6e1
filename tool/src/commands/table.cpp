#include "commands.hpp"

namespace pram::tool {

std::span<const CommandRow> command_table() {
  static constexpr CommandRow rows[] = {
#define PRAM_COMMAND(name, alias, description) {#name, alias, description, &name##_command},
#include "commands.def"
  };
  return rows;
}

}  // namespace pram::tool
