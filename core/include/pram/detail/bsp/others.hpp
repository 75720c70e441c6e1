#pragma once

#include <cstddef>
#include <cstdint>

namespace pram::bsp {

/// The processes other than one, from the next on and round, so that processes which send to all others do not begin
/// with the same one.
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

}  // namespace pram::bsp
