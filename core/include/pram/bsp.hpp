#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <pram/detail/bsp_mailbox.hpp>
#include <pram/detail/word.hpp>
#include <pram/task.hpp>

/// Bulk-synchronous parallel programs (Valiant 1990; Hill et al., BSPlib, 1998): processes that compute on their own,
/// ask for communication, and find it done after the next synchronisation.
namespace pram::bsp {

/// What can travel: plain bytes, aligned to 16 at most.
template <class T>
concept Transferable = std::is_trivially_copyable_v<T> && std::is_default_constructible_v<T> && alignof(T) <= 16 &&
                       !std::is_reference_v<T> && !std::is_const_v<T>;

/// The value or values that a get brings: there after the sync of the superstep in which it was asked for, until it is
/// read for the last time. Each is read, or its process made a mistake: one that dies unread is an error. Only the
/// process that asked reads it, while its run goes on.
template <Transferable T>
class Future {
 public:
  Future(Future&& other) noexcept : slot_(std::exchange(other.slot_, nullptr)), owner_(other.owner_) {}
  Future& operator=(Future&& other) noexcept {
    std::swap(slot_, other.slot_);
    std::swap(owner_, other.owner_);
    return *this;
  }
  ~Future() {
    if (slot_ != nullptr) detail::give_back_slot(slot_, owner_);
  }

  /// @throws Error before the sync, in another process, after the run, or from one that was moved from
  T value() const {
    T made;
    std::memcpy(&made, detail::read_slot(slot_, owner_).data(), sizeof(T));
    return made;
  }
  operator T() const { return value(); }

  /// Of a get of several.
  std::span<const T> values() const {
    const std::span<const std::byte> bytes = detail::read_slot(slot_, owner_);
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }

 private:
  template <Transferable>
  friend class Remote;
  template <Transferable>
  friend class RemoteElement;
  Future(detail::GetSlot* slot, std::uint64_t owner) : slot_(slot), owner_(owner) {}

  detail::GetSlot* slot_;
  std::uint64_t owner_;
};

/// An element of another process's block.
template <Transferable T>
class RemoteElement {
 public:
  RemoteElement(std::uint64_t owner, std::uint32_t coarray, std::uint32_t target, std::uint64_t index, const char* file,
                std::uint32_t line)
      : owner_(owner), coarray_(coarray), target_(target), index_(index), file_(file), line_(line) {}

  /// Puts a copy of the value there at the sync.
  void operator=(const T& value) && {  // NOLINT: nothing to chain
    detail::Mailbox& box = detail::mailbox_of(owner_, "a coarray", file_, line_);
    const std::uint32_t source = detail::current_process();
    const std::uint32_t number = detail::line_number(box, detail::Transfer::put, coarray_, file_, line_);
    detail::Bucket& bucket = detail::bucket_for(box, target_);
    if constexpr (Storable<T>) {
      bucket.puts.push_back({target_, source, coarray_, number, index_, to_word(value)});
    } else {
      detail::put_payload(bucket, {target_, source, coarray_, number, index_, 0}, &value, 1, sizeof(T));
    }
    detail::count_message(box, detail::current_slot(), source, target_, number, detail::words_of(sizeof(T)));
  }

  /// Asks for the value that it has before the puts of this superstep.
  [[nodiscard("the value comes with the next sync: keep the future")]] Future<T> get() && {
    detail::Mailbox& box = detail::mailbox_of(owner_, "a coarray", file_, line_);
    const std::uint32_t source = detail::current_process();
    const std::uint32_t number = detail::line_number(box, detail::Transfer::get, coarray_, file_, line_);
    detail::GetSlot* const slot = detail::take_slot(box, sizeof(T), number);
    detail::bucket_for(box, target_).gets.push_back({target_, source, coarray_, number, index_, 1, slot});
    detail::count_message(box, detail::current_slot(), source, target_, number, 1);
    return Future<T>(slot, owner_);
  }

 private:
  std::uint64_t owner_;
  std::uint32_t coarray_;
  std::uint32_t target_;
  std::uint64_t index_;
  const char* file_;
  std::uint32_t line_;
};

/// Another process's block.
template <Transferable T>
class Remote {
 public:
  Remote(std::uint64_t owner, std::uint32_t coarray, std::uint32_t target, const char* file, std::uint32_t line)
      : owner_(owner), coarray_(coarray), target_(target), file_(file), line_(line) {}

  RemoteElement<T> operator[](std::uint64_t index) const { return {owner_, coarray_, target_, index, file_, line_}; }

  /// Puts a copy of the values there at the sync, the first at `index`: one message.
  void put(std::uint64_t index, std::span<const T> values) const {
    if (values.empty()) return;
    detail::Mailbox& box = detail::mailbox_of(owner_, "a coarray", file_, line_);
    const std::uint32_t source = detail::current_process();
    const std::uint32_t number = detail::line_number(box, detail::Transfer::put, coarray_, file_, line_);
    detail::Bucket& bucket = detail::bucket_for(box, target_);
    detail::put_payload(bucket, {target_, source, coarray_, number, index, 0}, values.data(), values.size(),
                        values.size_bytes());
    detail::count_message(box, detail::current_slot(), source, target_, number, detail::words_of(values.size_bytes()));
  }

  /// Asks for `count` values from `index` on, as they are before the puts of this superstep: one message there, one
  /// back.
  [[nodiscard("the values come with the next sync: keep the future")]] Future<T> get(std::uint64_t index,
                                                                                     std::uint64_t count) const {
    detail::Mailbox& box = detail::mailbox_of(owner_, "a coarray", file_, line_);
    const std::uint32_t source = detail::current_process();
    const std::uint32_t number = detail::line_number(box, detail::Transfer::get, coarray_, file_, line_);
    detail::GetSlot* const slot = detail::take_slot(box, count * sizeof(T), number);
    detail::bucket_for(box, target_).gets.push_back({target_, source, coarray_, number, index, count, slot});
    detail::count_message(box, detail::current_slot(), source, target_, number, 1);
    return Future<T>(slot, owner_);
  }

 private:
  std::uint64_t owner_;
  std::uint32_t coarray_;
  std::uint32_t target_;
  const char* file_;
  std::uint32_t line_;
};

/// A block on every process, that every process can put into and get from. The k-th that a process makes belongs to the
/// k-th of every other; each has a size of its own. A process reads and writes its own block directly. After its run a
/// coarray has no block any more: whatever it is asked for throws Error.
template <Transferable T>
class Coarray {
 public:
  Coarray(Coarray&& other) noexcept
      : block_(std::exchange(other.block_, nullptr)),
        owner_(other.owner_),
        number_(other.number_),
        processes_(other.processes_) {
    if (block_ != nullptr) block_->holder = &block_;
  }
  Coarray& operator=(Coarray&&) = delete;
  ~Coarray() {
    if (block_ != nullptr) detail::free_block(number_, owner_, *block_);
  }

  std::uint64_t size() const { return block().size; }

  /// @throws Error outside the block
  T& operator[](std::uint64_t index) const {
    const detail::Block& own = block();
    if (index >= own.size) [[unlikely]]
      detail::refuse_index(number_, index, own.size);
    return reinterpret_cast<T*>(own.data)[index];
  }
  /// The process's own block.
  std::span<T> local() const { return {reinterpret_cast<T*>(block().data), block().size}; }
  T* begin() const { return local().data(); }
  T* end() const { return local().data() + size(); }

  /// The block of a process, this one included: `sums(target)[i] = value`, `sums(target)[i].get()`.
  /// @throws Error if there is no such process
  Remote<T> operator()(std::uint64_t target, const char* file = __builtin_FILE(),
                       std::uint32_t line = __builtin_LINE()) const {
    if (target >= processes_) [[unlikely]] {
      (void)detail::mailbox_of(owner_, "a coarray", file, line);
      detail::refuse_target(target, "a coarray's block", file, line);
    }
    return {owner_, number_, static_cast<std::uint32_t>(target), file, line};
  }

 private:
  friend class Process;
  Coarray(std::uint32_t number, std::uint32_t processes)
      : block_(&detail::own_block(number)), owner_(detail::current_owner()), number_(number), processes_(processes) {
    block_->holder = &block_;
  }

  const detail::Block& block() const {
    if (block_ == nullptr) [[unlikely]]
      detail::refuse_kept(number_);
    return *block_;
  }

  detail::Block* block_;  // stays where it is as long as the run; null after it
  std::uint64_t owner_;
  std::uint32_t number_;
  std::uint32_t processes_;
};

/// A message that has arrived, until the next sync.
template <Transferable T>
class Message {
 public:
  explicit Message(const detail::Arrival& arrival) : arrival_(&arrival) {}

  std::uint64_t source() const { return arrival_->source; }
  std::uint64_t tag() const { return arrival_->tag; }
  std::span<const T> values() const { return {reinterpret_cast<const T*>(arrival_->data), arrival_->count}; }
  /// Of a message of one value.
  const T& value() const { return *reinterpret_cast<const T*>(arrival_->data); }

 private:
  const detail::Arrival* arrival_;
};

/// Messages of any length, of values of one type, in the order of their senders, each sender's in the order of sending.
/// What was sent before a sync is there until the next.
template <Transferable T>
class Queue {
 public:
  class Iterator {
   public:
    using difference_type = std::ptrdiff_t;
    using value_type = Message<T>;

    Iterator() = default;
    explicit Iterator(const detail::Arrival* at) : at_(at) {}
    Message<T> operator*() const { return Message<T>(*at_); }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    Iterator operator++(int) { return Iterator(at_++); }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    const detail::Arrival* at_ = nullptr;
  };

  void send(std::uint64_t target, const T& value, const char* file = __builtin_FILE(),
            std::uint32_t line = __builtin_LINE()) const {
    send(target, 0, std::span<const T>(&value, 1), file, line);
  }
  void send(std::uint64_t target, std::span<const T> values, const char* file = __builtin_FILE(),
            std::uint32_t line = __builtin_LINE()) const {
    send(target, 0, values, file, line);
  }
  /// @param tag  any number, which the receiver finds with the message
  /// @throws Error if there is no such process
  void send(std::uint64_t target, std::uint64_t tag, std::span<const T> values, const char* file = __builtin_FILE(),
            std::uint32_t line = __builtin_LINE()) const {
    detail::Mailbox& box = detail::mailbox_of(owner_, "a queue", file, line);
    if (target >= box.processes) [[unlikely]]
      detail::refuse_target(target, "a message", file, line);
    const auto to = static_cast<std::uint32_t>(target);
    const std::uint32_t source = detail::current_process();
    const std::uint32_t number = detail::line_number(box, detail::Transfer::send, number_, file, line);
    detail::Bucket& bucket = detail::bucket_for(box, to);
    const std::uint64_t offset = detail::add_payload(bucket, values.data(), values.size_bytes());
    bucket.messages.push_back({to, source, number_, number, tag, offset, values.size()});
    const std::uint64_t length = detail::words_of(values.size_bytes());
    detail::count_message(box, detail::current_slot(), source, to, number, length == 0 ? 1 : length);
  }

  /// Messages that have come.
  std::size_t size() const { return arrivals().size(); }
  bool empty() const { return size() == 0; }
  Iterator begin() const { return Iterator(arrivals().data()); }
  Iterator end() const {
    const auto all = arrivals();
    return Iterator(all.data() + all.size());
  }

 private:
  friend class Process;
  explicit Queue(std::uint32_t number) : owner_(detail::current_owner()), number_(number) {}

  std::span<const detail::Arrival> arrivals() const {
    (void)detail::mailbox_of(owner_, "a queue");
    return detail::arrivals(number_);
  }

  std::uint64_t owner_;
  std::uint32_t number_;
};

/// The end of a superstep: `co_await self.sync("exchange")`.
class Sync {
 public:
  Sync(std::uint32_t tag, const char* file, std::uint32_t line) : tag_(tag), file_(file), line_(line) {}

  void reach() const { detail::reach_sync(tag_, file_, line_); }

 private:
  std::uint32_t tag_;
  const char* file_;
  std::uint32_t line_;
};

/// The processes other than one, from the next on and round: so that all of them together do not begin with the same.
class Others {
 public:
  class Iterator {
   public:
    using difference_type = std::ptrdiff_t;
    using value_type = std::uint64_t;

    Iterator() = default;
    Iterator(std::uint64_t ahead, std::uint64_t self, std::uint64_t count)
        : ahead_(ahead), self_(self), count_(count) {}
    std::uint64_t operator*() const {
      const std::uint64_t at = self_ + ahead_;
      return at < count_ ? at : at - count_;
    }
    Iterator& operator++() {
      ++ahead_;
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++ahead_;
      return before;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.ahead_ == b.ahead_; }

   private:
    std::uint64_t ahead_ = 0;
    std::uint64_t self_ = 0;
    std::uint64_t count_ = 0;
  };

  Others(std::uint64_t self, std::uint64_t count) : self_(self), count_(count) {}
  Iterator begin() const { return {1, self_, count_}; }
  Iterator end() const { return {count_, self_, count_}; }
  std::uint64_t size() const { return count_ - 1; }

 private:
  std::uint64_t self_;
  std::uint64_t count_;
};

/// A machine as the cost model of BSP sees it (Bisseling 2020, Section 1.2): a superstep of at most w local operations
/// and h words that a process sends or gets costs w + g h + l.
struct Parameters {
  double g = 1;  ///< units for each word
  double l = 0;  ///< units for each superstep
};

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
