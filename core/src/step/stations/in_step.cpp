#include "in_step.hpp"

#include "../../bsp/communication.hpp"

namespace pram::detail {

void say_when(NetworkError& error, std::uint64_t number, const bsp::detail::Communication* processes) {
  if (processes == nullptr) {
    error.happened_in(number);
  } else {
    error.happened_in(number, processes->number(), processes->tag());
  }
}

}  // namespace pram::detail
