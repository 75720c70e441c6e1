#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace pram::perf {

/// JSON that is pleasant to read, to compare and to grep: a member a line, and an element a line in lists unless it is
/// very long. Bytes that are not UTF-8 are replaced. Ends with a line break.
std::string laid_out(const nlohmann::ordered_json& document);

}  // namespace pram::perf
