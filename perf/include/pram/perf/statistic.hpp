#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace pram::perf {

/// A quantity over several runs. Without runs, mean and largest are 0.
class Statistic {
 public:
  Statistic() = default;
  /// A statistic of which no more is known than what its functions return.
  Statistic(std::uint64_t count, double mean, double error, double largest)
      : count_(count), mean_(mean), known_error_(error), largest_(largest) {}

  void add(double value) {
    ++count_;
    const double off = value - mean_;
    mean_ += off / static_cast<double>(count_);
    squares_ += off * (value - mean_);
    largest_ = count_ == 1 ? value : std::max(largest_, value);
  }

  std::uint64_t count() const { return count_; }
  double mean() const { return mean_; }
  double largest() const { return largest_; }

  /// Standard error of the mean; 0 for fewer than two runs.
  double error() const {
    if (known_error_) return *known_error_;
    const auto n = static_cast<double>(count_);
    return count_ < 2 ? 0 : std::sqrt(squares_ / (n - 1) / n);
  }

 private:
  std::uint64_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;  // sum of the squared distances from the mean, kept as by Welford (1962)
  std::optional<double> known_error_;
  double largest_ = 0;
};

}  // namespace pram::perf
