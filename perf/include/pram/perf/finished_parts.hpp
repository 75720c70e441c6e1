#pragma once

#include <optional>
#include <string>

namespace pram::perf {

/// The parts of a long measurement that are done. A measurement that is given them does not make those again, and its
/// result is the same to the bit as if it had made all.
class FinishedParts {
 public:
  virtual ~FinishedParts() = default;

  /// What add() was given for that part; nothing if it is not done.
  virtual std::optional<std::string> find(const std::string& part) const = 0;

  /// Keeps what a part came to. May be called from several threads.
  /// @param part    a name that no other part of the measurement has
  /// @param record  JSON in one line
  virtual void add(const std::string& part, const std::string& record) = 0;
};

}  // namespace pram::perf
