#include <pram/detail/operation.hpp>

#include <array>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include <pram/error.hpp>

namespace pram::detail {

namespace {

/// What programs bring along of one kind, by number. Entries never move, and their numbers are handed out when they are
/// complete: readers need no lock.
template <class Entry>
class Table {
 public:
  /// @param what  as a LimitError names it
  explicit Table(const char* what) : what_(what) {}

  /// @param same  same(entry): is it the one that is being entered?
  template <class Same>
  std::uint16_t enter(const Entry& made, const Same& same) {
    const std::scoped_lock lock(mutex_);
    for (std::size_t k = 0; k < count_; ++k) {
      if (same(entries_[k])) return static_cast<std::uint16_t>(k);
    }
    if (count_ == most) {
      throw LimitError(what_, most + 1, most,
                       "a process has at most " + std::to_string(most) + " " + what_ + " of its own");
    }
    entries_[count_] = made;
    return static_cast<std::uint16_t>(count_++);
  }

  /// The number of the first entry, or of one of these, that fits.
  template <class Fits>
  std::optional<std::uint16_t> find(std::size_t first, const Fits& fits) {
    const std::scoped_lock lock(mutex_);
    if (first < count_ && fits(entries_[first])) return static_cast<std::uint16_t>(first);
    for (std::size_t k = 0; k < count_; ++k) {
      if (fits(entries_[k])) return static_cast<std::uint16_t>(k);
    }
    return std::nullopt;
  }

  const Entry& operator[](std::size_t number) const { return entries_[number]; }

 private:
  static constexpr std::size_t most = 4096;

  const char* what_;
  std::mutex mutex_;
  std::size_t count_ = 0;
  std::array<Entry, most> entries_{};
};

Table<OwnOperator>& operators() {
  static Table<OwnOperator> all("operators");
  return all;
}

Table<OwnEquality>& equalities() {
  static Table<OwnEquality> all("comparisons");
  return all;
}

constexpr std::uint16_t first_equality = no_equality + 1;

/// What the program may enter, last first, and what guards it.
constinit std::mutex used_mutex;
constinit UsedSomewhere* last_used = nullptr;

}  // namespace

std::uint16_t enter_operator(const OwnOperator& made) {
  return operators().enter(made, [&made](const OwnOperator& known) {
    return known.name == made.name && known.apply == made.apply && known.identity == made.identity;
  });
}

const OwnOperator& own_operator(std::uint16_t number) noexcept { return operators()[number]; }

std::optional<std::uint16_t> find_operator(const std::string& name, std::uint16_t guess) {
  return operators().find(guess, [&name](const OwnOperator& known) { return known.name == name; });
}

std::uint16_t enter_equality(const OwnEquality& made) {
  const std::uint16_t number =
      equalities().enter(made, [&made](const OwnEquality& known) { return known.equal == made.equal; });
  return static_cast<std::uint16_t>(first_equality + number);
}

const OwnEquality& own_equality(std::uint16_t number) noexcept {
  return equalities()[static_cast<std::size_t>(number - first_equality)];
}

std::optional<std::uint16_t> find_equality(const std::string& type, std::uint16_t guess) {
  const std::optional<std::uint16_t> found =
      equalities().find(static_cast<std::size_t>(guess - first_equality),
                        [&type](const OwnEquality& known) { return known.type == type; });
  if (!found) return std::nullopt;
  return static_cast<std::uint16_t>(first_equality + *found);
}

UsedSomewhere::UsedSomewhere(std::uint16_t (*enter)()) noexcept : enter_(enter) {
  const std::scoped_lock lock(used_mutex);
  next_ = std::exchange(last_used, this);
}

UsedSomewhere::~UsedSomewhere() {
  const std::scoped_lock lock(used_mutex);
  UsedSomewhere** link = &last_used;
  while (*link != nullptr && *link != this) link = &(*link)->next_;
  if (*link == this) *link = next_;
}

void UsedSomewhere::enter_all() {
  const std::scoped_lock lock(used_mutex);
  for (const UsedSomewhere* one = last_used; one != nullptr; one = one->next_) {
    try {
      one->enter_();
    } catch (const LimitError&) {  // whoever uses it is told so
      return;
    }
  }
}

}  // namespace pram::detail
