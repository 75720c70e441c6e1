#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "input/kind.hpp"

namespace pram::programs {

/// Rooted trees: the parent of each node. A root is its own parent.
struct Forest {
  std::vector<std::uint32_t> parent;
};

/// Rooted trees; a file has the parent of each node, -1 or itself for a root.
struct Forests {
  using Value = Forest;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also if a parent is no node, or some nodes form a cycle
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& forest) { return {{"n", forest.parent.size()}}; }
  static const UntypedKind& untyped();
};

template <>
struct KindOf<const Forest&> : Forests {
  static std::tuple<const Forest&> arguments(const Value& forest) { return {forest}; }
};

/// The forest of these parents, -1 or itself for a root.
/// @param file  for errors
/// @throws InputError if a parent is no node, or some nodes form a cycle
Forest forest_of(const std::vector<std::int64_t>& parents, const std::string& file);

/// For each node, the number of edges to its root.
/// @returns nothing if some nodes form a cycle
std::vector<std::uint32_t> depths_of(const Forest& forest);

}  // namespace pram::programs
