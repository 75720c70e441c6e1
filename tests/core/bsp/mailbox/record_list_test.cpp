#include <pram/detail/bsp/record_list.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include <pram/error.hpp>

namespace pram::bsp::detail {

namespace {

struct ListedRecord {
  std::uint64_t number = 0;
  std::uint32_t other = 0;

  friend bool operator==(const ListedRecord&, const ListedRecord&) = default;
};

using Records = RecordList<ListedRecord>;

}  // namespace

TEST_CASE("a list of records is what a vector is, record by record, over additions, clearings and moves") {
  std::mt19937 random(3);
  Records list;
  std::vector<ListedRecord> expected;
  for (std::uint32_t round = 0; round < 400; ++round) {
    const std::uint64_t count = random() % 40;
    if (round % 100 == 99) {
      list.clear();
      expected.clear();
    } else if (round % 7 == 6) {
      Records other;
      other.add({});
      other = std::move(list);
      list = Records(std::move(other));
    } else if (round % 2 == 0) {
      ListedRecord* const first = list.extend(count);
      for (std::uint64_t k = 0; k < count; ++k) first[k] = {round, static_cast<std::uint32_t>(k)};
      for (std::uint64_t k = 0; k < count; ++k) expected.push_back({round, static_cast<std::uint32_t>(k)});
    } else {
      list.add({count, round});
      expected.push_back({count, round});
    }
    CHECK(list.size() == expected.size());
    CHECK(list.empty() == expected.empty());
    CHECK(std::ranges::equal(list, expected));
  }
}

TEST_CASE("a list of records counts its memory while it has it, large pages too, and stays as it was at the limit") {
  using pram::detail::MemoryAccount;
  MemoryAccount account(std::uint64_t{8} << 20);
  const pram::detail::AccountScope scope(&account);
  {
    Records list;
    CHECK(account.taken() == 0);
    std::uint64_t number = 0;
    // It grows past the host's large pages until the old and the new room together pass the limit.
    CHECK_THROWS_AS(
        [&] {
          for (;; ++number) list.add({number, 0});
        }(),
        LimitError);
    CHECK(list.size() == number);
    CHECK(number * sizeof(ListedRecord) > (std::uint64_t{2} << 20));
    CHECK(account.taken() == number * sizeof(ListedRecord));
    CHECK(std::ranges::is_sorted(list, {}, &ListedRecord::number));
    CHECK(list[number - 1].number == number - 1);
    list.clear();
    list.extend(number);
    CHECK(account.taken() == number * sizeof(ListedRecord));
  }
  CHECK(account.taken() == 0);
}

}  // namespace pram::bsp::detail
