#include "coarrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include <pram/error.hpp>

#include "../../host/hot_memory.hpp"
#include "../../request/call_sites.hpp"
#include "../run/put_rules.hpp"

namespace pram::bsp::detail {

namespace {

constexpr std::size_t block_alignment = 16;

}  // namespace

Coarrays::~Coarrays() {
  for (std::uint32_t number = 0; number < count_; ++number) {
    for (Block& block : (*this)[number].blocks) free_block(number, block);
  }
}

StoredCoarray& Coarrays::enter(std::uint32_t rank, std::uint32_t number, const ElementType& element,
                               std::string_view name, const std::string& where) {
  const std::scoped_lock lock(mutex_);
  if (number == most) {
    throw LimitError(
        "coarrays", std::uint64_t{number} + 1, most,
        fmt::format("{} makes more than {} coarrays, {}, at {}: at most so many are allowed in a run or group",
                    members_.name_of(rank), most, run_.in_superstep(), where));
  }
  if (number == count_) {
    StoredCoarray& fresh = append(element, name.empty() ? fmt::format("coarray {}", number + 1) : std::string(name));
    fresh.element = &element;
    fresh.maker = rank;
    fresh.where = where;
  }
  StoredCoarray& made = (*this)[number];
  if (rank < made.maker) {
    made.maker = rank;
    made.where = where;
  }
  return made;
}

StoredCoarray& Coarrays::append(const ElementType& element, const std::string& name) {
  const std::uint32_t list = list_of(count_);
  if (lists_[list] == nullptr) lists_[list] = std::make_unique<std::unique_ptr<StoredCoarray>[]>(first_list << list);
  auto fresh = std::make_unique<StoredCoarray>();
  fresh->name = name;
  fresh->bytes_each = element.bytes;
  fresh->type = element.word;
  fresh->blocks.resize(members_.count());
  if (put_order(run_.rule()) == PutOrder::judged) fresh->stamps.resize(members_.count());
  place_of(count_) = std::move(fresh);
  return (*this)[count_++];
}

void Coarrays::enter_made(std::uint32_t number, const ElementType& element, const std::string& name) {
  if (number < count_) {
    (*this)[number].name = name;
  } else {
    append(element, name);
  }
}

std::string Coarrays::other_type(std::uint32_t number, std::uint32_t rank, std::uint64_t bytes_each,
                                 const std::string& where, const std::string& name, std::uint64_t known_bytes) const {
  return fmt::format(
      "{} makes its coarray {} of elements of {} bytes, {}, at {}, but others made it \"{}\" of {} bytes or another "
      "type: all processes make their coarrays in the same order",
      members_.name_of(rank), number + 1, bytes_each, run_.in_superstep(), where, name, known_bytes);
}

void Coarrays::make_block(std::uint32_t rank, std::uint32_t number, std::uint64_t size, const ElementType& element,
                          const void* initial, std::string_view name, const std::string& where) {
  const std::uint64_t bytes_each = element.bytes;
  const WordType type = element.word;
  StoredCoarray& made = enter(rank, number, element, name, where);
  if (made.bytes_each != bytes_each || made.type != type) {
    throw Error(other_type(number, rank, bytes_each, where, made.name, made.bytes_each));
  }
  const Rule rule = run_.rule();
  if (bytes_each > sizeof(Word) && leaves_words(rule)) {
    throw ConfigError("rule", to_string(rule),
                      fmt::format("coarray {} holds values of {} bytes: only those of a word at most can be settled so",
                                  made.name, bytes_each));
  }
  pram::detail::check_combines(rule, type, "coarray " + made.name);
  Block& block = made.blocks[rank];
  if (size > 0 && size > ~std::uint64_t{0} / bytes_each)
    throw LimitError("memory", size, 0,
                     fmt::format("{} makes a coarray of {} elements, {}, at {}: that fits into no memory",
                                 members_.name_of(rank), size, run_.in_superstep(), where));
  const std::uint64_t bytes = std::max<std::uint64_t>(size * bytes_each, 1);
  std::byte* data = nullptr;
  try {
    data = pram::detail::allocate_hot(pram::detail::current_account, bytes, block_alignment);
  } catch (const LimitError& limit) {
    throw LimitError(limit.limit, limit.asked, limit.allowed,
                     fmt::format("{} makes a coarray of {} elements, {}, at {}: {}", members_.name_of(rank), size,
                                 run_.in_superstep(), where, limit.what()));
  }
  const auto* const value = static_cast<const std::byte*>(initial);
  if (std::all_of(value, value + bytes_each, [](std::byte one) { return one == std::byte{0}; })) {
    std::memset(data, 0, bytes);
  } else {
    for (std::uint64_t k = 0; k < size; ++k) std::memcpy(data + k * bytes_each, initial, bytes_each);
  }
  block = {data, size, nullptr, false, false};
}

void Coarrays::give_back(std::uint32_t number, const Block& block) noexcept {
  if (block.borrowed) return;
  pram::detail::free_hot(pram::detail::current_account, block.data,
                         std::max<std::uint64_t>(block.size * (*this)[number].bytes_each, 1), block_alignment);
}

void Coarrays::borrow_block(std::uint32_t number, Block& block, void* data, std::uint64_t size) noexcept {
  static std::byte nothing;  // a block that is there has an address
  give_back(number, block);
  block.data = data == nullptr ? &nothing : static_cast<std::byte*>(data);
  block.size = data == nullptr ? 0 : size;
  block.borrowed = true;
}

void Coarrays::free_block(std::uint32_t number, Block& block) noexcept {
  if (block.data == nullptr) return;
  give_back(number, block);
  if (block.holder != nullptr) *block.holder = nullptr;
  block = {nullptr, 0, nullptr, true, false};
}

}  // namespace pram::bsp::detail
