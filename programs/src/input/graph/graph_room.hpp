#pragma once

#include <cstdint>
#include <string>

#include <pram/programs/input/graph.hpp>
#include "input/file/memory_room.hpp"

namespace pram::programs {

/// The room for a graph while it is read, and what a program will make of it afterwards.
class GraphRoom : public MemoryRoom {
 public:
  /// @param file  for errors, as shown_path() gives it
  GraphRoom(std::string file, const GraphLimits& limits);

  /// Checks that there is room for a graph of these sizes, as a header promises or a file holds them.
  /// @param line  of the header; 0: the file as a whole
  /// @param hint  what else the line may mean, after a semicolon; else ""
  /// @throws LimitError naming file, line, sizes and limit
  void check_sizes(std::uint64_t vertices, std::uint64_t edges, std::uint64_t line, const std::string& hint = {}) const;

 private:
  std::string file_;
  GraphLimits limits_;
};

}  // namespace pram::programs
