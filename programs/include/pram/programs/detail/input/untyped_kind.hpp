#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <pram/programs/input/sizes.hpp>
#include <pram/programs/program.hpp>

namespace pram::programs {

/// A kind of input without the type of its values: plain pointers to functions, of one layout whatever the kind is. So
/// reading and generating is compiled once. kind.hpp says what a kind is, and makes one of these of it.
///
/// A value is made by `make` or `read`, changed by none but `take_options` and `begin_at`, and destroyed by `destroy`,
/// which alone throws nothing.
struct UntypedKind {
  const char* file;                    ///< what --input reads: "numbers"
  std::vector<ShapeName> (*shapes)();  ///< the usual one first
  /// A generated value of size n.
  /// @param shape  an index of shapes()
  void* (*make)(std::size_t shape, std::uint64_t n, std::uint64_t seed);
  /// The value in the request's file.
  void* (*read)(const InputRequest& request, const Sizes& sizes);
  InputSizes (*sizes)(const void* value);               ///< n, or the like, first
  std::string (*read_as)(const void* value) = nullptr;  ///< InputFacts::read_as; null where there is one way to read
  /// Begins at the vertex that --source names, else at one of the kind's choice; null where there is none to begin at.
  void (*begin_at)(void* value, const std::optional<std::uint64_t>& source) = nullptr;
  /// Carries the values of a program's own options; null where the kind takes none.
  void (*take_options)(void* value, const OptionValues& options) = nullptr;
  void (*destroy)(const void* value);
};

/// The input of a program, and its name in reports.
struct UntypedInput {
  std::string source;
  std::shared_ptr<void> value;
};

/// Reads the request's file, or generates what it asks for.
/// @throws as Program::prepare
UntypedInput make_input(const UntypedKind& kind, const InputRequest& request, const Sizes& sizes);

}  // namespace pram::programs
