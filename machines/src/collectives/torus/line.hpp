#pragma once

#include <cstdint>
#include <optional>

namespace pram {

/// A block on its way along a line: to a node so many places away, with those messages whose target's place lies in an
/// interval, or outside of it.
struct LineMove {
  std::int64_t places = 0;
  std::uint32_t first = 0;  ///< of the interval
  std::uint32_t count = 0;
  bool inside = true;
};

/// Complete exchange among the nodes of one line, a ring or a path, by blocks that jump over nodes and share no link.
/// It has steps of half the nodes, those of one parity, while the others work in another dimension, and then common
/// steps of all nodes. With groups of four nodes, where 4 divides the size n, and on a ring, a parity takes n / 4 - 1
/// steps from group to group, one between the halves of each group, and a common step ends it. Where 4 does not divide
/// n, the nodes that miss a fellow in the last group, which is the smaller one, serve it from the group before, in one
/// more step. Groups of two need no step between halves. On short rings without parities a step to the next node is
/// common to all. On a path the steps from group to group are taken twice, so that each node sends both ways.
class LineExchange {
 public:
  /// @param size   n, at least 1
  /// @param alone  this is the only dimension, so that both parities take turns
  LineExchange(std::uint32_t size, bool closed, bool alone);

  std::uint32_t size() const { return size_; }
  bool closed() const { return closed_; }
  /// Steps of a parity between groups, and then between the halves of groups.
  std::uint32_t group_steps() const { return width_ == 1 ? 0 : steps_between_groups(); }
  std::uint32_t half_steps() const;
  std::uint32_t parity_steps() const { return group_steps() + half_steps(); }
  std::uint32_t common_steps() const;

  /// What a node does in a step of its parity; none: nothing.
  /// @param forwards  of the node's class: the other class of its parity goes the other way
  std::optional<LineMove> parity_move(std::uint32_t step, std::uint32_t place, bool forwards) const;
  std::optional<LineMove> common_move(std::uint32_t step, std::uint32_t place) const;
  /// Whether what arrives in a step goes on in the same direction: a step between groups, or from node to node.
  bool goes_round(std::uint32_t step, bool common) const { return common ? width_ == 1 : step < group_steps(); }

  /// The messages of that move, if every node began with one for each place of its line.
  std::uint64_t parity_messages(std::uint32_t step, std::uint32_t place, bool forwards) const;
  std::uint64_t common_messages(std::uint32_t step, std::uint32_t place) const;

 private:
  struct Interval {
    std::uint32_t first = 0;
    std::uint32_t end = 0;
    std::uint32_t count() const { return end - first; }
  };

  void choose_width(bool alone);
  std::uint32_t steps_between_groups() const;
  /// The nodes of the class of a place: as many groups have one.
  std::uint32_t members(std::uint32_t place) const { return (size_ - place % width_ + width_ - 1) / width_; }
  /// The places that the class of a place serves in a group: the last one has what is left.
  Interval served(std::uint32_t place, std::uint32_t group) const;
  std::optional<LineMove> group_move(std::uint32_t step, std::uint32_t place, bool forwards) const;
  std::optional<LineMove> half_move(std::uint32_t step, std::uint32_t place) const;
  std::uint64_t group_messages(std::uint32_t step, std::uint32_t place, bool forwards) const;

  std::uint32_t size_;
  bool closed_;
  std::uint32_t width_ = 4;  ///< of a group
};

}  // namespace pram
