#include <pram/bsp/collectives.hpp>

#include <fmt/format.h>

#include <string>
#include <utility>

#include "algorithms.hpp"

/// The messages of one collective operation, and what is wrong with them.
namespace pram::bsp::detail {

namespace {

/// A message's tag says what kind of collective it belongs to, and above these bits the number of its block.
constexpr unsigned block_bits = 8;
constexpr std::uint64_t kind_bits = (std::uint64_t{1} << block_bits) - 1;

}  // namespace

void refuse_block(std::uint64_t process, std::uint64_t count) {
  if (count == 0)
    throw Error(fmt::format("there is no block of process {} here: blocks that are gathered are the root's", process));
  throw Error(fmt::format("there is no block of process {}: there are those of processes 0 to {}", process, count - 1));
}

Exchange::Exchange(Process self, Kind kind, Where where)
    : self_(self), queue_(self.mailbox(), collective_queue, self.rank()), kind_(kind), where_(where) {}

void Exchange::check_root(std::uint64_t root) const {
  if (root >= self_.count()) refuse_target(root, self_.count(), "the root of a collective", where_.file, where_.line);
}

void Exchange::send(std::uint64_t target, std::span<const std::byte> bytes) const {
  if (!bytes.empty()) queue_.send(target, static_cast<std::uint64_t>(kind_), bytes, where_.file, where_.line);
}

void Exchange::send_block(std::uint64_t target, std::uint64_t block, std::span<const std::byte> bytes) const {
  const std::uint64_t tag = static_cast<std::uint64_t>(kind_) | block << block_bits;
  if (!bytes.empty()) queue_.send(target, tag, bytes, where_.file, where_.line);
}

std::span<const std::byte> Exchange::take_block(std::uint64_t source, std::uint64_t block) {
  open();
  const std::uint64_t tag = static_cast<std::uint64_t>(kind_) | block << block_bits;
  if (next_ == last_ || (*next_).source() != source || (*next_).tag() != tag) return {};
  return (*next_++).values();
}

Exchange Exchange::continued() const {
  Exchange made = *this;
  made.begun_ = true;
  return made;
}

Sync Exchange::sync() {
  opened_ = false;
  if (std::exchange(begun_, true)) go_on_in_collective(self_.mailbox(), self_.rank());
  return self_.sync(name_of(kind_), where_.file, where_.line);
}

void Exchange::open() {
  if (opened_) return;
  next_ = queue_.begin();
  last_ = queue_.end();
  opened_ = true;
}

std::span<const std::byte> Exchange::take_any(std::uint64_t source) {
  open();
  if (next_ == last_ || (*next_).source() != source || (*next_).tag() != static_cast<std::uint64_t>(kind_)) return {};
  return (*next_++).values();
}

const std::byte* Exchange::take(std::uint64_t source, std::uint64_t bytes) {
  if (bytes == 0) return nullptr;
  const std::span<const std::byte> taken = take_any(source);
  if (taken.size() != bytes) refuse(source, std::to_string(bytes), taken.size());
  return taken.data();
}

void Exchange::end() {
  open();
  if (next_ == last_) return;
  refuse((*next_).source(), "no", (*next_).values().size());
}

void Exchange::refuse(std::uint64_t source, const std::string& wanted, std::uint64_t had) const {
  std::string sent = fmt::format("{} bytes", had);
  // What another collective has sent stands in front.
  if (opened_ && next_ != last_ && (*next_).source() == source) {
    const Kind other = static_cast<Kind>((*next_).tag() & kind_bits);
    if (other != kind_) sent = fmt::format("{} bytes of {}", (*next_).values().size(), name_of(other));
  }
  refuse_collective(self_.id(), self_.count(),
                    fmt::format("it expects {} bytes of {} from process {}, which sent {}: all processes call the same "
                                "collectives in the same order, with the same root and sizes",
                                wanted, name_of(kind_), source, sent),
                    where_.file, where_.line);
}

}  // namespace pram::bsp::detail
