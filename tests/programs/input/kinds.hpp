#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <utility>

#include <pram/programs/input/kind.hpp>
#include "files.hpp"
#include "support.hpp"

namespace pram::testing {

/// Reads the request's file, or generates what it asks for.
template <class Kind>
typename Kind::Value input_of(const programs::InputRequest& request, const programs::Sizes& sizes) {
  return std::move(*static_cast<typename Kind::Value*>(
      programs::make_input(programs::untyped_kind<Kind>(), request, sizes).value.get()));
}

/// The input of a kind from a file with this content.
template <class Kind>
auto from_file(const TemporaryFolder& folder, const std::string& content) {
  return input_of<Kind>({.size = {}, .file = folder.file(content)}, {.usual = 1});
}

/// Checks that a file with this content is refused.
template <class Kind>
void refuses(const TemporaryFolder& folder, const std::string& content, const std::string& reason,
             std::uint64_t line = 0) {
  check_refused([](const std::string& path) { input_of<Kind>({.size = {}, .file = path}, {.usual = 1}); },
                folder.file(content), line, reason);
}

/// Calls check(input, n, name of the shape) for inputs of every shape.
template <class Kind, class Check>
void for_each_shape(std::uint64_t least, Check check) {
  for (const auto& shape : Kind::shapes()) {
    for (const std::uint64_t n : {0U, 1U, 2U, 3U, 8U, 101U}) {
      if (n < least) continue;
      CAPTURE(shape.name);
      CAPTURE(n);
      check(shape.make(n, seed()), n, std::string(shape.name));
    }
  }
}

}  // namespace pram::testing
