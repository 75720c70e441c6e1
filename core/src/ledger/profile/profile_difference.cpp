#include "profile_difference.hpp"

#include <algorithm>

#include "load_frames.hpp"
#include "subtract.hpp"

namespace pram::detail {

namespace {

void subtract_load(LinkLoad& left, const LinkLoad& old) {
  if (old.busy.size() != left.busy.size()) refuse_subtraction("links that are only in one of them");
  for (std::size_t k = 0; k < old.busy.size(); ++k) left.busy[k] = minus(left.busy[k], old.busy[k], "steps of a link");
}

}  // namespace

void find_first_steps(std::vector<PardoTotal>& pardos, const std::vector<PardoTotal>& before,
                      const std::vector<StepRecord>& steps, const std::vector<SuperstepRecord>& supersteps) {
  std::vector<bool> looked_for;
  for (const PardoTotal& one : pardos) {
    looked_for.push_back(std::ranges::any_of(
        before, [&one](const PardoTotal& old) { return same_keys(one, old) && old.first_step > 0; }));
  }
  const auto found = [&](std::uint64_t number, const auto& record) {
    if (record.pardo_number == 0 || !looked_for[record.pardo]) return;
    pardos[record.pardo].first_step = number;
    looked_for[record.pardo] = false;
  };
  // No pardo has both kinds.
  for (const StepRecord& step : steps) found(step.step, step);
  for (const SuperstepRecord& superstep : supersteps) found(superstep.superstep, superstep);
}

std::vector<ComponentTotal> components_between(const std::vector<ComponentTotal>& after,
                                               const std::vector<ComponentTotal>& before) {
  if (before.size() > after.size()) refuse_subtraction("components that are only in the earlier one");
  std::vector<ComponentTotal> left = after;
  for (std::size_t c = 0; c < before.size(); ++c) subtract_facts(left[c], before[c]);
  return left;
}

std::optional<NetworkLoad> load_between(const std::optional<NetworkLoad>& after,
                                        const std::optional<NetworkLoad>& before) {
  std::optional<NetworkLoad> left = after;
  if (!before) return left;
  if (!left) refuse_subtraction("links that are only in the earlier one");
  subtract_load(left->forward, before->forward);
  subtract_load(left->back, before->back);
  return left;
}

LoadsOverTime loads_between(const LoadsOverTime& after, const LoadsOverTime& before) {
  return {frames_between(after.received, before.received), frames_between(after.busy, before.busy),
          frames_between(after.busy_back, before.busy_back)};
}

}  // namespace pram::detail
