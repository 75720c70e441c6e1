#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include <pram/bsp/remote.hpp>
#include <pram/detail/bsp/mailbox.hpp>
#include <pram/detail/bsp/transferable.hpp>

namespace pram::bsp {

/// A block on every process, that every process can put into and get from. The k-th coarray that a process makes
/// belongs to the k-th of every other; each block has a size of its own. A process reads and writes its own block
/// directly. After its run a coarray has no block: every call throws Error.
template <Transferable T>
class Coarray {
 public:
  Coarray(Coarray&& other) noexcept
      : block_(std::exchange(other.block_, nullptr)),
        owner_(other.owner_),
        box_(other.box_),
        number_(other.number_),
        rank_(other.rank_),
        processes_(std::exchange(other.processes_, 0)) {
    if (block_ != nullptr) block_->holder = &block_;
  }
  Coarray& operator=(Coarray&&) = delete;
  ~Coarray() {
    if (block_ != nullptr) detail::free_block(box_, number_, owner_, *block_);
  }

  std::uint64_t size() const { return block().size; }

  /// @throws Error outside the block
  T& operator[](std::uint64_t index) const {
    const detail::Block& own = block();
    if (index >= own.size) [[unlikely]]
      detail::refuse_index(*box_, number_, index, own.size);
    return reinterpret_cast<T*>(own.data)[index];
  }
  /// The process's own block.
  std::span<T> local() const { return {reinterpret_cast<T*>(block().data), block().size}; }
  T* begin() const { return local().data(); }
  T* end() const { return local().data() + size(); }

  /// Makes this memory of the program's the process's own block, in place of what it was: others reach the memory from
  /// the sync of this superstep on. The memory has to stay until the sync that ends its use.
  /// @throws Error in another process
  void borrow(std::span<T> memory) const {
    detail::check_owner(owner_, "a coarray");
    (void)block();
    detail::borrow_block(*box_, number_, *block_, memory.data(), memory.size());
  }

  /// The block of a process, this one included: `sums(target)[i] = value`, `sums(target)[i].get()`.
  /// @throws Error if there is no such process
  [[gnu::always_inline]] Remote<T> operator()(std::uint64_t target, const char* file = __builtin_FILE(),
                                              std::uint32_t line = __builtin_LINE()) const {
    if (target >= processes_) [[unlikely]] {
      detail::check_owner(owner_, "a coarray", file, line);
      static_cast<void>(block());  // throws if the coarray was moved from
      detail::refuse_target(target, processes_, "a coarray's block", file, line);
    }
    return Remote<T>({owner_, box_, number_, rank_, static_cast<std::uint32_t>(target), line, file});
  }

 private:
  friend class Process;
  Coarray(detail::Mailbox& box, std::uint32_t number, std::uint32_t rank)
      : block_(&detail::own_block(box, number, rank)),
        owner_(detail::current_owner()),
        box_(&box),
        number_(number),
        rank_(rank),
        processes_(static_cast<std::uint32_t>(box.processes)) {
    block_->holder = &block_;
  }

  const detail::Block& block() const {
    if (block_ == nullptr) [[unlikely]]
      detail::refuse_kept(number_);
    return *block_;
  }

  detail::Block* block_;  // stays where it is as long as the run; null after it
  std::uint64_t owner_;
  detail::Mailbox* box_;  // of the group; there as long as the run
  std::uint32_t number_;
  std::uint32_t rank_;
  std::uint32_t processes_;
};

}  // namespace pram::bsp
