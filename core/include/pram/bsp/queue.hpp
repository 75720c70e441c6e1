#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include <pram/detail/bsp/mailbox.hpp>
#include <pram/detail/bsp/transferable.hpp>
#include <pram/detail/word/word.hpp>

namespace pram::bsp {

namespace detail {
class Exchange;
}

/// A message that has arrived, until the next sync.
template <Transferable T>
class Message {
 public:
  explicit Message(const detail::Arrival& arrival) : arrival_(&arrival) {}

  std::uint64_t source() const { return arrival_->source; }
  std::uint64_t tag() const { return arrival_->wide() ? arrival_->wide_head().tag : 0; }
  std::span<const T> values() const { return {data(), arrival_->wide() ? arrival_->wide_head().count : 1}; }
  /// The value of a message of one. @throws Error for another number of values
  const T& value() const {
    if (arrival_->wide() && arrival_->wide_head().count != 1) [[unlikely]]
      detail::refuse_value("message", arrival_->wide_head().count);
    return *data();
  }

 private:
  const T* data() const {
    return reinterpret_cast<const T*>(arrival_->wide() ? arrival_->head + sizeof(detail::MessageHead)
                                                       : reinterpret_cast<const std::byte*>(&arrival_->word));
  }

  const detail::Arrival* arrival_;
};

/// Messages of any length, of values of one type, in the order of their senders, each sender's in the order of sending.
/// What was sent before a sync or a collective is there after it, until the next.
///
/// A process that looks into a queue, by a loop, size() or empty(), has read what is there. Messages whose process
/// never looks are in the ledger: Ledger::unread_messages().
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
    if constexpr (sizeof(T) > sizeof(Word)) {
      send(target, 0, std::span<const T>(&value, 1), file, line);
    } else {
      detail::check_owner(owner_, "a queue", file, line);
      detail::Mailbox& box = *box_;
      if (target >= box.processes) [[unlikely]]
        detail::refuse_target(target, box.processes, "a message", file, line);
      Word word = 0;
      std::memcpy(&word, &value, sizeof(T));
      detail::send_word(box, rank_, number_, static_cast<std::uint32_t>(target), word, file, line);
    }
  }
  void send(std::uint64_t target, std::span<const T> values, const char* file = __builtin_FILE(),
            std::uint32_t line = __builtin_LINE()) const {
    send(target, 0, values, file, line);
  }
  /// @param tag  any number, which the receiver finds with the message
  /// @throws Error if there is no such process
  void send(std::uint64_t target, std::uint64_t tag, std::span<const T> values, const char* file = __builtin_FILE(),
            std::uint32_t line = __builtin_LINE()) const {
    detail::check_owner(owner_, "a queue", file, line);
    detail::Mailbox& box = *box_;
    if (target >= box.processes) [[unlikely]]
      detail::refuse_target(target, box.processes, "a message", file, line);
    detail::send_wide(box, rank_, number_, static_cast<std::uint32_t>(target), tag, values.data(), values.size(),
                      values.size_bytes(), file, line);
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
  friend class detail::Exchange;
  Queue(detail::Mailbox& box, std::uint32_t number, std::uint32_t rank)
      : owner_(detail::current_owner()), box_(&box), number_(number), rank_(rank) {}

  std::span<const detail::Arrival> arrivals() const {
    detail::check_owner(owner_, "a queue");
    return detail::arrivals(*box_, rank_, number_);
  }

  std::uint64_t owner_;
  detail::Mailbox* box_;  // of the group; there as long as the run
  std::uint32_t number_;
  std::uint32_t rank_;
};

}  // namespace pram::bsp
