#pragma once

#include <cstdint>
#include <string>

#include "input/file/memory_room.hpp"
#include "input/file/text.hpp"

namespace pram::programs {

/// Calls visit(value, line, room) for every number of a file of whole numbers. A line may hold any number of them; #
/// and // open comment lines.
/// @param memory_limit  most bytes for the text and for what visit takes of its room; 0: default_memory_limit()
/// @throws InputError naming file, line and what is wrong, also for a file without numbers; LimitError
template <class Visit>
void for_each_number(const std::string& path, std::uint64_t memory_limit, Visit visit) {
  const std::string text = read_content(path, memory_limit);
  MemoryRoom room(shown_path(path), memory_limit);
  room.take(text.size());
  Scanner scanner(text, shown_path(path));
  bool none = true;
  while (scanner.next_row("#")) {
    while (!scanner.row_done()) visit(scanner.number<std::int64_t>("number"), scanner.line(), room);
    none = false;
  }
  if (none) scanner.fail("it holds no numbers");
}

}  // namespace pram::programs
