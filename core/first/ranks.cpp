#include "ranks/start.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "ranks/launcher.hpp"
#include "step/unite_elements.hpp"

/// The tool that is built first is one process: it begins no run of several ranks.
namespace pram::detail {

namespace {

/// Where a launcher has started several processes the whole tool takes the place of each, before main() begins: the
/// launcher of the project builds it. Without that the exit code says so.
[[gnu::constructor(102)]] void leave_ranks_to_the_whole_tool(int /*count*/, char** arguments) {
  const Launched launched = launched_by();
  if (launched.ranks < 2) return;
  if (const char* const launcher = std::getenv("PRAM_LAUNCHER")) {
    ::setenv("PRAM_REST_FOR", "ranks", 1);
    ::execv(launcher, arguments);
  }
  if (launched.rank == 0) {
    std::fputs("pram: this is the tool that ./pram builds first, without ranks: ./pram build makes all of it\n",
               stderr);
  }
  std::_Exit(75);  // as for any other part that is missing
}

}  // namespace

const std::shared_ptr<RankGroup>& group_of_process() noexcept {
  static const std::shared_ptr<RankGroup> none;
  return none;
}

void unite_elements(RankGroup&, std::uint32_t, std::span<std::byte>, std::uint64_t, const ElementOwners&) {}

}  // namespace pram::detail
