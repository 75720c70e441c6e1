#include "processor_group.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <pram/error.hpp>

namespace pram::detail {

ProcessorGroup::ProcessorGroup(std::shared_ptr<MemoryAccount> account, std::shared_ptr<RegisterPool> pool,
                               std::uint64_t processors, OwnProcessors own, std::optional<Rule> rule, PardoCall call)
    : account_(std::move(account)),
      pool_(std::move(pool)),
      count_(processors),
      own_(own),
      live_(processors),
      rule_(rule),
      call_(std::move(call)) {
  const AccountScope counted(account_.get());
  bits_ = Pages<std::uint64_t>(words() + 1);  // see ProcessorBlock::lives_from()
  if (own_.count() == 0) return;
  std::fill(bits_.data() + first_word(), bits_.data() + last_word(), ~std::uint64_t{0});
  bits_[first_word()] &= ~std::uint64_t{0} << (own_.first % 64);
  if (own_.last % 64 != 0) bits_[own_.last / 64] &= (std::uint64_t{1} << (own_.last % 64)) - 1;
}

std::uint64_t ProcessorGroup::live_in(std::uint64_t first, std::uint64_t last) const {
  if (first == last) return 0;
  const std::uint64_t first_word = first / 64;
  const std::uint64_t last_word = (last - 1) / 64;
  const std::uint64_t from = ~std::uint64_t{0} << (first % 64);
  const std::uint64_t to = ~std::uint64_t{0} >> (63 - (last - 1) % 64);
  if (first_word == last_word) return static_cast<std::uint64_t>(std::popcount(bits_[first_word] & from & to));
  auto live = static_cast<std::uint64_t>(std::popcount(bits_[first_word] & from));
  live += static_cast<std::uint64_t>(std::popcount(bits_[last_word] & to));
  for (std::uint64_t word = first_word + 1; word < last_word; ++word)
    live += static_cast<std::uint64_t>(std::popcount(bits_[word]));
  return live;
}

void* ProcessorGroup::take_memory(std::size_t bytes) {
  taken_.reserve(taken_.size() + 1);
  const std::size_t each = count_ == 0 ? 0 : bytes / count_;
  return taken_.emplace_back(pool_->take(bytes, own_.first * each, own_.last * each)).data();
}

void ProcessorGroup::give_back(void* data) noexcept {
  const auto same = std::ranges::find(taken_, data, [](Pages<Word>& one) { return static_cast<void*>(one.data()); });
  pool_->give_back(std::move(*same));
  *same = std::move(taken_.back());
  taken_.pop_back();
}

RegisterMemory::RegisterMemory(std::shared_ptr<ProcessorGroup> group, std::size_t bytes) : group_(std::move(group)) {
  void* const data = group_->take_memory(bytes);
  const OwnProcessors& own = group_->own();
  place_ = {own.of_ranks ? nullptr : data, own.of_ranks ? data : nullptr, bytes, own.first, own.last};
}

RegisterMemory::~RegisterMemory() {
  if (data() != nullptr) group_->give_back(data());
}

void RegisterMemory::refuse(std::uint64_t processor) const {
  if (place_.divided == nullptr)
    throw Error("these registers were moved from, or never made: use those that they were moved to");
  if (current_outbox == nullptr) refuse_part();
  throw Error(
      fmt::format("the register of processor {} is asked for, which another of several ranks has: a function asks for "
                  "its own processor's; what others need stands in an array, or in a host vector that unite() makes "
                  "whole",
                  processor));
}

void RegisterMemory::refuse_part() const {
  throw Error(
      "host code asks for registers, of which each of several ranks has its own processors': work on them in "
      "compute(), or collect them there in a host vector that unite() makes whole");
}

void refuse_no_processors() {
  throw Error("this group of processors was moved from: use the one that it was moved to");
}

void StepRequests::refuse_index(std::uint64_t processor, std::int64_t index) const {
  throw AddressError({array->name(), index, array->size(), processor, step, {file, line}});
}

void check_one_each(const char* what, std::uint64_t given, std::uint64_t processors) {
  if (given == processors) return;
  throw ConfigError(what, std::to_string(given),
                    fmt::format("one for each of the {} processors, or a function of the processor", processors));
}

}  // namespace pram::detail
