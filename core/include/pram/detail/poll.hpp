#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

/// How what takes long can be watched and stopped, whoever it works for: a switching technique, a network of your own,
/// the check of a result.
namespace pram {

/// Lets whoever watches this thread look: a machine in a pardo, which reports progress and heeds request_stop(), or
/// what a PollScope says. Costs a few nanoseconds where nobody does. A network whose phases may take longer than a
/// tenth of a second calls it now and then; what it had begun must not show in later phases if it throws.
/// @param doing  what begins now, for a display: "checking the result"; "": what was done before
/// @throws Interrupted to stop what is under way
void poll(std::string_view doing = {});

/// While it lives, poll() on this thread calls its hook, and not that of a scope around it.
class [[nodiscard]] PollScope {
 public:
  using Hook = std::function<void(std::string_view doing)>;

  explicit PollScope(Hook hook);
  ~PollScope();
  PollScope(const PollScope&) = delete;
  PollScope& operator=(const PollScope&) = delete;

 private:
  friend void poll(std::string_view doing);

  Hook hook_;
  PollScope* outer_;
};

/// Polls once in so much work that looking at a clock does not matter.
class Poller {
 public:
  /// @param units  done since the last call, each some nanoseconds or tens of them
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
