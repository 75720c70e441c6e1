#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include <pram/bsp/automatic_mode.hpp>
#include <pram/bsp/coarray.hpp>
#include <pram/bsp/parameters.hpp>
#include <pram/bsp/queue.hpp>
#include <pram/detail/bsp/mailbox.hpp>
#include <pram/detail/bsp/others.hpp>
#include <pram/detail/bsp/sync.hpp>
#include <pram/detail/bsp/transferable.hpp>
#include <pram/detail/word/word.hpp>
#include <pram/machine/task.hpp>

namespace pram::bsp {

class Process;

namespace detail {

struct NoTag {};

/// Does not compile.
template <class T>
void refuse_element() {
  static_assert(
      pram::detail::never<T>,
      "coarrays and queues carry plain bytes: their elements are trivially copyable and aligned to 16 at most. "
      "What a std::vector or std::string holds, travels as elements of its type: put(index, values), "
      "send(target, values)");
}

Task<Process> split(Process self, std::uint64_t colour, const char* file, std::uint32_t line);

class Exchange;

}  // namespace detail

/// What a program knows of the process that runs it: as one of all processes of the run, or as one of a group that it
/// has split off. The Process of a group concerns that group alone: ids and targets count in the group, coarrays and
/// queues are its own, and its syncs wait for its processes only.
class Process : public AutomaticMode {
 public:
  Process(std::uint64_t id, std::uint64_t count)
      : id_(static_cast<std::uint32_t>(id)), count_(static_cast<std::uint32_t>(count)) {}

  /// In [0, count()).
  std::uint64_t id() const { return id_; }
  /// Processes of the run, or of the group.
  std::uint64_t count() const { return count_; }
  /// All but this one, the next first.
  Others others() const { return {id_, count_}; }

  /// A block of `size` elements that all hold `initial`, remotely accessible; see Coarray. Other processes reach it
  /// from the sync of this superstep on.
  /// @throws LimitError if it does not fit, Error if other processes made a coarray of another type in its place
  template <Transferable T>
  Coarray<T> coarray(std::uint64_t size, const T& initial = {}, std::string_view name = {},
                     const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) const {
    detail::Mailbox& box = mailbox();
    const std::uint32_t number =
        detail::make_block(box, rank(), size, detail::element_type<T>, &initial, name, file, line);
    return Coarray<T>(box, number, rank());
  }

  /// Refuses what does not travel.
  template <class T, class... Arguments>
  requires(!Transferable<T>) void coarray(std::uint64_t, const Arguments&...) const { detail::refuse_element<T>(); }

  /// The queue of messages of this type, or of this name.
  /// @throws Error: the name stands for another type already
  template <Transferable T>
  Queue<T> queue(std::string_view name = {}, const char* file = __builtin_FILE(),
                 std::uint32_t line = __builtin_LINE()) const {
    detail::Mailbox& box = mailbox();
    return Queue<T>(box, detail::queue_number(name, detail::element_type<T>, file, line), rank());
  }

  template <class T, class... Arguments>
  requires(!Transferable<T>) void queue(const Arguments&...) const { detail::refuse_element<T>(); }

  /// Counts so many local operations in the ledger: the w of a superstep is the most that a component has.
  /// @throws Error for a number that was negative
  void work(std::uint64_t operations, const char* file = __builtin_FILE(),
            std::uint32_t line = __builtin_LINE()) const {
    detail::Mailbox& box = detail::current_mailbox();
    if (static_cast<std::int64_t>(operations) < 0) [[unlikely]]
      detail::refuse_work(operations, file, line);
    box.state[detail::current_process()].work += operations;
    box.of_run.worked = true;
  }

  /// Ends the superstep: what was asked for in it is done when all processes of the run or group stand here.
  /// @param tag  what the ledger calls the superstep
  [[nodiscard("a sync does nothing until it is awaited: co_await self.sync()")]] Sync sync(
      std::string_view tag, const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) const {
    return {group_, owner_, detail::tag_number(tag), file, line};
  }
  /// The same without a tag. An empty std::string_view would lie in the frame of each process.
  [[nodiscard("a sync does nothing until it is awaited: co_await self.sync()")]] Sync sync(
      detail::NoTag = {}, const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) const {
    return {group_, owner_, 0, file, line};
  }

  /// Ends the superstep as a sync does, and parts the processes into groups, one for each colour: `const auto row =
  /// co_await self.split(self.id() / columns)`. Ids in a group follow those here. A process may be in many groups at a
  /// time. What is asked for by the Process of a group, or of the run, is done at the next sync of that Process.
  ///
  /// A round of the machine, in which every process runs until it stands at a sync, is one superstep, which ends the
  /// syncs of all groups that are there as a whole, and costs what the network charges for all their messages together.
  /// A split costs two messages of a word for each process but the lowest of its group, as a get from that one would.
  /// Groups live as long as the run.
  /// @throws Error  as for sync(), and if some of the processes do not split with the others
  [[nodiscard("a split does nothing until it is awaited: co_await self.split(colour)")]] Task<Process> split(
      std::uint64_t colour, const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) const {
    return detail::split(*this, colour, file, line);
  }

  /// g and l of the machine's network, if its ports alone decide what a message costs: `ideal` has g = 0 and l = 1, and
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

  /// As Processor::show(): a trace has the value beside the process, whatever group it is asked as.
  template <Storable T>
  void show(const char* name, T value, const char* file = __builtin_FILE(),
            std::uint32_t line = __builtin_LINE()) const {
    pram::detail::show(name, value, file, line);
  }

 private:
  friend Task<Process> detail::split(Process self, std::uint64_t colour, const char* file, std::uint32_t line);
  friend class detail::Exchange;
  Process(const detail::SplitRecord& made, std::uint64_t owner)
      : id_(made.rank), count_(made.count), group_(made.group), owner_(owner) {}

  /// @throws Error: a group is used by another process, or after its run
  detail::Mailbox& mailbox() const {
    if (group_ == nullptr) return detail::current_mailbox();
    detail::check_owner(owner_, "a group");
    return *group_;
  }
  std::uint32_t rank() const { return group_ == nullptr ? detail::current_process() : id_; }

  std::uint32_t id_;
  std::uint32_t count_;
  detail::Mailbox* group_ = nullptr;  // null: the run itself
  std::uint64_t owner_ = 0;           // who may use the group's Process
};

}  // namespace pram::bsp
