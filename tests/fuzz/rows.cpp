#include <cstdint>
#include <span>
#include <string>

#include <pram/detail/no_node.hpp>
#include <pram/programs/input/sequence/keys.hpp>
#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/input/structure/lists.hpp>
#include <pram/programs/program.hpp>

#include "input/addresses_file.hpp"
#include "input/messages_file.hpp"
#include "memory_file.hpp"
#include "require.hpp"

using namespace pram;

namespace {

constexpr std::uint32_t terminals = 16;

void read_keys(const std::string& path) {
  const std::vector<std::int64_t> values = programs::read_numbers(path);
  fuzz::require(!values.empty(), "a file without numbers is refused");
  const programs::Keys keys = programs::keys_of(values);
  for (std::size_t k = 0; k < values.size(); ++k)
    fuzz::require(keys.values.at(keys.of.at(k)) == values[k], "a key's bucket is that of its value");
  // Written as text and read again, they are the same.
  std::string text;
  for (const std::int64_t value : values) text += std::to_string(value) + "\n";
  const fuzz::MemoryFile again({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  fuzz::require(programs::read_numbers(again.path()) == values, "numbers survive being written");
}

void read_list(const std::string& path) {
  const std::vector<std::uint32_t> next = programs::read_list(path);
  std::vector<bool> entered(next.size());
  for (const std::uint32_t node : next) {
    if (node == no_node) continue;
    fuzz::require(node < next.size() && !entered[node], "a node follows one other at most");
    entered[node] = true;
  }
}

void read_messages(const std::string& path) {
  const Batch batch = tool::read_messages(path, terminals);
  fuzz::require(batch.destination.size() == batch.size(), "every message has a destination");
  for (std::size_t k = 0; k < batch.size(); ++k)
    fuzz::require(batch.source[k] < terminals && batch.destination[k] < terminals, "a message's ends are terminals");
  fuzz::require(batch.words.empty() || batch.words.size() == batch.size(), "every message has a length, or none");
}

}  // namespace

// The first byte is the reader; the rest is the file.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const fuzz::MemoryFile file(std::span(data, size).subspan(1));
  try {
    switch (data[0] % 4) {
      case 0: read_keys(file.path()); break;
      case 1: read_list(file.path()); break;
      case 2: static_cast<void>(tool::read_addresses(file.path())); break;
      default: read_messages(file.path());
    }
  } catch (const programs::InputError& error) {
    fuzz::require(std::string(error.what()).find('\n') == std::string::npos, "an error is one line");
  }
  return 0;
}
