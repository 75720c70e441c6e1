#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <pram/detail/bsp/mailbox.hpp>

#include "context.hpp"

namespace pram::bsp::detail {

/// Serves what the processes of a group get from each other's blocks, before any put of the superstep takes effect.
class GetServer {
 public:
  explicit GetServer(const ServingContext& group) : group_(group) {}

  /// Brings the values that a worker's processes are asked for to the slots of those that ask.
  /// @param boxes  of the group's workers
  void serve(std::uint32_t w, std::span<Mailbox> boxes);
  /// Writes what gets have brought to where it is wanted.
  static void place(const Mailbox& box);

 private:
  /// @param same  where the records end that go to the same coarray
  template <class Load>
  void serve_words(std::uint32_t w, Runs<GetRecord>& gets, std::size_t run, std::uint64_t same,
                   const Load& load_element);
  void serve_wide(std::uint32_t w, Bucket& bucket, std::size_t run);

  ServingContext group_;
};

}  // namespace pram::bsp::detail
