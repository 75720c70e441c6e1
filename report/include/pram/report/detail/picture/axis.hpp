#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pram::report {

/// Maps the values of a range to coordinates between two ends.
class Axis {
 public:
  /// An axis that begins at 0, so that lengths can be compared.
  /// @param largest  the largest value; 0 and less count as 1
  static Axis linear(double largest, double from, double to);
  /// An axis on which powers of ten lie equally far apart. The axis goes from the power at or below the smallest value
  /// to that at or above the largest. Smaller values stand at its first end.
  /// @param smallest  above 0
  static Axis logarithmic(double smallest, double largest, double from, double to);
  /// The same, no longer than its values need: its ends are 1, 2 or 5 times a power of ten.
  static Axis close(double smallest, double largest, double from, double to);

  double at(double value) const;
  double first() const { return first_; }
  double last() const { return last_; }

  struct Tick {
    double value;
    std::string label;
  };
  /// Round values within the range, ascending.
  /// @param most  the most ticks; less than 3 counts as 3
  std::vector<Tick> ticks(std::size_t most) const;

 private:
  enum class Kind { linear, powers, close };

  Axis(Kind kind, double first, double last, double from, double to)
      : kind_(kind), first_(first), last_(last), from_(from), to_(to) {}

  std::vector<Tick> close_ticks(std::size_t most) const;

  Kind kind_;
  double first_;
  double last_;
  double from_;
  double to_;
};

/// "0", "250", "1.5k", "20M": a round number in a few letters.
std::string tick_label(double value);

}  // namespace pram::report
