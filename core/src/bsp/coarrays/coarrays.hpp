#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <pram/detail/bsp/element_type.hpp>
#include <pram/detail/bsp/records.hpp>

#include "../run/members.hpp"
#include "../run/run_context.hpp"

namespace pram::bsp::detail {

/// A coarray as the machine sees it.
struct StoredCoarray {
  std::string name;
  const ElementType* element = nullptr;  ///< of the process that made it first
  std::uint64_t bytes_each = 0;
  WordType type = WordType::opaque;
  std::vector<Block> blocks;  ///< per rank
  std::uint32_t maker = 0;    ///< the lowest process of this rank of the program that has made a block of it, by rank
  std::string where = {};     ///< it did so
  /// Who put first into an element.
  struct Stamp {
    std::uint64_t superstep = 0;  ///< in which that was
    std::uint32_t source = 0;
    std::uint32_t line = 0;
    /// What the element held, where that may come back. Under the common rule the number of the last disagreement about
    /// the element, counted from 1; 0: none.
    Word before = 0;
  };
  std::vector<std::vector<Stamp>> stamps;  ///< per rank; empty where puts of several processes cannot conflict
};

/// The coarrays of a group, whose blocks its processes make and free.
class Coarrays {
 public:
  static constexpr std::uint32_t most = 65536;

  Coarrays(const RunContext& run, const GroupMembers& members) : run_(run), members_(members) {}
  ~Coarrays();
  Coarrays(const Coarrays&) = delete;
  Coarrays& operator=(const Coarrays&) = delete;

  std::uint32_t count() const { return count_; }
  StoredCoarray& operator[](std::uint32_t number) { return *place_of(number); }
  const StoredCoarray& operator[](std::uint32_t number) const { return *place_of(number); }

  /// Makes a process's block of a coarray. Host threads may make blocks of several processes at once.
  /// @param number   how many blocks the process has made before
  /// @param initial  the value of every element
  /// @param where    the line of the program, for sentences
  /// @throws LimitError, ConfigError, or Error if others made a coarray of another type in its place
  void make_block(std::uint32_t rank, std::uint32_t number, std::uint64_t size, const ElementType& element,
                  const void* initial, std::string_view name, const std::string& where);
  /// Another rank of the program has made a coarray, which goes by this name: it is entered if it is new. No process
  /// may run.
  void enter_made(std::uint32_t number, const ElementType& element, const std::string& name);
  /// What the maker of a coarray is told whose elements are of another type than those of others.
  std::string other_type(std::uint32_t number, std::uint32_t rank, std::uint64_t bytes_each, const std::string& where,
                         const std::string& name, std::uint64_t known_bytes) const;
  void free_block(std::uint32_t number, Block& block) noexcept;
  /// Makes the block memory of the program's own.
  /// @param data  null: with size 0
  void borrow_block(std::uint32_t number, Block& block, void* data, std::uint64_t size) noexcept;

 private:
  StoredCoarray& enter(std::uint32_t rank, std::uint32_t number, const ElementType& element, std::string_view name,
                       const std::string& where);
  StoredCoarray& append(const ElementType& element, const std::string& name);
  /// Gives back the memory of a block, unless it is the program's own.
  void give_back(std::uint32_t number, const Block& block) noexcept;

  static std::uint32_t list_of(std::uint32_t number) {
    return static_cast<std::uint32_t>(std::bit_width(number / first_list + 1)) - 1;
  }
  std::unique_ptr<StoredCoarray>& place_of(std::uint32_t number) const {
    const std::uint32_t list = list_of(number);
    // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): a bit width of at least 1
    return lists_[list][number + first_list - (first_list << list)];
  }

  const RunContext& run_;
  const GroupMembers& members_;
  std::mutex mutex_;
  /// In lists that never move, each twice as long as the one before: a process reads what it or a sync has entered,
  /// while others enter more.
  static constexpr std::uint32_t first_list = 8;
  std::array<std::unique_ptr<std::unique_ptr<StoredCoarray>[]>, 14> lists_;
  std::uint32_t count_ = 0;
};

}  // namespace pram::bsp::detail
