#include "mark.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>

#include <pram/detail/plugin_mark.hpp>
#include "../options.hpp"
#include "../tool_name.hpp"
#include "load.hpp"

namespace pram::tool {

namespace {

using plugin::detail::mark;
using plugin::detail::mark_begin;

constexpr std::size_t longest_line = 60;

/// The lines of a mark.
struct Interface {
  std::string version;
  std::string headers;
  std::string library;
};

/// @param text  begins with a mark
Interface interface_of(std::string_view text) {
  text.remove_prefix(mark_begin.size());
  const auto line = [&] {
    const std::string_view found = text.substr(0, std::min(text.find('\n'), longest_line));
    text.remove_prefix(std::min(found.size() + 1, text.size()));
    return std::string(found);
  };
  Interface made;
  made.version = line();
  made.headers = line();
  made.library = line();
  return made;
}

std::string in_words(const Interface& one) {
  return fmt::format("pram {} (interface {}, {})", one.version, one.headers, one.library);
}

std::string content_of(const std::string& file) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(file, error);
  const auto refuse = [&](std::string_view why) { refuse_plugin(file, why); };
  if (status.type() == std::filesystem::file_type::not_found) refuse("there is no such file");
  if (!std::filesystem::status_known(status)) refuse(error.message());
  if (!std::filesystem::is_regular_file(status)) refuse("it is no file");
  std::ifstream in(file, std::ios::binary);
  std::string content((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (!in) refuse(std::strerror(errno));
  return content;
}

}  // namespace

void check_mark(const std::string& file) {
  const std::string content = content_of(file);
  if (content.find(mark) != std::string::npos) return;
  const std::size_t at = content.find(mark_begin);
  if (at == std::string::npos) refuse_plugin(file, "it is no plug-in of pram, as pram_add_program() of CMake makes it");
  refuse_plugin(
      file, fmt::format("it is built for {}, this tool is {}: build it anew",
                        in_words(interface_of(std::string_view(content).substr(at))), in_words(interface_of(mark))));
}

}  // namespace pram::tool
