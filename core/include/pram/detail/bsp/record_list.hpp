#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <pram/detail/memory_account.hpp>

/// Lists of what BSP processes ask of each other, which grow by millions of records, superstep by superstep.
namespace pram::bsp::detail {

/// Memory for a list that grows at its end, on the host's large pages once it is large. The memory counts in the
/// account under which the room was made.
class ListRoom {
 public:
  ListRoom() = default;
  ListRoom(ListRoom&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)), account_(other.account_) {}
  ListRoom& operator=(ListRoom&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    std::swap(account_, other.account_);
    return *this;
  }
  ~ListRoom() {
    if (data_ != nullptr) release();
  }

  std::byte* data() const { return data_; }

  /// Makes room for so many bytes, more than there are, and keeps the first `kept`.
  /// @throws LimitError or std::bad_alloc; then nothing has changed
  void grow(std::size_t bytes, std::size_t kept);

 private:
  void release() noexcept;

  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
  pram::detail::MemoryAccount* account_ = pram::detail::current_account;
};

/// A list that grows at its end, by a few instructions where it has room.
template <class Record>
class RecordList {
  static_assert(std::is_trivially_copyable_v<Record>);

 public:
  RecordList() = default;
  RecordList(RecordList&& other) noexcept
      : room_(std::move(other.room_)),
        next_(std::exchange(other.next_, nullptr)),
        limit_(std::exchange(other.limit_, nullptr)) {}
  RecordList& operator=(RecordList&& other) noexcept {
    room_ = std::move(other.room_);
    std::swap(next_, other.next_);
    std::swap(limit_, other.limit_);
    return *this;
  }

  void add(const Record& one) {
    if (next_ == limit_) [[unlikely]]
      grow(1);
    *next_++ = one;
  }
  /// Adds so many records, which the caller is going to write.
  /// @returns the first of them
  Record* extend(std::size_t count) {
    if (static_cast<std::size_t>(limit_ - next_) < count) [[unlikely]]
      grow(count);
    return std::exchange(next_, next_ + count);
  }

  Record* begin() { return first(); }
  Record* end() { return next_; }
  const Record* begin() const { return first(); }
  const Record* end() const { return next_; }
  std::size_t size() const { return static_cast<std::size_t>(next_ - first()); }
  bool empty() const { return next_ == first(); }
  Record& operator[](std::size_t at) { return first()[at]; }
  const Record& operator[](std::size_t at) const { return first()[at]; }
  void clear() { next_ = first(); }

 private:
  Record* first() const { return reinterpret_cast<Record*>(room_.data()); }

  /// @param count  so many more records at least
  [[gnu::noinline]] void grow(std::size_t count) {
    const std::size_t had = size();
    const std::size_t wanted = had + count > 16 ? had + count : 16;
    const std::size_t size = wanted > 2 * had ? wanted : 2 * had;
    room_.grow(size * sizeof(Record), had * sizeof(Record));
    next_ = first() + had;
    limit_ = first() + size;
  }

  ListRoom room_;
  Record* next_ = nullptr;
  Record* limit_ = nullptr;
};

}  // namespace pram::bsp::detail
