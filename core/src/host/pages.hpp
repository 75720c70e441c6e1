#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include <sys/mman.h>

namespace pram::detail {

/// A flat array for hot data: grows without keeping order of magnitude copies, asks for 2 MiB pages when large,
/// starts as zero bytes. Elements are plain bytes and are never constructed one by one.
template <class T>
class Pages {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Pages() = default;
  explicit Pages(std::size_t size) { reset(size); }
  Pages(Pages&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        bytes_(std::exchange(other.bytes_, 0)),
        size_(std::exchange(other.size_, 0)) {}
  Pages& operator=(Pages&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Pages() { release(); }

  /// Room for `size` elements; what was there before is lost unless it suffices already.
  /// @throws std::bad_alloc
  void reserve(std::size_t size) {
    if (size > size_) reset(size + size / 4);
  }

  /// The same, keeping the first `keep` elements.
  void grow(std::size_t size, std::size_t keep) {
    if (size <= size_) return;
    Pages larger(size + size / 2);
    if (keep > 0) std::memcpy(larger.data_, data_, keep * sizeof(T));
    *this = std::move(larger);
  }

  /// Exactly `size` elements, all zero.
  void reset(std::size_t size) {
    release();
    if (size == 0) return;
    constexpr std::size_t huge = std::size_t{2} << 20;
    const std::size_t wanted = size * sizeof(T);
    if (wanted >= huge) {
      bytes_ = (wanted + huge - 1) / huge * huge;
      void* const place =
          ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (place == MAP_FAILED) {
        bytes_ = 0;
        throw std::bad_alloc();
      }
      ::madvise(place, bytes_, MADV_HUGEPAGE);
      data_ = static_cast<T*>(place);
    } else {
      data_ = static_cast<T*>(::operator new(wanted, std::align_val_t(64)));
      std::memset(static_cast<void*>(data_), 0, wanted);
    }
    size_ = size;
  }

  void release() noexcept {
    if (data_ == nullptr) return;
    if (bytes_ != 0) {
      ::munmap(static_cast<void*>(data_), bytes_);
    } else {
      ::operator delete(static_cast<void*>(data_), std::align_val_t(64));
    }
    data_ = nullptr;
    bytes_ = 0;
    size_ = 0;
  }

  std::size_t size() const { return size_; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }

 private:
  T* data_ = nullptr;
  std::size_t bytes_ = 0;  // mapped; 0 for memory from operator new
  std::size_t size_ = 0;
};

}  // namespace pram::detail
