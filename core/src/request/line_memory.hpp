#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "call_sites.hpp"

/// What a machine remembers of a program's lines for its access protocol: all its teams, and all its ranks, know the
/// same.
namespace pram::detail {

/// What is remembered of one line, or of several that ask in the same steps.
struct RememberedLine {
  std::uint32_t quiet = 0;  ///< its last steps in a row that went straight home, and in which nobody announced anything
  std::uint32_t awaited = 0;  ///< so many make it take the next step for one, too; 0: the first step is yet to come
  double scatter = 0;         ///< the largest that a count has found in these steps
};

/// The key of a site: of its line, the name of its array and what is done there. It is the same on every run and every
/// rank, unlike the site's number, and for every array of that name.
std::uint64_t line_key(const CallSites& sites, std::uint32_t site);

class LineMemory {
 public:
  /// What is remembered of the line with this key. It stays where it is until the next call.
  RememberedLine& of(std::uint64_t key) {
    if (lines_.size() >= most && !lines_.contains(key)) lines_.clear();
    changing_ = &lines_[key];
    before_ = *changing_;
    return *changing_;
  }

  // One of the two ends a step.

  /// What has been learnt of the line of the last call stays.
  void commit() noexcept { changing_ = nullptr; }
  /// The step has failed: what has been learnt of its line is forgotten.
  void undo() noexcept {
    if (changing_ != nullptr) *changing_ = before_;
    changing_ = nullptr;
  }

 private:
  /// A program that names arrays anew has any number of lines.
  static constexpr std::size_t most = std::size_t{1} << 16;

  std::unordered_map<std::uint64_t, RememberedLine> lines_;
  RememberedLine* changing_ = nullptr;
  RememberedLine before_;
};

/// What an adaptive routing derives from, beside AdaptiveRouting, that goes by what its line's last steps were like.
class RemembersLines {
 public:
  virtual ~RemembersLines() = default;

  /// The step that has just begun is one of this line. What the routing learns of it is kept there.
  /// @param line  lives until the step ends; every rank has its own, and all have the same in it
  virtual void recall(RememberedLine& line) = 0;
};

}  // namespace pram::detail
