#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <pram/detail/collective.hpp>

namespace pram {

/// An operation that the table of algorithms knows: one that moves words, which programs ask for, too, or one that
/// combines the vectors of all k nodes word by word, in the order of the nodes.
class CollectiveOperation {
 public:
  enum Kind : std::uint8_t {
    one_to_one,
    broadcast,
    all_gather,
    scatter,
    gather,
    all_to_all,      ///< up to here as Collective has them
    reduce,          ///< the combination of all vectors to the target
    reduce_scatter,  ///< its share of the combination to every node
    all_reduce,      ///< the combination to every node
    scan,            ///< to node i the combination of the vectors of the nodes 0 to i
  };

  constexpr CollectiveOperation(Kind kind) : kind_(kind) {}
  constexpr CollectiveOperation(Collective moved) : kind_(static_cast<Kind>(moved)) {}

  constexpr Kind kind() const { return kind_; }
  /// Whether vectors are combined.
  constexpr bool combines() const { return kind_ >= reduce; }
  /// Whether it is about one node's words, which it moves elsewhere.
  constexpr bool has_source() const { return kind_ == one_to_one || kind_ == broadcast || kind_ == scatter; }
  /// Whether one node gets the result.
  constexpr bool has_target() const { return kind_ == one_to_one || kind_ == gather || kind_ == reduce; }
  /// Whether every node gets the same words.
  constexpr bool same_for_all() const { return kind_ == broadcast || kind_ == all_gather; }

  friend constexpr bool operator==(CollectiveOperation, CollectiveOperation) = default;

 private:
  Kind kind_;
};

/// All operations: those of all_collectives(), then those that combine.
const std::vector<CollectiveOperation>& all_operations();

/// "reduce", "reduce-scatter", "all-reduce", "scan"; others as Collective's.
std::string to_string(CollectiveOperation operation);

/// Reads a name, as collective_from() does.
/// @throws ConfigError with the known names
CollectiveOperation operation_from(std::string_view name);

/// How two words are combined. All are associative.
enum class ReductionOperator : std::uint8_t {
  sum,           ///< modulo 2^64
  maximum,       ///< of numbers without sign
  exclusive_or,  ///< bit by bit
  matrix,        ///< the product of 2 × 2 matrices of 16-bit numbers, modulo 2^16: it does not commute
};

/// "sum", "max", "xor", "matrix", in the order of the enumeration.
const std::vector<std::string>& reduction_operator_names();

std::string to_string(ReductionOperator combine);

/// @throws ConfigError of option "operator" with the known names
ReductionOperator reduction_operator_from(std::string_view name);

/// Whether operands may change places.
constexpr bool commutes(ReductionOperator combine) { return combine != ReductionOperator::matrix; }

namespace detail {

/// Rows times columns. The number in row r and column c stands in bits 16 (2 r + c) and up.
constexpr Word matrix_product(Word left, Word right) {
  constexpr Word number = 0xFFFF;
  const auto at = [](Word matrix, unsigned place) { return matrix >> 16 * place & number; };
  Word product = 0;
  for (unsigned row = 0; row < 2; ++row) {
    for (unsigned column = 0; column < 2; ++column) {
      const Word sum = at(left, 2 * row) * at(right, column) + at(left, 2 * row + 1) * at(right, 2 + column);
      product |= (sum & number) << 16 * (2 * row + column);
    }
  }
  return product;
}

}  // namespace detail

/// The combination of two words, `left` before `right`.
constexpr Word combined(ReductionOperator combine, Word left, Word right) {
  switch (combine) {
    case ReductionOperator::sum: return left + right;
    case ReductionOperator::maximum: return left < right ? right : left;
    case ReductionOperator::exclusive_or: return left ^ right;
    case ReductionOperator::matrix: return detail::matrix_product(left, right);
  }
  return 0;
}

}  // namespace pram
