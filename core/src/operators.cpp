#include <pram/operation.hpp>

#include <array>
#include <mutex>

#include <pram/error.hpp>

namespace pram::detail {

namespace {

constexpr std::size_t most_operators = 4096;

/// Entries never move, and their numbers are handed out when they are complete: readers need no lock.
struct Operators {
  std::mutex mutex;
  std::size_t count = 0;
  std::array<OwnOperator, most_operators> entries;
};

Operators& operators() {
  static Operators all;
  return all;
}

}  // namespace

std::uint16_t enter_operator(const OwnOperator& made) {
  Operators& all = operators();
  const std::scoped_lock lock(all.mutex);
  for (std::size_t k = 0; k < all.count; ++k) {
    const OwnOperator& known = all.entries[k];
    if (known.name == made.name && known.apply == made.apply) return static_cast<std::uint16_t>(k);
  }
  if (all.count == most_operators)
    throw LimitError("operators", most_operators + 1, most_operators,
                     "a process has at most 4096 operators of its own");
  all.entries[all.count] = made;
  return static_cast<std::uint16_t>(all.count++);
}

const OwnOperator& own_operator(std::uint16_t number) noexcept { return operators().entries[number]; }

}  // namespace pram::detail
