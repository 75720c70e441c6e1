#pragma once

#include <optional>
#include <string>

namespace pram::perf {

/// The parts of a long measurement that are done already. A measurement takes them from here and makes the others. Its
/// result is the same to the bit as if it had made all of them.
class FinishedParts {
 public:
  virtual ~FinishedParts() = default;

  /// @returns the record that add() was given for that part; nothing if the part is not done
  virtual std::optional<std::string> find(const std::string& part) const = 0;

  /// Keeps the result of a part. Several threads may call this.
  /// @param part    a name that no other part of the measurement has
  /// @param record  JSON in one line
  virtual void add(const std::string& part, const std::string& record) = 0;

  /// Where the record of a part stands, for errors: "line 7 of --resume 'parts'".
  virtual std::string place_of(const std::string& part) const {
    return "the record of the finished part '" + part + "'";
  }
};

}  // namespace pram::perf
