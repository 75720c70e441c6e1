#pragma once

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include <pram/programs/input/both.hpp>
#include <pram/programs/input/kind.hpp>

namespace pram::programs {

/// @param memory_limit  bytes; 0: default_memory_limit()
/// @throws InputError, LimitError
std::vector<std::int64_t> read_numbers(const std::string& path, std::uint64_t memory_limit = 0);

/// Whole numbers from -1 000 000 to 1 000 000.
std::vector<std::int64_t> random_numbers(std::uint64_t n, std::uint64_t seed);

/// The numbers of a file that has two for each item of an input.
/// @param otherwise  ends the error for an odd number of them: ", not two for each point"
/// @throws InputError, LimitError
std::vector<std::int64_t> read_in_twos(const InputRequest& request, const Sizes& sizes, const char* otherwise);

/// Whole numbers.
struct Numbers {
  using Value = std::vector<std::int64_t>;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& values) { return {{"n", values.size()}}; }
};

/// Random bits: every place is equally likely for the first 1, and each bit behind it is 1 with a chance of 1/2.
std::vector<std::uint8_t> random_bits(std::uint64_t n, std::uint64_t seed);

/// Bits; each number of a file stands for a bit, which is 1 unless the number is 0.
struct Bits {
  using Value = std::vector<std::uint8_t>;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& bits) { return {{"n", bits.size()}}; }
};

/// Complex numbers; a file has whole numbers, which are real parts.
struct ComplexNumbers {
  using Value = std::vector<std::complex<double>>;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& values) { return {{"n", values.size()}}; }
};

/// Numbers in segments. A segment begins at the first number, and at every number with a head.
struct SegmentedNumbers {
  std::vector<std::int64_t> values;
  std::vector<std::uint8_t> heads;  ///< per number: not 0 where a segment begins
};

/// Numbers in segments. In a file each number is followed by its head: 0, or 1 where a segment begins.
struct SegmentedSequences {
  using Value = SegmentedNumbers;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also if a number has no head
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& input) { return {{"n", input.values.size()}}; }
};

/// Pairs of vectors of n real numbers; a file has whole numbers, those of the one and then those of the other.
struct VectorPairs : Both<std::vector<double>> {
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also if the numbers are not two vectors of one length
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& pair) { return {{"n", pair.left.size()}}; }
};

extern template const UntypedKind& untyped_kind<Numbers>();
extern template const UntypedKind& untyped_kind<Bits>();
extern template const UntypedKind& untyped_kind<ComplexNumbers>();
extern template const UntypedKind& untyped_kind<SegmentedSequences>();
extern template const UntypedKind& untyped_kind<VectorPairs>();

}  // namespace pram::programs
