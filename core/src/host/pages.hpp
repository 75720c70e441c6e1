#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include <sys/mman.h>

#include <pram/detail/memory_account.hpp>

#include "large_page.hpp"

namespace pram::detail {

/// A flat array for hot data, which starts as zero bytes and asks for 2 MiB pages when it is large. Elements are plain
/// bytes and are never constructed one by one. Bytes in use count in the account under which the array was made; those
/// reserved beyond take addresses only.
template <class T>
class Pages {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Pages() = default;
  explicit Pages(std::size_t size) { reset(size); }
  Pages(Pages&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        bytes_(std::exchange(other.bytes_, 0)),
        size_(std::exchange(other.size_, 0)),
        counted_(std::exchange(other.counted_, 0)),
        account_(other.account_) {}
  Pages& operator=(Pages&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    std::swap(size_, other.size_);
    std::swap(counted_, other.counted_);
    std::swap(account_, other.account_);
    return *this;
  }
  ~Pages() { release(); }

  /// Makes room for `size` elements. The content is lost, unless there was room already.
  /// @throws std::bad_alloc, LimitError
  void reserve(std::size_t size) {
    if (size > size_) {
      allocate(std::max(size, size + size / 4), size);  // a sum too large for the type is no room
    } else {
      count(size);
    }
  }

  /// Makes room for an unknown number of elements in use; count() says how many later.
  void reserve_addresses(std::size_t size) {
    if (size > size_) allocate(size + size / 4, 0);
  }

  /// Counts this many elements as in use at least.
  void count(std::size_t size) {
    if (size * sizeof(T) > counted_) [[unlikely]]
      count_more(size);
  }

  /// Makes room for `size` elements, and keeps the first `keep`, as far as there are so many.
  void grow(std::size_t size, std::size_t keep) {
    if (size <= size_) {
      count(size);
      return;
    }
    Pages larger;
    larger.account_ = account_;
    larger.allocate(size + size / 2, size);
    if (data_ != nullptr) std::memcpy(larger.data_, data_, std::min(keep, size_) * sizeof(T));
    *this = std::move(larger);
  }

  /// Makes the array `size` elements that are all zero.
  void reset(std::size_t size) { allocate(size, size); }
  /// The same where only so many elements are going to be used, in whatever place.
  void reset(std::size_t size, std::size_t in_use) { allocate(size, in_use); }

  void release() noexcept {
    if (data_ == nullptr) return;
    if (bytes_ != 0) {
      ::munmap(static_cast<void*>(data_), bytes_);
    } else {
      ::operator delete(static_cast<void*>(data_), std::align_val_t(64));
    }
    if (account_ != nullptr) account_->give_back(counted_);
    data_ = nullptr;
    bytes_ = 0;
    size_ = 0;
    counted_ = 0;
  }

  std::size_t size() const { return size_; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }

 private:
  /// @param size    elements that there is room for
  /// @param in_use  of them: counted from the beginning
  void allocate(std::size_t size, std::size_t in_use) {
    release();
    if (size == 0) return;
    const std::size_t wanted = size * sizeof(T);
    const bool maps = wanted >= large_page;
    const std::size_t bytes = maps ? round_up(wanted, large_page) : wanted;
    const std::size_t counts = maps ? std::min(bytes, round_up(in_use * sizeof(T), large_page)) : wanted;
    if (account_ != nullptr) account_->take(counts);
    try {
      data_ = maps ? mapped(bytes) : allocated(bytes);
    } catch (...) {
      if (account_ != nullptr) account_->give_back(counts);
      throw;
    }
    bytes_ = maps ? bytes : 0;
    size_ = size;
    counted_ = counts;
  }

  static T* mapped(std::size_t bytes) {
    void* const place =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED) throw std::bad_alloc();
    ::madvise(place, bytes, MADV_HUGEPAGE);
    return static_cast<T*>(place);
  }

  static T* allocated(std::size_t bytes) {
    void* const place = ::operator new(bytes, std::align_val_t(64));
    std::memset(place, 0, bytes);
    return static_cast<T*>(place);
  }

  void count_more(std::size_t size) {
    const std::size_t counts = std::min(bytes_, round_up(size * sizeof(T), large_page));
    if (counts <= counted_) return;
    if (account_ != nullptr) account_->take(counts - counted_);
    counted_ = counts;
  }

  T* data_ = nullptr;
  std::size_t bytes_ = 0;  // mapped; 0 for memory from operator new
  std::size_t size_ = 0;
  std::size_t counted_ = 0;  // bytes
  MemoryAccount* account_ = current_account;
};

}  // namespace pram::detail
