// error: put_the_assignment_in_parentheses|no viable overloaded '='
#include <optional>

#include <pram/machine.hpp>

void run(pram::Machine& machine, const pram::Array<std::optional<short>>& cells) {
  machine.pardo(4, [&](pram::Processor self) -> pram::Task<> { co_await cells[self.id()] = std::nullopt; });
}
