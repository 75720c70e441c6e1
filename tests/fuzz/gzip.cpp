#include <cstdint>
#include <span>
#include <string>

#include <pram/programs/input/file.hpp>
#include <pram/programs/program.hpp>

#include "memory_file.hpp"
#include "require.hpp"

using namespace pram;

// The bytes of a file, packed or not.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::MemoryFile file(std::span(data, size));
  try {
    const std::string text = programs::read_text(file.path());
    fuzz::require(text.find('\0') == std::string::npos, "a text has no NUL bytes");
  } catch (const programs::InputError& error) {
    fuzz::require(std::string(error.what()).find('\n') == std::string::npos, "an error is one line");
  }
  return 0;
}
