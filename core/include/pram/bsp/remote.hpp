#pragma once

#include <cstdint>
#include <span>

#include <pram/bsp/future.hpp>
#include <pram/detail/bsp/mailbox.hpp>
#include <pram/detail/bsp/transferable.hpp>
#include <pram/detail/word/word.hpp>
#include <pram/machine/cell.hpp>

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
  [[gnu::always_inline]] Mailbox& open() const {
    check_owner(owner, "a coarray", file, line);
    return *box;
  }
};

}  // namespace detail

/// An element of another process's block.
template <Transferable T>
class RemoteElement {
 public:
  [[gnu::always_inline]] RemoteElement(const detail::RemoteBlock& block, std::uint64_t index)
      : block_(block), index_(index) {}
  RemoteElement(const RemoteElement&) = default;

  // Declared for the compiler's message.
  operator T() const { return refused(); }             // NOLINT(google-explicit-constructor)
  void operator=(const RemoteElement&) { refused(); }  // NOLINT: nothing is assigned

  /// Puts a copy of the value there at the sync.
  [[gnu::always_inline]] void operator=(const T& value) && {  // NOLINT: nothing to chain
    detail::Mailbox& box = block_.open();
    if constexpr (Storable<T>) {
      if (index_ <= ~std::uint32_t{0}) [[likely]] {
        detail::put_word(box, block_.source, block_.coarray, block_.target, static_cast<std::uint32_t>(index_),
                         to_word(value), block_.file, block_.line);
        return;
      }
    }
    detail::put_wide(box, block_.source, block_.coarray, block_.target, index_, &value, 1, sizeof(T), block_.file,
                     block_.line);
  }

  /// Asks for the element's value before the puts of this superstep.
  [[nodiscard("the value comes with the next sync: keep the future")]] Future<T> get() && {
    detail::Mailbox& box = block_.open();
    detail::GetSlot* slot = nullptr;
    if (sizeof(T) <= sizeof(Word) && index_ <= ~std::uint32_t{0}) [[likely]] {
      slot = detail::get_word(box, block_.source, block_.coarray, block_.target, static_cast<std::uint32_t>(index_),
                              sizeof(T), block_.file, block_.line);
    } else {
      slot = detail::get_wide(box, block_.source, block_.coarray, block_.target, index_, 1, sizeof(T), block_.file,
                              block_.line);
    }
    return Future<T>(slot, block_.owner);
  }

 private:
  static T refused() {
    static_assert(pram::detail::never<T>,
                  "an element of another process comes with the next sync: `const auto later = x(process)[i].get();`, "
                  "and after `co_await self.sync()` it is later.value()");
    return {};
  }

  detail::RemoteBlock block_;
  std::uint64_t index_;
};

/// Another process's block.
template <Transferable T>
class Remote {
 public:
  [[gnu::always_inline]] explicit Remote(const detail::RemoteBlock& block) : block_(block) {}

  [[gnu::always_inline]] RemoteElement<T> operator[](std::uint64_t index) const { return {block_, index}; }

  /// Puts a copy of the values there at the sync, the first at `index`: one message.
  void put(std::uint64_t index, std::span<const T> values) const {
    if (values.empty()) return;
    detail::put_wide(block_.open(), block_.source, block_.coarray, block_.target, index, values.data(), values.size(),
                     values.size_bytes(), block_.file, block_.line);
  }

  /// Asks for `count` values from `index` on, as they are before the puts of this superstep: one message there, one
  /// back.
  [[nodiscard("the values come with the next sync: keep the future")]] Future<T> get(std::uint64_t index,
                                                                                     std::uint64_t count) const {
    detail::GetSlot* const slot = detail::get_wide(block_.open(), block_.source, block_.coarray, block_.target, index,
                                                   count, count * sizeof(T), block_.file, block_.line);
    return Future<T>(slot, block_.owner);
  }

  /// Asks for as many values as `place` holds, from `index` on, as they are before the puts of this superstep. The
  /// values lie there after the sync; puts into that memory come later. The memory has to stay until then.
  void get(std::uint64_t index, std::span<T> place) const {
    if (place.empty()) return;
    detail::Mailbox& box = block_.open();
    detail::GetSlot* const slot = detail::get_wide(box, block_.source, block_.coarray, block_.target, index,
                                                   place.size(), place.size_bytes(), block_.file, block_.line);
    box.placed.push_back({slot, reinterpret_cast<std::byte*>(place.data())});
  }

 private:
  detail::RemoteBlock block_;
};

}  // namespace pram::bsp
