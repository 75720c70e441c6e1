#pragma once

#include <pram/report/detail/file/replacement.hpp>

namespace pram::tool {

/// The file that the tool is writing: one at a time. Signals that end the process remove it.
report::UnplacedFile& unplaced_file() noexcept;

}  // namespace pram::tool
