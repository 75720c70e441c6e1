#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include <pram/detail/ledger/facts.hpp>
#include <pram/report/detail/value/text.hpp>
#include "run_lints.hpp"

namespace pram::report {

/// The messages of BSP processes that came and were never read.
std::optional<Finding> unread_messages_lint(const RunSummary& run) {
  const std::vector<UnreadMessages>& unread = run.ledger.unread_messages();
  if (unread.empty()) return std::nullopt;
  UnreadMessages sum;
  std::vector<std::string> queues;
  for (const UnreadMessages& one : unread) {
    pram::detail::add_facts(sum, one);
    queues.push_back(fmt::format("{} of {}", with_separators(one.messages), printable(one.queue)));
  }
  std::string text =
      fmt::format("{} {} came into queues that their process did not look into before its next sync: {}",
                  with_separators(sum.messages), sum.messages == 1 ? "message" : "messages", fmt::join(queues, ", "));
  if (sum.of_another_type > 0)
    text +=
        fmt::format("; instead of {} it found an empty queue of another type", with_separators(sum.of_another_type));
  return Finding{text};
}

}  // namespace pram::report
