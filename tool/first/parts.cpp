#include "parts.hpp"

namespace pram::tool {

const Parts parts = {false, nullptr, nullptr, nullptr};

}  // namespace pram::tool
