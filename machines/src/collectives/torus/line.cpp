#include "line.hpp"

#include <algorithm>

namespace pram {

LineExchange::LineExchange(std::uint32_t size, bool closed, bool alone) : size_(size), closed_(closed && size > 2) {
  choose_width(alone);
}

/// Takes the width of groups that needs the fewest steps; of several the widest, which moves the fewest messages.
void LineExchange::choose_width(bool alone) {
  const auto steps = [&](std::uint32_t width) {
    width_ = width;
    return (alone ? 2 : 1) * parity_steps() + common_steps();
  };
  std::uint32_t best = 4;
  for (const std::uint32_t width : {2U, 1U}) {
    if (steps(width) < steps(best)) best = width;
  }
  width_ = best;
}

std::uint32_t LineExchange::steps_between_groups() const { return (closed_ ? 1 : 2) * (members(0) - 1); }

std::uint32_t LineExchange::half_steps() const {
  if (width_ < 4 || size_ < 3) return 0;
  return size_ % 4 == 0 || size_ < 4 ? 1 : 2;
}

std::uint32_t LineExchange::common_steps() const {
  if (width_ == 1) return steps_between_groups();
  return size_ == 1 ? 0 : 1 + size_ % 2;
}

LineExchange::Interval LineExchange::served(std::uint32_t place, std::uint32_t group) const {
  return {width_ * group, group + 1 == members(place) ? size_ : width_ * (group + 1)};
}

std::optional<LineMove> LineExchange::parity_move(std::uint32_t step, std::uint32_t place, bool forwards) const {
  return step < group_steps() ? group_move(step, place, forwards) : half_move(step - group_steps(), place);
}

std::optional<LineMove> LineExchange::group_move(std::uint32_t step, std::uint32_t place, bool forwards) const {
  const std::uint32_t count = members(place);
  const std::uint32_t group = place / width_;
  const auto width = std::int64_t{width_};
  if (width_ < 4) forwards = true;  // one class only
  if (closed_) {
    if (step + 1 >= count) return std::nullopt;
    const bool around = group == (forwards ? count - 1 : 0);
    std::int64_t places = forwards ? width : -width;
    if (around) places += (forwards ? -1 : 1) * (width * count - std::int64_t{size_});
    const Interval own = served(place, group);
    return LineMove{places, own.first, own.count(), false};
  }
  const std::uint32_t pass = steps_between_groups() / 2;
  if (step >= pass) forwards = !forwards;
  step %= pass;
  const std::uint32_t before = forwards ? group : count - 1 - group;  // that send through this node
  if (before < step || before + 1 >= count) return std::nullopt;
  const Interval own = served(place, group);
  if (forwards) return LineMove{width, own.end, size_ - own.end, true};
  return LineMove{-width, 0, own.first, true};
}

std::optional<LineMove> LineExchange::half_move(std::uint32_t step, std::uint32_t place) const {
  const std::uint32_t group = place / 4;
  const Interval own = served(place, group);
  const std::uint32_t half = own.first + 2;
  if (place % 4 < 2) {
    if (step > 0 || place + 2 >= size_) return std::nullopt;
    // The node there serves a last group of less than four, too, if this one does.
    const std::uint32_t end = place + 4 < size_ ? std::min(own.end, half + 2) : own.end;
    return LineMove{2, half, end - half, true};
  }
  if (step == 0) return LineMove{-2, own.first, 2, true};
  if (own.count() <= 4 || place + 2 >= size_) return std::nullopt;
  return LineMove{2, half + 2, own.end - half - 2, true};
}

std::optional<LineMove> LineExchange::common_move(std::uint32_t step, std::uint32_t place) const {
  if (width_ == 1) return group_move(step, place, true);
  if (step == 1) {  // the last node of an odd number has no partner: the one before it serves both
    if (place + 2 != size_) return std::nullopt;
    return LineMove{1, place + 1, 1, true};
  }
  const std::uint32_t partner = place ^ 1;
  if (partner >= size_) return std::nullopt;
  return LineMove{partner > place ? 1 : -1, partner, 1, true};
}

std::uint64_t LineExchange::parity_messages(std::uint32_t step, std::uint32_t place, bool forwards) const {
  if (step < group_steps()) return group_messages(step, place, forwards);
  const std::optional<LineMove> move = half_move(step - group_steps(), place);
  return move ? std::uint64_t{members(place)} * move->count : 0;
}

std::uint64_t LineExchange::common_messages(std::uint32_t step, std::uint32_t place) const {
  if (width_ == 1) return group_messages(step, place, true);
  const std::uint32_t origins = (size_ - place % 2 + 1) / 2;  // nodes of the parity
  return common_move(step, place) ? origins : 0;
}

/// In step t the messages of the t-th node before, but for those that the nodes from there to here took out.
std::uint64_t LineExchange::group_messages(std::uint32_t step, std::uint32_t place, bool forwards) const {
  const std::optional<LineMove> move = group_move(step, place, forwards);
  if (!move) return 0;
  if (!closed_) return move->count;
  const std::uint32_t count = members(place);
  std::uint64_t kept = std::uint64_t{width_} * (step + 1);
  // The last group of the class is of another size: is it on the way?
  const std::uint32_t group = place / width_;
  const std::uint32_t way = width_ < 4 || forwards ? (group + 1) % count : count - 1 - group;
  if (way <= step) kept += served(place, count - 1).count() - std::uint64_t{width_};
  return size_ - kept;
}

}  // namespace pram
