#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include <pram/bsp/coarray.hpp>
#include <pram/bsp/others.hpp>
#include <pram/bsp/parameters.hpp>
#include <pram/bsp/queue.hpp>
#include <pram/bsp/sync.hpp>
#include <pram/bsp/transferable.hpp>
#include <pram/detail/bsp_mailbox.hpp>
#include <pram/detail/word.hpp>
#include <pram/task.hpp>

namespace pram::bsp {

/// What a program knows of the process that runs it.
class Process {
 public:
  Process(std::uint64_t id, std::uint64_t count)
      : id_(static_cast<std::uint32_t>(id)), count_(static_cast<std::uint32_t>(count)) {}

  /// In [0, count()).
  std::uint64_t id() const { return id_; }
  /// Processes of this run.
  std::uint64_t count() const { return count_; }
  /// All but this one, the next first.
  Others others() const { return {id_, count_}; }

  /// A block of `size` elements that all hold `initial`, remotely accessible; see Coarray. Others reach it from the
  /// sync of this superstep on.
  /// @throws LimitError if it does not fit, Error if other processes made a coarray of another type in its place
  template <Transferable T>
  Coarray<T> coarray(std::uint64_t size, const T& initial = {}, std::string_view name = {},
                     const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) const {
    WordType type = WordType::opaque;
    if constexpr (Storable<T>) type = word_type<T>();
    return Coarray<T>(detail::make_block(size, sizeof(T), type, &initial, name, file, line), count_);
  }

  /// The queue of messages of this type, or of this name.
  /// @throws Error: the name stands for another type already
  template <Transferable T>
  Queue<T> queue(std::string_view name = {}) const {
    static constexpr char type = 0;
    return Queue<T>(detail::queue_number(name, &type, sizeof(T)));
  }

  /// So many local operations, which the ledger counts: the w of a superstep is the most that a component has.
  void work(std::uint64_t operations) const {
    detail::Mailbox& box = detail::current_mailbox();
    box.state[detail::current_slot()].work += operations;
    box.worked = true;
  }

  /// Ends the superstep: what was asked for in it is done when all processes stand here.
  /// @param tag  what the ledger calls the superstep
  [[nodiscard("a sync does nothing until it is awaited: co_await self.sync()")]] Sync sync(
      std::string_view tag = {}, const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) const {
    return {detail::tag_number(tag), file, line};
  }

  /// Of the machine's network, where its ports alone decide what a message costs: `ideal` has g = 0 and l = 1, and
  /// `router:g=G,l=L` its own. Other networks have no such numbers: then g = 1 and l = 0.
  Parameters parameters() const {
    const auto [g, l] = detail::gap_and_latency();
    return {g, l};
  }

  /// As Processor::random(), by superstep.
  [[nodiscard]] std::uint64_t random() const { return pram::detail::random_word(); }
  template <pram::detail::WholeNumber Number>
  [[nodiscard]] Number random(Number bound) const {
    if (std::cmp_less(bound, 1)) pram::detail::refuse_bound(static_cast<std::int64_t>(bound));
    return static_cast<Number>(pram::detail::random_below(static_cast<std::uint64_t>(bound)));
  }
  RandomBits random_bits() const { return {}; }

 private:
  std::uint32_t id_;
  std::uint32_t count_;
};

}  // namespace pram::bsp
