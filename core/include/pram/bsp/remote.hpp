#pragma once

#include <cstdint>
#include <span>

#include <pram/bsp/future.hpp>
#include <pram/bsp/transferable.hpp>
#include <pram/detail/bsp_mailbox.hpp>
#include <pram/detail/word.hpp>

namespace pram::bsp {

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

}  // namespace pram::bsp
