#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <iterator>
#include <ranges>
#include <source_location>
#include <string>
#include <type_traits>
#include <utility>

#include <pram/array.hpp>
#include <pram/cell.hpp>
#include <pram/detail/outbox.hpp>
#include <pram/error.hpp>

/// What all processors of a data-parallel step ask for, worked out block by block in the slots of the machine.
namespace pram::detail {

/// Consecutive processors whose part of a step is worked out in one go.
struct ProcessorBlock {
  std::uint64_t first = 0;  ///< processor
  std::uint32_t count = 0;
  const std::uint64_t* live = nullptr;  ///< a bit for each processor of the whole group; null: all of the block live
  std::uint32_t at = 0;                 ///< the one of the block whose function threw

  bool lives(std::uint32_t k) const {
    const std::uint64_t i = first + k;
    return live == nullptr || (live[i / 64] >> (i % 64) & 1) != 0;
  }

  /// A bit for each of the 64 processors from the k-th on; there is a word behind the last of the group.
  std::uint64_t lives_from(std::uint32_t k) const {
    if (live == nullptr) return ~std::uint64_t{0};
    const std::uint64_t i = first + k;
    const std::uint64_t low = live[i / 64] >> (i % 64);
    return i % 64 == 0 ? low : low | live[i / 64 + 1] << (64 - i % 64);
  }
};

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

  const Operation operation;
  const char* const file;
  const std::uint32_t line;
  const ArrayHandle* const array;  ///< null: cells of any array
  bool replies = false;            ///< are they taken?
  std::uint64_t step = 0;          ///< the one in progress

 protected:
  /// @throws AddressError
  [[noreturn]] void refuse_index(std::uint64_t processor, std::int64_t index) const;
};

/// Local computation of all processors of a group, which takes no step; and which of them end by it.
class GroupWork {
 public:
  explicit GroupWork(std::source_location from) : where(from) {}
  virtual ~GroupWork() = default;
  GroupWork(const GroupWork&) = delete;
  GroupWork& operator=(const GroupWork&) = delete;

  /// @param block  begins at a multiple of 64
  /// @param live   the bits of the block's processors, 64 a word; those that end are cleared
  virtual void run(ProcessorBlock& block, std::uint64_t* live) = 0;

  const std::source_location where;
};

/// Calls visit(k) for the processors of a block that live; block.at tells which one has thrown.
template <class Visit>
void for_live(ProcessorBlock& block, const Visit& visit) {
  std::uint32_t k = 0;
  try {
    if (block.live == nullptr) {
      for (; k < block.count; ++k) visit(k);
      return;
    }
    for (std::uint32_t begin = 0; begin < block.count; begin += 64) {
      std::uint64_t live = block.lives_from(begin);
      if (block.count - begin < 64) live &= (std::uint64_t{1} << (block.count - begin)) - 1;
      for (; live != 0; live &= live - 1) {
        k = begin + static_cast<std::uint32_t>(std::countr_zero(live));
        visit(k);
      }
    }
  } catch (...) {
    block.at = k;
    throw;
  }
}

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

template <class Range>
concept ElementsInMemory = std::ranges::contiguous_range<Range> && std::ranges::sized_range<Range>;

/// What a program gives for each processor: a function of its id, a range with an element for each, or one value for
/// all. As a function of the id.
template <class T, class Given>
auto per_processor(Given& given, const char* what, std::uint64_t processors) {
  if constexpr (is_element<std::remove_cvref_t<Given>>) {
    return std::remove_cvref_t<Given>(given);
  } else if constexpr (std::is_invocable_v<Given&, std::uint64_t>) {
    return [&given](std::uint64_t i) -> decltype(auto) { return given(i); };
  } else if constexpr (std::ranges::random_access_range<Given>) {
    if constexpr (std::ranges::sized_range<Given>) check_one_each(what, std::ranges::size(given), processors);
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
        std::ranges::random_access_range<Given>,
        "replies go to a function of processor and reply, [&](std::uint64_t i, auto reply) { ... }, or into a "
        "range with an element for each processor");
    if constexpr (std::ranges::sized_range<Given>) check_one_each("registers", std::ranges::size(given), processors);
    if constexpr (ElementsInMemory<Given> && std::is_same_v<std::ranges::range_value_t<Given>, T>) {
      return IntoEach<T>{std::ranges::data(given)};
    } else {
      return [first = std::ranges::begin(given)](std::uint64_t i, T reply) {
        first[static_cast<std::iter_difference_t<decltype(first)>>(i)] = reply;
      };
    }
  }
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
  }

  std::uint32_t ask(ProcessorBlock& block, std::uint32_t* index, Word* value) override {
    if constexpr (std::integral<std::remove_cvref_t<std::invoke_result_t<Place&, std::uint64_t>>>) {
      if constexpr (std::is_same_v<Active, Everybody> && is_element<Place> && has_elements<Operand>)
        return ask_elements(block, index, value);
      const std::uint64_t size = array->size();
      std::uint32_t asked = 0;
      if (block.live != nullptr) std::fill_n(index, block.count, no_request);
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
      if (block.live != nullptr) std::fill_n(outbox.index + slot, block.count, no_request);
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
    } else if constexpr (!std::is_same_v<Take, NoReply>) {
      std::uint32_t k = 0;
      try {
        if (block.live == nullptr && std::is_same_v<Active, Everybody>) {
          for (; k < block.count; ++k) take_(block.first + k, from_word<T>(reply[k]));
        } else {
          for (; k < block.count; ++k) {
            if (index[k] < no_request) take_(block.first + k, from_word<T>(reply[k]));
          }
        }
      } catch (...) {
        block.at = k;
        throw;
      }
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
    constexpr std::uint32_t some = 32;
    using Index = std::remove_cvref_t<decltype(+place_(0))>;
    using Unsigned = std::conditional_t<std::is_signed_v<Index>, std::uint64_t, std::make_unsigned_t<Index>>;
    const auto size = static_cast<Unsigned>(array->size());  // below 2^32
    std::uint32_t asked = 0;
    for (std::uint32_t begin = 0; begin < block.count; begin += some) {
      const std::uint32_t count = std::min(some, block.count - begin);
      const std::uint64_t first = block.first + begin;
      const auto live = static_cast<std::uint32_t>(block.lives_from(begin));
      std::uint32_t outside = 0;
      for (std::uint32_t k = 0; k < count; ++k) {
        const Index cell = place_(first + k);
        const std::uint32_t lives = (live >> k) & 1;
        outside |= lives & (static_cast<Unsigned>(cell) < size ? 0U : 1U);
        asked += lives;
        index[begin + k] = lives != 0 ? static_cast<std::uint32_t>(cell) : no_request;
      }
      if constexpr (!std::is_same_v<Operand, NoOperand>) {
        for (std::uint32_t k = 0; k < count; ++k) value[begin + k] = to_word<T>(operand_(first + k));
      }
      if (outside != 0) [[unlikely]]
        refuse_outside(block, begin);
    }
    return asked;
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

/// Calls a function for each processor that lives.
template <class Function>
class GroupComputation final : public GroupWork {
 public:
  GroupComputation(const Function& function, std::source_location from) : GroupWork(from), function_(function) {}

  void run(ProcessorBlock& block, std::uint64_t*) override {
    for_live(block, [&](std::uint32_t k) { function_(block.first + k); });
  }

 private:
  const Function& function_;
};

/// Ends the processors that a function is true for.
template <class Function>
class GroupEnding final : public GroupWork {
 public:
  GroupEnding(const Function& function, std::source_location from) : GroupWork(from), function_(function) {}

  void run(ProcessorBlock& block, std::uint64_t* live) override {
    std::uint64_t word = live[0];  // of the processors that have been asked last
    std::uint32_t at = 0;
    for_live(block, [&](std::uint32_t k) {
      if (k / 64 != at) {
        live[at] = word;
        word = live[at = k / 64];
      }
      word ^= std::uint64_t{function_(block.first + k) ? 1U : 0U} << (k % 64);
    });
    live[at] = word;
  }

 private:
  const Function& function_;
};

}  // namespace pram::detail
