#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include <pram/detail/bsp/mailbox.hpp>
#include <pram/detail/bsp/transferable.hpp>
#include <pram/detail/word.hpp>

namespace pram::bsp {

/// A message that has arrived, until the next sync.
template <Transferable T>
class Message {
 public:
  explicit Message(const detail::Arrival& arrival) : arrival_(&arrival) {}

  std::uint64_t source() const { return arrival_->source; }
  std::uint64_t tag() const { return arrival_->tag; }
  std::span<const T> values() const { return {data(), arrival_->count}; }
  /// Of a message of one value.
  const T& value() const { return *data(); }

 private:
  const T* data() const {
    const bool in_word = arrival_->count * sizeof(T) <= sizeof(Word);
    return reinterpret_cast<const T*>(in_word ? reinterpret_cast<const std::byte*>(&arrival_->word) : arrival_->data);
  }

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
    detail::check_owner(owner_, "a queue", file, line);
    detail::Mailbox& box = *box_;
    if (target >= box.processes) [[unlikely]]
      detail::refuse_target(target, box.processes, "a message", file, line);
    const auto to = static_cast<std::uint32_t>(target);
    const std::uint32_t number = detail::line_number(box, detail::Transfer::send, number_, file, line);
    detail::Bucket& bucket = detail::bucket_for(box, to);
    Word word = 0;
    if (values.size_bytes() <= sizeof(Word)) {
      if (!values.empty()) std::memcpy(&word, values.data(), values.size_bytes());
    } else {
      word = detail::add_payload(bucket, values.data(), values.size_bytes());
    }
    bucket.messages.add({to, rank_, number_, number, tag, word, values.size()});
    const std::uint64_t length = detail::words_of(values.size_bytes());
    detail::count_message(box, rank_, to, number, length == 0 ? 1 : length);
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
