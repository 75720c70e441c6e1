#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <iterator>
#include <source_location>
#include <string>
#include <type_traits>
#include <utility>

#include <pram/detail/larger.hpp>
#include <pram/detail/processors/outbox.hpp>
#include <pram/detail/processors/processor_block.hpp>
#include <pram/detail/ranges.hpp>
#include <pram/error.hpp>
#include <pram/machine/array.hpp>
#include <pram/machine/cell.hpp>

/// What all processors of a data-parallel step ask for, worked out block by block in the slots of the machine.
namespace pram::detail {

/// The requests of one step, and what becomes of the replies. Functions of the program run on the host thread of their
/// processor's worker, several at a time.
class StepRequests {
 public:
  StepRequests(Operation asked, const ArrayHandle* of, std::source_location where)
      : operation(asked), file(where.file_name()), line(where.line()), array(of) {}
  virtual ~StepRequests() = default;
  StepRequests(const StepRequests&) = delete;
  StepRequests& operator=(const StepRequests&) = delete;

  /// Writes what each processor of a block asks for, where all ask for cells of `array`.
  /// @param index  per processor of the block: the cell, or no_request
  /// @param value  per processor that asks: its operand
  /// @returns how many ask
  virtual std::uint32_t ask(ProcessorBlock& block, std::uint32_t* index, Word* value) = 0;
  /// The same where each names a cell of any array. The requests go into the slots of an outbox from `slot` on.
  virtual std::uint32_t issue(ProcessorBlock& block, Outbox& outbox, std::uint32_t slot) = 0;
  /// Gives the processors that have asked their replies.
  virtual void take(ProcessorBlock& block, const std::uint32_t* index, const Word* reply) = 0;
  /// The same of reads whose replies are what the cells of `array` hold.
  /// @param index  null: each has asked for the cell of its own number
  virtual void take_words(ProcessorBlock& block, const std::uint32_t* index, const void* cells) = 0;
  /// Writes the operands of processors that ask for the cells of their own numbers.
  virtual void write_own(ProcessorBlock& block, void* cells) const noexcept = 0;

  const Operation operation;
  const char* const file;
  const std::uint32_t line;
  const ArrayHandle* const array;   ///< null: cells of any array
  bool replies = false;             ///< are they taken?
  bool own_cells = false;           ///< does each that lives ask for the cell of its own number?
  bool operands_in_memory = false;  ///< may they be looked at till the step ends, without a call of the program?
  bool calls_program = true;        ///< are functions of the program called, which may throw?
  std::uint64_t step = 0;           ///< the one in progress

 protected:
  /// @throws AddressError
  [[noreturn]] void refuse_index(std::uint64_t processor, std::int64_t index) const;
};

/// @param what  "indices", "values", "registers"
/// @throws ConfigError unless there is one for each processor
void check_one_each(const char* what, std::uint64_t given, std::uint64_t processors);

// What may be looked at for any processor, whether it asks or not: no function of the program is called.

/// An element of a range for each processor.
template <class Element>
struct ElementOfEach {
  static constexpr bool is_element = true;

  Element* first;

  Element& operator()(std::uint64_t i) const { return first[i]; }
};

template <class T>
struct SameForAll {
  static constexpr bool is_element = true;

  T value;

  T operator()(std::uint64_t) const { return value; }
};

/// Replies into an element of a range for each processor.
template <class T>
struct IntoEach {
  T* first;

  void operator()(std::uint64_t i, T reply) const { first[i] = reply; }
};

template <class Function>
inline constexpr bool is_element = requires {
  Function::is_element;
};

/// Does a function give each processor its own id?
template <class Function>
inline constexpr bool is_own_id = requires {
  Function::is_own_id;
};

template <class Range>
concept ElementsInMemory = ContiguousRange<Range> && SizedRange<Range>;

/// What a program gives for each processor: a function of its id, a range with an element for each, or one value for
/// all. As a function of the id.
template <class T, class Given>
auto per_processor(Given& given, const char* what, std::uint64_t processors) {
  if constexpr (is_element<std::remove_cvref_t<Given>>) {
    return std::remove_cvref_t<Given>(given);
  } else if constexpr (std::is_invocable_v<Given&, std::uint64_t>) {
    return [&given](std::uint64_t i) -> decltype(auto) { return given(i); };
  } else if constexpr (RandomAccessRange<Given>) {
    if constexpr (SizedRange<Given>) check_one_each(what, std::ranges::size(given), processors);
    if constexpr (ElementsInMemory<Given>) {
      return ElementOfEach<std::remove_reference_t<decltype(*std::ranges::data(given))>>{std::ranges::data(given)};
    } else {
      return [first = std::ranges::begin(given)](std::uint64_t i) -> decltype(auto) {
        return first[static_cast<std::iter_difference_t<decltype(first)>>(i)];
      };
    }
  } else {
    static_assert(std::convertible_to<Given, T>,
                  "what a step is given for each processor is a function of its id, [&](std::uint64_t i) { ... }, a "
                  "range with an element for each, or one value for all");
    return SameForAll<T>{static_cast<T>(given)};
  }
}

/// Where a program wants the replies: in a function of processor and reply, or in a range with an element for each
/// processor. As a function.
template <class T, class Given>
auto per_reply(Given& given, std::uint64_t processors) {
  if constexpr (std::is_invocable_v<Given&, std::uint64_t, T>) {
    return [&given](std::uint64_t i, T reply) { given(i, reply); };
  } else {
    static_assert(
        RandomAccessRange<Given>,
        "replies go to a function of processor and reply, [&](std::uint64_t i, auto reply) { ... }, or into a "
        "range with an element for each processor");
    if constexpr (SizedRange<Given>) check_one_each("registers", std::ranges::size(given), processors);
    if constexpr (ElementsInMemory<Given> && std::is_same_v<ValueOf<Given>, T>) {
      return IntoEach<T>{std::ranges::data(given)};
    } else if constexpr (ElementsInMemory<Given>) {
      return [first = std::ranges::data(given)](std::uint64_t i, T reply) { first[i] = reply; };
    } else {
      return [first = std::ranges::begin(given)](std::uint64_t i, T reply) {
        first[static_cast<std::iter_difference_t<decltype(first)>>(i)] = reply;
      };
    }
  }
}

/// So many slots without a request.
inline void mark_idle(std::uint32_t* index, std::uint32_t count) {
  for (std::uint32_t k = 0; k < count; ++k) index[k] = no_request;
}

struct NoReply {
  void operator()(std::uint64_t, auto) const {}
};
struct NoOperand {
  std::uint8_t operator()(std::uint64_t) const { return 0; }
};
/// All that live ask.
struct Everybody {
  constexpr bool operator()(std::uint64_t) const { return true; }
};

/// @tparam T       of the cells
/// @tparam Place   processor -> index, or processor -> cell
template <Storable T, class Active, class Place, class Operand, class Take>
class StepRequestsOf final : public StepRequests {
 public:
  StepRequestsOf(Operation asked, const ArrayHandle* of, std::source_location where, const Active& active, Place place,
                 Operand operand, Take take)
      : StepRequests(asked, of, where),
        active_(active),
        place_(std::move(place)),
        operand_(std::move(operand)),
        take_(std::move(take)) {
    replies = !std::is_same_v<Take, NoReply>;
    own_cells = std::is_same_v<Active, Everybody> && is_own_id<Place>;
    operands_in_memory = has_elements<Operand>;
    calls_program = !std::is_same_v<Active, Everybody> || !is_element<Place> || !has_elements<Operand> ||
                    !(std::is_same_v<Take, NoReply> || std::is_same_v<Take, IntoEach<T>>);
  }

  std::uint32_t ask(ProcessorBlock& block, std::uint32_t* index, Word* value) override {
    if constexpr (std::integral<std::remove_cvref_t<std::invoke_result_t<Place&, std::uint64_t>>>) {
      if constexpr (std::is_same_v<Active, Everybody> && is_element<Place> && has_elements<Operand>)
        return ask_elements(block, index, value);
      const std::uint64_t size = array->size();
      std::uint32_t asked = 0;
      if (block.live != nullptr) mark_idle(index, block.count);
      for_live(block, [&](std::uint32_t k) {
        const std::uint64_t i = block.first + k;
        if constexpr (!std::is_same_v<Active, Everybody>) {
          if (!active_(i)) {
            index[k] = no_request;
            return;
          }
        }
        const auto cell = +place_(i);
        if (!std::in_range<std::uint64_t>(cell) || static_cast<std::uint64_t>(cell) >= size) [[unlikely]]
          refuse_index(i, static_cast<std::int64_t>(cell));
        index[k] = static_cast<std::uint32_t>(cell);
        if constexpr (!std::is_same_v<Operand, NoOperand>) value[k] = to_word(static_cast<T>(operand_(i)));
        ++asked;
      });
      return asked;
    } else {
      return 0;
    }
  }

  std::uint32_t issue(ProcessorBlock& block, Outbox& outbox, std::uint32_t slot) override {
    if constexpr (!std::integral<std::remove_cvref_t<std::invoke_result_t<Place&, std::uint64_t>>>) {
      std::uint32_t asked = 0;
      if (block.live != nullptr) mark_idle(outbox.index + slot, block.count);
      for_live(block, [&](std::uint32_t k) {
        const std::uint64_t i = block.first + k;
        outbox.slot = slot + k;
        outbox.index[slot + k] = no_request;
        if (!active_(i)) return;
        const Cell<T>& cell = place_(i);
        if constexpr (!std::is_same_v<Operand, NoOperand>)
          outbox.value[slot + k] = to_word(static_cast<T>(operand_(i)));
        pram::detail::issue(cell.address(), operation, file, line);
        ++asked;
      });
      return asked;
    } else {
      return 0;
    }
  }

  void take(ProcessorBlock& block, const std::uint32_t* index, const Word* reply) override {
    if constexpr (std::is_same_v<Take, IntoEach<T>>) {
      T* const into = take_.first + block.first;  // without a branch
      for (std::uint32_t k = 0; k < block.count; ++k)
        into[k] = index[k] < no_request ? from_word<T>(reply[k]) : into[k];
    } else if constexpr (std::is_same_v<Take, NoReply>) {
      return;
    } else if constexpr (std::is_same_v<Active, Everybody>) {
      for_live(block, [&](std::uint32_t k) { take_(block.first + k, from_word<T>(reply[k])); });
    } else {
      for_all(block, [&](std::uint32_t k) {
        if (index[k] < no_request) take_(block.first + k, from_word<T>(reply[k]));
      });
    }
  }

  void take_words(ProcessorBlock& block, const std::uint32_t* index, const void* cells) override {
    if constexpr (!std::is_same_v<Take, NoReply>) {
      const auto* const first = static_cast<const CellOf<T>*>(cells);
      const auto word = [first](std::uint64_t cell) { return from_word<T>(Word{first[cell].word}); };
      if (index == nullptr) {
        for_live(block, [&](std::uint32_t k) { take_(block.first + k, word(block.first + k)); });
      } else if constexpr (std::is_same_v<Active, Everybody>) {
        for_live(block, [&](std::uint32_t k) { take_(block.first + k, word(index[k])); });
      } else {
        for_all(block, [&](std::uint32_t k) {
          if (index[k] < no_request) take_(block.first + k, word(index[k]));
        });
      }
    }
  }

  void write_own(ProcessorBlock& block, void* cells) const noexcept override {
    if constexpr (has_elements<Operand> && !std::is_same_v<Operand, NoOperand>) {
      auto* const first = static_cast<CellOf<T>*>(cells);
      for_live(block, [&](std::uint32_t k) {
        auto& word = first[block.first + k].word;
        word = static_cast<std::remove_reference_t<decltype(word)>>(to_word<T>(operand_(block.first + k)));
      });
    }
  }

 private:
  /// Have all processors an operand that needs no conversion, which might be undefined for those that do not ask?
  template <class Function>
  static constexpr bool has_elements = [] {
    if constexpr (is_element<Function>) {
      return std::is_same_v<std::remove_cvref_t<std::invoke_result_t<const Function&, std::uint64_t>>, T>;
    } else {
      return std::is_same_v<Function, NoOperand>;
    }
  }();

  /// What ask() does where no function of the program is called: without a branch for each processor.
  std::uint32_t ask_elements(ProcessorBlock& block, std::uint32_t* index, Word* value) {
    std::uint32_t asked = 0;
    for (std::uint32_t begin = 0; begin < block.count; begin += some) {
      const std::uint32_t count = smaller(some, block.count - begin);
      const std::uint32_t live =
          static_cast<std::uint32_t>(block.lives_from(begin)) & (~std::uint32_t{0} >> (some - count));
      const bool outside = live == ~std::uint32_t{0}
                               ? some_outside<true>(block.first + begin, some, live, index + begin)
                               : some_outside<false>(block.first + begin, count, live, index + begin);
      asked += static_cast<std::uint32_t>(std::popcount(live));
      if constexpr (!std::is_same_v<Operand, NoOperand>) {
        for (std::uint32_t k = 0; k < count; ++k) value[begin + k] = to_word<T>(operand_(block.first + begin + k));
      }
      if (outside) [[unlikely]]
        refuse_outside(block, begin);
    }
    return asked;
  }

  static constexpr std::uint32_t some = 32;

  /// Writes what a few processors ask for. @returns true if one asks for no cell of the array
  /// @param live  a bit for each processor
  template <bool all>
  bool some_outside(std::uint64_t first, std::uint32_t count, std::uint32_t live, std::uint32_t* index) {
    using Index = std::remove_cvref_t<decltype(+place_(0))>;
    using Unsigned = std::conditional_t<std::is_signed_v<Index>, std::uint64_t, std::make_unsigned_t<Index>>;
    const auto size = static_cast<Unsigned>(array->size());  // below 2^32
    std::uint32_t outside = 0;
    for (std::uint32_t k = 0; k < (all ? some : count); ++k) {
      const Index cell = place_(first + k);
      const std::uint32_t lives = all ? 1 : (live >> k) & 1;
      outside |= lives & (static_cast<Unsigned>(cell) < size ? 0U : 1U);
      index[k] = lives != 0 ? static_cast<std::uint32_t>(cell) : no_request;
    }
    return outside != 0;
  }

  /// @throws AddressError: the first processor from the k-th on that lives and asks for no cell of the array
  [[noreturn]] void refuse_outside(ProcessorBlock& block, std::uint32_t k) {
    while (true) {
      const auto cell = +place_(block.first + k);
      const bool inside = std::in_range<std::uint64_t>(cell) && static_cast<std::uint64_t>(cell) < array->size();
      block.at = k;
      if (block.lives(k) && !inside) refuse_index(block.first + k, static_cast<std::int64_t>(cell));
      ++k;
    }
  }

  const Active& active_;
  Place place_;
  Operand operand_;
  Take take_;
};

}  // namespace pram::detail
