#pragma once

#include <string>
#include <utility>

#include <pram/error.hpp>

namespace pram::detail {

/// A part was asked for by its name that this program was linked without. The tool that is built first has only some of
/// the parts, and knows the names of all; every other program has all that it can name.
class MissingPart : public Error {
 public:
  /// @param what  that is asked for, as it was typed: "compare", "--html", "torus"
  explicit MissingPart(std::string what) : Error("this tool was built without " + what), part(std::move(what)) {}

  std::string part;
};

}  // namespace pram::detail
