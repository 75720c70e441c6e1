#include "unplaced.hpp"

namespace pram::tool {

namespace {

// The object is there before any handler runs, and needs no lock of its own.
constinit report::UnplacedFile file;

}  // namespace

report::UnplacedFile& unplaced_file() noexcept { return file; }

}  // namespace pram::tool
