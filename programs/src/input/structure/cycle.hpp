#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "input/kind.hpp"

namespace pram::programs {

/// A directed cycle: the successor of each node.
struct Cycle {
  std::vector<std::uint32_t> next;
};

/// Directed cycles, generated as one of n nodes. A file has the successor of each node, and its cycles may be several.
struct Cycles {
  using Value = Cycle;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also if a successor is no node or the node itself, or if two nodes have the same one
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& cycle) { return {{"n", cycle.next.size()}}; }
  static const UntypedKind& untyped();
};

template <>
struct KindOf<const Cycle&> : Cycles {
  static std::tuple<const Cycle&> arguments(const Value& cycle) { return {cycle}; }
};

}  // namespace pram::programs
