#include "ranks/start.hpp"

#include <memory>

#include <pram/detail/missing_part.hpp>

#include "ranks/launcher.hpp"

/// The tool that is built first is one process. Where a launcher has started several the whole tool takes its place.
namespace pram::detail {

const std::shared_ptr<RankGroup>& group_of_process() {
  static const std::shared_ptr<RankGroup> none;
  if (launched_by().ranks > 1) throw MissingPart("ranks");
  return none;
}

}  // namespace pram::detail
