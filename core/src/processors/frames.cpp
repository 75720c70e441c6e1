#include "frames.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <vector>

#include "../host/large_page.hpp"
#include "../host/memory_limit.hpp"

namespace pram::detail {

namespace {

// Reserved as addresses only: the host provides a page when it is touched.
constexpr std::size_t most_reserved = std::size_t{1} << 37;
constexpr std::size_t least_reservation = std::size_t{1} << 18;
// Small pardos stay on small pages: a fresh large one costs more than they do.
constexpr std::size_t small_part = large_page;
constexpr std::size_t page = 4096;
// What is touched is counted in steps of these many bytes, and of large pages where it lies on them.
constexpr std::size_t counted_step = std::size_t{64} << 10;

/// The account in which a frame on the heap counts, in front of the frame, which may outlive its machine.
using LargeHeader = std::shared_ptr<MemoryAccount>;
constexpr std::size_t header_bytes = 16;
static_assert(sizeof(LargeHeader) <= header_bytes && header_bytes % __STDCPP_DEFAULT_NEW_ALIGNMENT__ == 0);

// The number of slabs in the process, which share the addresses that are left.
std::atomic<std::size_t> slabs = 0;

void* map_addresses(std::size_t bytes) {
  void* const place =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return place == MAP_FAILED ? nullptr : place;
}

}  // namespace

/// The reservations of one slab.
struct FrameSlab::Chain {
  std::vector<Mapped> all;
  std::uint64_t released = 0;  ///< frames, by others than the slab's worker
  std::uint64_t left = 0;      ///< frames of a slab that is gone; 0 while it is there
  std::shared_ptr<MemoryAccount> account;
  std::uint64_t counted = 0;  ///< bytes, in all
};

/// The reservations of all slabs of the process. Slabs that are gone are among them while frames of theirs live.
struct FrameSlab::Chains {
  std::mutex mutex;
  std::map<std::byte*, std::shared_ptr<Chain>> of;  ///< by the beginnings of their reservations

  void give_back(const Chain& chain) noexcept {
    for (const Mapped& one : chain.all) {
      ::munmap(one.base, one.bytes);
      of.erase(one.base);
    }
    if (chain.account != nullptr) chain.account->give_back(chain.counted);
  }
};

FrameSlab::Chains& FrameSlab::chains() {
  static auto* const made = new Chains();  // for good: tasks may die in a program's last destructors
  return *made;
}

FrameSlab::FrameSlab()
    : account_(current_account != nullptr ? current_account->shared_from_this() : std::shared_ptr<MemoryAccount>()) {
  slabs.fetch_add(1, std::memory_order_relaxed);
}

FrameSlab::~FrameSlab() {
  part();
  slabs.fetch_sub(1, std::memory_order_relaxed);
}

/// @param bytes  at least so many
FrameSlab::Mapped FrameSlab::reserve(std::size_t bytes) const {
  std::optional<std::uint64_t> room = address_room();
  if (!room) {
    if (void* const place = map_addresses(most_reserved)) return {static_cast<std::byte*>(place), most_reserved};
    // Addresses are scarce for another reason. The largest reservation that succeeds is taken as what is left.
    for (std::size_t size = most_reserved / 2; size >= least_reservation && !room; size /= 2) {
      void* const place = map_addresses(size);
      if (place == nullptr) continue;
      ::munmap(place, size);
      room = size;
    }
  }
  // Arrays and records come out of what is left too, and every other slab may ask for as much.
  const std::size_t share = room.value_or(0) / (4 * std::max<std::size_t>(slabs.load(std::memory_order_relaxed), 1));
  const std::size_t enough = round_up(bytes, page);
  std::size_t size = std::max(std::clamp(share, least_reservation, most_reserved) / page * page, enough);
  while (true) {
    if (void* const place = map_addresses(size)) return {static_cast<std::byte*>(place), size};
    if (size == enough) throw std::bad_alloc();
    size = std::max(size / 2 / page * page, enough);
  }
}

void FrameSlab::enter(const Mapped& fresh) {
  Chains& known = chains();
  const std::lock_guard lock(known.mutex);
  if (chain_ == nullptr) {
    chain_ = std::make_shared<Chain>();
    chain_->account = account_;
  }
  chain_->all.reserve(chain_->all.size() + 1);
  known.of.emplace(fresh.base, chain_);
  chain_->all.push_back(fresh);
}

void* FrameSlab::allocate_large(std::size_t bytes) const {
  const std::size_t all = bytes + header_bytes;
  if (account_ != nullptr) account_->take(all);
  try {
    auto* const place = static_cast<std::byte*>(::operator new(all));
    new (place) LargeHeader(account_);
    return place + header_bytes;
  } catch (...) {
    if (account_ != nullptr) account_->give_back(all);
    throw;
  }
}

void FrameSlab::make_room(std::size_t bytes) {
  if (base_ == nullptr || used_ + bytes > reserved_) {
    go_on_elsewhere(bytes);
    if (bytes <= counted_) return;
  }
  const std::size_t wanted = used_ + bytes;
  const std::size_t step = wanted <= small_part ? counted_step : large_page;
  const std::size_t counts = std::min(round_up(wanted, step), reserved_);
  if (account_ != nullptr) account_->take(counts - counted_);
  chain_->counted += counts - counted_;
  counted_ = chain_->all[current_].counted = counts;
}

std::size_t FrameSlab::counted() const { return chain_ == nullptr ? 0 : chain_->counted; }

void FrameSlab::go_on_elsewhere(std::size_t bytes) {
  const std::size_t next = base_ == nullptr ? 0 : current_ + 1;
  if (next == reservations()) {
    const Mapped fresh = reserve(bytes);
    try {
      enter(fresh);
    } catch (...) {
      ::munmap(fresh.base, fresh.bytes);
      throw;
    }
    if (fresh.bytes > 2 * small_part) ::madvise(fresh.base + small_part, fresh.bytes - small_part, MADV_HUGEPAGE);
  }
  used_before_ += used_;
  go_on_in(next);
}

void FrameSlab::go_on_in(std::size_t number) noexcept {
  const Mapped place = number < reservations() ? chain_->all[number] : Mapped();
  base_ = place.base;
  reserved_ = place.bytes;
  counted_ = place.counted;
  used_ = 0;
  current_ = number;
}

std::size_t FrameSlab::reservations() const { return chain_ == nullptr ? 0 : chain_->all.size(); }

bool FrameSlab::owns(void* frame) const noexcept {
  return chain_ != nullptr && std::ranges::any_of(chain_->all, [frame](const Mapped& one) {
           return static_cast<std::size_t>(static_cast<std::byte*>(frame) - one.base) < one.bytes;
         });
}

void FrameSlab::release_elsewhere(void* frame, std::size_t bytes) noexcept {
  if (kind_of(bytes) >= kinds) {
    auto* const place = static_cast<std::byte*>(frame) - header_bytes;
    auto* const header = reinterpret_cast<LargeHeader*>(place);
    const LargeHeader account = std::move(*header);
    header->~LargeHeader();
    ::operator delete(place);
    if (account != nullptr) account->give_back(bytes + header_bytes);
    return;
  }
  Chains& known = chains();
  const std::lock_guard lock(known.mutex);
  const std::shared_ptr<Chain> chain = std::prev(known.of.upper_bound(static_cast<std::byte*>(frame)))->second;
  if (chain->left == 0) {
    ++chain->released;
  } else if (--chain->left == 0) {
    known.give_back(*chain);
  }
}

void FrameSlab::forget_released() noexcept {
  const std::lock_guard lock(chains().mutex);
  live_ -= chain_->released;
  chain_->released = 0;
}

void FrameSlab::reset() noexcept {
  if (live_ > 0) forget_released();
  if (live_ > 0) part();
  free_.fill(nullptr);
  used_before_ = 0;
  go_on_in(0);
}

void FrameSlab::part() noexcept {
  if (chain_ == nullptr) return;
  {
    Chains& known = chains();
    const std::lock_guard lock(known.mutex);
    chain_->left = live_ - chain_->released;
    if (chain_->left == 0) known.give_back(*chain_);
  }
  chain_.reset();
  live_ = used_before_ = 0;
  go_on_in(0);
}

}  // namespace pram::detail
