#pragma once

#include <cstdint>
#include <string_view>

#include <pram/detail/function.hpp>

/// Long work, such as that of a switching technique, of a user's own network, or the check of a result, is watched and
/// stopped by polling.
namespace pram {

/// Reports to the observer of this thread that work goes on. The observer is the machine during a pardo, which reports
/// progress and obeys request_stop(), or the hook of a PollScope. Without one the call takes a few nanoseconds. A
/// network whose phases may take longer than a tenth of a second calls poll() now and then. If poll() throws, the phase
/// that had begun must leave no trace in later ones.
/// @param doing  the work that begins now, for a display: "checking the result"; "": the same work goes on
/// @throws Interrupted to stop the work
void poll(std::string_view doing = {});

/// Reports the work that begins to the observer around this thread's, whose hook calls this function.
/// @returns false: there is none
bool poll_around(std::string_view doing);

/// While a scope lives, poll() on this thread calls its hook, and not that of a scope around it.
class [[nodiscard]] PollScope {
 public:
  using Hook = Function<void(std::string_view doing)>;

  explicit PollScope(Hook hook);
  ~PollScope();
  PollScope(const PollScope&) = delete;
  PollScope& operator=(const PollScope&) = delete;

 private:
  friend void poll(std::string_view doing);
  friend bool poll_around(std::string_view doing);

  Hook hook_;
  PollScope* outer_;
};

/// Polls once in so much work that looking at a clock does not matter.
class Poller {
 public:
  /// @param units  units of work done since the last call, each of some nanoseconds to some tens of them
  void work(std::uint64_t units = 1) {
    done_ += units;
    if (done_ < often) return;
    done_ = 0;
    poll();
  }

 private:
  static constexpr std::uint64_t often = 16384;

  std::uint64_t done_ = 0;
};

}  // namespace pram
