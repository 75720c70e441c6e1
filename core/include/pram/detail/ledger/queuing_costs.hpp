#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pram::detail {

/// What supersteps cost in the queuing shared memory model, max(a, g m_rw) each with a = max(m_op, κ), added up for any
/// g. Sums are kept by class of a / m_rw, for the quotient decides which of the two is larger. The quotients of a class
/// agree in 11 significant bits: there are some tens of thousands of classes at most, and a few in most programs.
class QueuingCosts {
 public:
  /// Finds room for a superstep. @throws std::bad_alloc
  void expect();
  /// Adds the superstep that was expected.
  /// @param least     a: what the superstep costs at least, 1 or more
  /// @param accesses  m_rw, 1 or more
  void add(std::uint64_t least, std::uint64_t accesses);
  void add(const QueuingCosts& others);
  /// @returns false if the others are not among these; then nothing has changed
  bool subtract(const QueuingCosts& others);

  /// Exact for a g of 11 significant bits, as whole numbers up to 2048 are. For any other g the cost is too low by less
  /// than 2^-10 of what the supersteps cost whose quotient has the first 11 bits of g.
  /// @param gap  g
  double cost(double gap) const;

  /// The sums of a and m_rw over supersteps whose quotients begin alike.
  struct Class {
    std::uint32_t quotient = 0;  ///< the first bits of a / m_rw
    std::uint64_t least = 0;
    std::uint64_t accesses = 0;
  };
  /// By quotient. Adding the sums of each class to another object gives the same costs.
  const std::vector<Class>& classes() const { return classes_; }

 private:
  std::vector<Class> classes_;  // by quotient
};

}  // namespace pram::detail
