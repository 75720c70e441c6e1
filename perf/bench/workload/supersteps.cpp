#include "supersteps.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>

namespace pram::bench {

namespace {

constexpr std::uint64_t block = 1024;

std::uint64_t mixed(std::uint64_t x) {
  x ^= x >> 31;
  x *= 0x7FB5D329728EA185U;
  x ^= x >> 27;
  return x;
}

/// A number of 32 random bits, scaled: a division would take as long as a put.
std::uint64_t below(std::uint64_t bits, std::uint64_t bound) { return bits * bound >> 32; }

}  // namespace

Supersteps::Supersteps(const std::string& network, std::uint32_t processes, unsigned threads)
    : machine_({.components = processes, .network = network, .threads = threads, .ledger = LedgerDetail::totals}),
      processes_(processes) {}

void Supersteps::sync(std::uint64_t syncs) {
  machine_.spmd([syncs](bsp::Process self) -> Task<> {
    for (std::uint64_t k = 0; k < syncs; ++k) co_await self.sync();
  });
}

Supersteps::Timed Supersteps::transfer(Transfer transfer, std::uint64_t words) {
  using Clock = std::chrono::steady_clock;
  constexpr int supersteps = 5;
  const std::uint64_t each = words / processes_;
  const bool blocks = transfer == Transfer::put_block;
  const std::uint64_t size = blocks ? std::max(block, each) : each;
  const std::uint64_t stride = blocks ? block : 1;
  Clock::time_point begin;
  std::chrono::duration<double> taken{};
  std::atomic<std::uint64_t> checked = 0;
  machine_.spmd([&](bsp::Process self) -> Task<> {
    auto cells = self.coarray<std::uint64_t>(size);
    const auto queue = self.queue<std::uint64_t>();
    const std::vector<std::uint64_t> values(blocks ? block : 0, self.id());
    std::uint64_t sum = 0;
    std::vector<bsp::Future<std::uint64_t>> futures;
    futures.reserve(transfer == Transfer::get ? each : 0);
    for (int superstep = 0; superstep <= supersteps; ++superstep) {
      if (self.id() == 0) {
        if (superstep > 1) taken += Clock::now() - begin;
        begin = Clock::now();
      }
      // Where a process has less than a block, one of several sends it.
      const std::uint64_t first = self.id() * each;
      for (std::uint64_t k = (first + stride - 1) / stride * stride; k < first + each; k += stride) {
        const std::uint64_t to = mixed(k + static_cast<std::uint64_t>(superstep) * words);
        const std::uint64_t target = below(to >> 32, processes_);
        const std::uint64_t index = below(to & 0xFFFFFFFF, size);
        switch (transfer) {
          case Transfer::put: cells(target)[index] = to | 1; break;
          case Transfer::get: futures.push_back(cells(target)[index].get()); break;
          case Transfer::message: queue.send(target, to); break;
          case Transfer::put_block: cells(target).put(0, values); break;
        }
      }
      co_await self.sync();
      for (const auto& future : futures) sum += future.value();
      futures.clear();
      for (const auto message : queue) sum += message.value();
    }
    if (self.id() == 0) taken += Clock::now() - begin;
    if (transfer == Transfer::put && self.id() == 0) {
      for (const std::uint64_t cell : cells) sum += cell;
    }
    checked += sum;
  });
  const bool quiet = transfer == Transfer::get || transfer == Transfer::put_block;
  if ((checked == 0) != quiet) throw std::logic_error("the supersteps left something wrong in memory");
  return {taken.count(), supersteps * words};
}

PutsByHand::PutsByHand(std::uint32_t processes, std::uint64_t words)
    : words_(words),
      cells_(processes, std::vector<std::uint64_t>(words / processes)),
      buckets_(std::size_t{processes} * processes) {}

std::uint64_t PutsByHand::run() {
  ++superstep_;
  const std::uint64_t processes = cells_.size();
  const std::uint64_t each = cells_.front().size();
  for (std::uint64_t id = 0; id < processes; ++id) {
    for (std::uint64_t k = 0; k < each; ++k) {
      const std::uint64_t to = mixed(id * each + k + superstep_ * words_);
      const std::uint64_t target = below(to >> 32, processes);
      buckets_[id * processes + target].push_back(
          {static_cast<std::uint32_t>(target), static_cast<std::uint32_t>(below(to & 0xFFFFFFFF, each)), to | 1});
    }
  }
  for (auto& bucket : buckets_) {
    for (const Put& put : bucket) cells_[put.target][put.index] = put.value;
    bucket.clear();
  }
  return each * processes;
}

}  // namespace pram::bench
