#include <fmt/format.h>

#include <pram/error.hpp>
#include <pram/programs/verify.hpp>

namespace pram::programs {

namespace {

constexpr const char* choices_flag = "--choices";

}  // namespace

std::string to_text(const WinnerList& winners) { return fmt::format("{}", fmt::join(winners, ",")); }

std::size_t ListedWinners::winner(const Conflict& conflict) {
  const std::uint32_t asked = met_.size() < list_.size() ? list_[met_.size()] : 0;
  const auto width = static_cast<std::uint32_t>(conflict.values.size());
  if (asked >= width) {
    refused_ = true;
    throw ConfigError(
        choices_flag, to_text(list_),
        fmt::format("for number {} one from 0 to {}, as so many values meet in {}[{}] in step {}", met_.size() + 1,
                    width - 1, conflict.array.empty() ? "an array" : conflict.array, conflict.index, conflict.step));
  }
  met_.push_back({conflict.step, conflict.array, conflict.index, width, asked});
  return asked;
}

void ListedWinners::check_all_used() const {
  if (met_.size() >= list_.size()) return;
  throw ConfigError(choices_flag, to_text(list_),
                    fmt::format("{}, as the run meets {} choice{}",
                                met_.empty() ? "nothing" : fmt::format("at most {} numbers", met_.size()),
                                met_.empty() ? "no" : std::to_string(met_.size()), met_.size() == 1 ? "" : "s"));
}

}  // namespace pram::programs
