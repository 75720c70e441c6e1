#pragma once

#include <cstdint>
#include <span>

#include <pram/bsp/future.hpp>
#include <pram/bsp/transferable.hpp>
#include <pram/detail/bsp_mailbox.hpp>
#include <pram/detail/word.hpp>

namespace pram::bsp {

namespace detail {

/// A block of another process, the process that asks, and the line where it does.
struct RemoteBlock {
  std::uint64_t owner;
  Mailbox* box;
  std::uint32_t coarray;
  std::uint32_t source;
  std::uint32_t target;
  std::uint32_t line;
  const char* file;

  /// @throws Error: another process asks, or its run has ended
  Mailbox& open() const {
    check_owner(owner, "a coarray", file, line);
    return *box;
  }
  std::uint32_t line_number(Transfer transfer) const {
    return detail::line_number(*box, transfer, coarray, file, line);
  }
};

}  // namespace detail

/// An element of another process's block.
template <Transferable T>
class RemoteElement {
 public:
  RemoteElement(const detail::RemoteBlock& block, std::uint64_t index) : block_(block), index_(index) {}

  /// Puts a copy of the value there at the sync.
  void operator=(const T& value) && {  // NOLINT: nothing to chain
    detail::Mailbox& box = block_.open();
    const std::uint32_t number = block_.line_number(detail::Transfer::put);
    detail::Bucket& bucket = detail::bucket_for(box, block_.target);
    if constexpr (Storable<T>) {
      bucket.puts.push_back({block_.target, block_.source, block_.coarray, number, index_, to_word(value)});
    } else {
      detail::put_payload(bucket, {block_.target, block_.source, block_.coarray, number, index_, 0}, &value, 1,
                          sizeof(T));
    }
    detail::count_message(box, block_.source, block_.target, number, detail::words_of(sizeof(T)));
  }

  /// Asks for the value that it has before the puts of this superstep.
  [[nodiscard("the value comes with the next sync: keep the future")]] Future<T> get() && {
    detail::Mailbox& box = block_.open();
    const std::uint32_t number = block_.line_number(detail::Transfer::get);
    detail::GetSlot* const slot = detail::take_slot(sizeof(T), number);
    detail::bucket_for(box, block_.target)
        .gets.push_back({block_.target, block_.source, block_.coarray, number, index_, 1, slot});
    detail::count_message(box, block_.source, block_.target, number, 1);
    return Future<T>(slot, block_.owner);
  }

 private:
  detail::RemoteBlock block_;
  std::uint64_t index_;
};

/// Another process's block.
template <Transferable T>
class Remote {
 public:
  explicit Remote(const detail::RemoteBlock& block) : block_(block) {}

  RemoteElement<T> operator[](std::uint64_t index) const { return {block_, index}; }

  /// Puts a copy of the values there at the sync, the first at `index`: one message.
  void put(std::uint64_t index, std::span<const T> values) const {
    if (values.empty()) return;
    detail::Mailbox& box = block_.open();
    const std::uint32_t number = block_.line_number(detail::Transfer::put);
    detail::Bucket& bucket = detail::bucket_for(box, block_.target);
    detail::put_payload(bucket, {block_.target, block_.source, block_.coarray, number, index, 0}, values.data(),
                        values.size(), values.size_bytes());
    detail::count_message(box, block_.source, block_.target, number, detail::words_of(values.size_bytes()));
  }

  /// Asks for `count` values from `index` on, as they are before the puts of this superstep: one message there, one
  /// back.
  [[nodiscard("the values come with the next sync: keep the future")]] Future<T> get(std::uint64_t index,
                                                                                     std::uint64_t count) const {
    detail::Mailbox& box = block_.open();
    const std::uint32_t number = block_.line_number(detail::Transfer::get);
    detail::GetSlot* const slot = detail::take_slot(count * sizeof(T), number);
    detail::bucket_for(box, block_.target)
        .gets.push_back({block_.target, block_.source, block_.coarray, number, index, count, slot});
    detail::count_message(box, block_.source, block_.target, number, 1);
    return Future<T>(slot, block_.owner);
  }

  /// Asks for as many values as `place` holds, from `index` on, as they are before the puts of this superstep. They lie
  /// there after the sync; puts into that memory come after them. It has to stay until then.
  void get(std::uint64_t index, std::span<T> place) const {
    if (place.empty()) return;
    detail::Mailbox& box = block_.open();
    const std::uint32_t number = block_.line_number(detail::Transfer::get);
    detail::GetSlot* const slot = detail::take_slot(place.size_bytes(), number);
    box.placed.push_back({slot, reinterpret_cast<std::byte*>(place.data())});
    detail::bucket_for(box, block_.target)
        .gets.push_back({block_.target, block_.source, block_.coarray, number, index, place.size(), slot});
    detail::count_message(box, block_.source, block_.target, number, 1);
  }

 private:
  detail::RemoteBlock block_;
};

}  // namespace pram::bsp
