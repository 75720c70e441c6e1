#include "follow.hpp"

#include <bit>
#include <cmath>

namespace pram::detail {

namespace {

/// Numbers whose order is that of the words, none of which is NaN.
std::uint64_t ordered(WordType type, Word word) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  if (type == WordType::unsigned_integer) return word;
  if (type == WordType::signed_integer) return word ^ sign;
  if (type == WordType::float32) {
    const auto narrow = std::bit_cast<float>(static_cast<std::uint32_t>(word));
    word = std::bit_cast<Word>(static_cast<double>(narrow));
  }
  return (word & sign) != 0 ? ~word : word | sign;
}

bool is_nan(WordType type, Word word) {
  if (type == WordType::float64) return std::isnan(std::bit_cast<double>(word));
  return type == WordType::float32 && std::isnan(std::bit_cast<float>(static_cast<std::uint32_t>(word)));
}

}  // namespace

std::optional<Follow> follow_of(Operation operation) {
  if (operation.action == Action::read) return Follow::attach;
  if (operation.fetches()) return std::nullopt;
  switch (operation.fold) {
    case Fold::none:
    case Fold::common: return Follow::attach;
    case Fold::arbitrary:
    case Fold::priority:
    case Fold::minimum:
    case Fold::maximum: return Follow::least;
    case Fold::tolerant:
    case Fold::collision: return Follow::second;
    case Fold::bit_and:
    case Fold::bit_or: return Follow::unite;
    default: return std::nullopt;
  }
}

std::uint64_t follow_value(Operation operation, const FoldContext& context, const UpdateRecord& record) {
  switch (operation.fold) {
    case Fold::arbitrary: return hash64(context.step, record.processor, context.seed);  // as wins() ranks them
    case Fold::priority: return record.processor;
    case Fold::tolerant:
    case Fold::collision: return record.weight > 1 ? 1 : 0;
    // NaN goes before all numbers.
    case Fold::minimum: return is_nan(operation.type, record.operand) ? 0 : ordered(operation.type, record.operand);
    case Fold::maximum: return is_nan(operation.type, record.operand) ? 0 : ~ordered(operation.type, record.operand);
    case Fold::bit_and: return ~record.operand;
    case Fold::bit_or: return record.operand;
    default: return 0;
  }
}

}  // namespace pram::detail
