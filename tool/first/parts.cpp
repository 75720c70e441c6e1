#include "parts.hpp"

namespace pram::tool {

const Parts tool_parts = {false, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr};

}  // namespace pram::tool
