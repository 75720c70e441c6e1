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

/// What a record of the operation must bring in order to be news.
ChangedBy changed_by(Operation operation) {
  if (operation.action == Action::read) return ChangedBy::nothing;
  if (operation.fetches() || operation.op == OperatorKind::own) return ChangedBy::anything;
  if (operation.combines()) return with_operator(operation.op, [](auto op) { return op.changed_by; });
  return with_rule(operation.rule, [](auto rule) { return rule.changed_by; });
}

}  // namespace

std::optional<Follow> follow_of(Operation operation) {
  switch (changed_by(operation)) {
    case ChangedBy::nothing: return Follow::attach;
    case ChangedBy::smaller_value:
    case ChangedBy::larger_value:
    case ChangedBy::lower_rank: return Follow::least;
    case ChangedBy::second_writer: return Follow::second;
    case ChangedBy::set_bits:
    case ChangedBy::cleared_bits: return Follow::unite;
    case ChangedBy::anything: break;
  }
  return std::nullopt;
}

std::uint64_t follow_value(Operation operation, const CombiningContext& context, const UpdateRecord& record) {
  switch (changed_by(operation)) {
    // NaN goes before all numbers.
    case ChangedBy::smaller_value:
      return is_nan(operation.type, record.operand) ? 0 : ordered(operation.type, record.operand);
    case ChangedBy::larger_value:
      return is_nan(operation.type, record.operand) ? 0 : ~ordered(operation.type, record.operand);
    case ChangedBy::lower_rank:
      return with_rule(operation.rule, [&](auto rule) { return decltype(rule)::rank(context, record.processor); });
    case ChangedBy::second_writer: return record.weight > 1 ? 1 : 0;
    case ChangedBy::set_bits: return record.operand;
    case ChangedBy::cleared_bits: return ~record.operand;
    case ChangedBy::nothing:
    case ChangedBy::anything: break;
  }
  return 0;
}

}  // namespace pram::detail
