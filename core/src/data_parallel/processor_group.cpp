#include "processor_group.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <pram/error.hpp>

namespace pram::detail {

ProcessorGroup::ProcessorGroup(std::shared_ptr<MemoryAccount> account, std::shared_ptr<RegisterPool> pool,
                               std::uint64_t processors, std::optional<Rule> rule, PardoCall call)
    : account_(std::move(account)),
      pool_(std::move(pool)),
      count_(processors),
      live_(processors),
      rule_(rule),
      call_(std::move(call)) {
  const AccountScope counted(account_.get());
  bits_ = Pages<std::uint64_t>(words() + 1);  // see ProcessorBlock::lives_from()
  std::fill_n(bits_.data(), words(), ~std::uint64_t{0});
  if (count_ % 64 != 0) bits_[count_ / 64] = (std::uint64_t{1} << (count_ % 64)) - 1;
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
  return taken_.emplace_back(pool_->take(bytes)).data();
}

void ProcessorGroup::give_back(void* data) noexcept {
  const auto same = std::ranges::find(taken_, data, [](Pages<Word>& one) { return static_cast<void*>(one.data()); });
  pool_->give_back(std::move(*same));
  *same = std::move(taken_.back());
  taken_.pop_back();
}

RegisterMemory::RegisterMemory(std::shared_ptr<ProcessorGroup> group, std::size_t bytes)
    : group_(std::move(group)), data_(group_->take_memory(bytes)), bytes_(bytes) {}

RegisterMemory::~RegisterMemory() {
  if (data_ != nullptr) group_->give_back(data_);
}

void refuse_no_registers() {
  throw Error("these registers were moved from, or never made: use those that they were moved to");
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
