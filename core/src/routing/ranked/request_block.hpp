#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <pram/detail/word/word.hpp>

#include "../../host/pages.hpp"

namespace pram::detail {

/// What the requests of a step say on their way to another rank, besides their cells and components.
struct RequestForm {
  bool processor = false;
  bool ordinal = false;
  bool site = false;
  bool operand = false;
  bool narrow = false;     ///< operands and replies have 32 bits
  bool is_signed = false;  ///< such operands have a sign
};

/// Consecutive requests of one component.
struct ComponentRun {
  std::uint32_t component = 0;
  std::uint32_t requests = 0;
};

/// The requests of one rank for the cells of another, in the order of their processors. What they say stands in
/// columns, one behind the other: a rank copies what it gets column by column. Replies take the place of the requests,
/// which have been read by then.
class RequestBlock {
 public:
  std::size_t requests = 0;
  std::size_t runs = 0;

  static std::size_t words(const RequestForm& form, std::size_t requests, std::size_t runs) {
    const std::size_t operand = form.operand ? form.narrow ? 1 : 2 : 0;
    return 2 * runs +
           requests * (1 + (form.processor ? 1 : 0) + (form.ordinal ? 1 : 0) + (form.site ? 1 : 0) + operand);
  }
  /// @throws std::bad_alloc, LimitError
  void make_room(const RequestForm& form, bool replies) {
    form_ = form;
    words_.reserve(std::max(words(form, requests, runs), replies ? reply_bytes() / sizeof(std::uint32_t) : 0));
  }
  std::span<std::uint32_t> all() { return {words_.data(), words(form_, requests, runs)}; }

  std::uint32_t* index() { return words_.data() + 2 * runs; }
  std::uint32_t* processor() { return index() + requests; }
  std::uint32_t* ordinal() { return processor() + (form_.processor ? requests : 0); }
  std::uint32_t* site() { return ordinal() + (form_.ordinal ? requests : 0); }

  ComponentRun run(std::size_t k) const { return {words_[2 * k], words_[2 * k + 1]}; }
  void set_run(std::size_t k, ComponentRun one) {
    words_[2 * k] = one.component;
    words_[2 * k + 1] = one.requests;
  }
  Word operand(std::size_t k) const {
    const std::uint32_t* const all = operands();
    if (!form_.narrow) return all[2 * k] | Word{all[2 * k + 1]} << 32;
    return form_.is_signed ? static_cast<Word>(static_cast<std::int64_t>(static_cast<std::int32_t>(all[k]))) : all[k];
  }
  void set_operand(std::size_t k, Word operand) { set_word(operands(), k, operand); }

  std::size_t reply_bytes() const { return requests * (form_.narrow ? 1 : 2) * sizeof(std::uint32_t); }
  std::span<std::byte> replies() { return {reinterpret_cast<std::byte*>(words_.data()), reply_bytes()}; }
  /// A processor uses just the bits that its cell has.
  Word reply(std::size_t k) const { return form_.narrow ? words_[k] : words_[2 * k] | Word{words_[2 * k + 1]} << 32; }
  void set_reply(std::size_t k, Word reply) { set_word(words_.data(), k, reply); }

 private:
  const std::uint32_t* operands() const {
    const std::size_t before = 1 + (form_.processor ? 1U : 0U) + (form_.ordinal ? 1U : 0U) + (form_.site ? 1U : 0U);
    return words_.data() + 2 * runs + before * requests;
  }
  std::uint32_t* operands() { return const_cast<std::uint32_t*>(std::as_const(*this).operands()); }
  void set_word(std::uint32_t* all, std::size_t k, Word word) const {
    if (form_.narrow) {
      all[k] = static_cast<std::uint32_t>(word);
    } else {
      all[2 * k] = static_cast<std::uint32_t>(word);
      all[2 * k + 1] = static_cast<std::uint32_t>(word >> 32);
    }
  }

  RequestForm form_;
  Pages<std::uint32_t> words_;
};

}  // namespace pram::detail
