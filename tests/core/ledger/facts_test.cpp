#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <pram/detail/ledger/facts.hpp>

#include "../../support.hpp"
#include "../thrown.hpp"
#include "ledger/profile/subtract.hpp"

namespace pram::detail {

namespace {

template <class Content>
constexpr bool is_optional = false;
template <class Content>
constexpr bool is_optional<std::optional<Content>> = true;

/// Becomes a member of any type, in code that is compiled and never run.
struct AnyMember {
  template <class Content>
  requires(!is_optional<Content>) operator Content() const { std::abort(); }
};

template <class Record, std::size_t... Numbers>
constexpr bool has_members(std::index_sequence<Numbers...>) {
  return requires { Record{(static_cast<void>(Numbers), AnyMember())...}; };
}

/// The data members of a record.
template <class Record, std::size_t Members = 64>
constexpr std::size_t members() {
  if constexpr (has_members<Record>(std::make_index_sequence<Members>())) {
    return Members;
  } else {
    return members<Record, Members - 1>();
  }
}

/// Where the members stand that have a row, ascending, and the names of the rows.
template <class Record>
struct Rows {
  std::vector<std::ptrdiff_t> places;
  std::vector<std::string> names;

  Rows() {
    const Record record = {};
    for_facts<Record>([&](auto fact) {
      places.push_back(reinterpret_cast<const char*>(&(record.*fact.member)) - reinterpret_cast<const char*>(&record));
      if (!fact.name.empty()) names.emplace_back(fact.name);
    });
    std::ranges::sort(places);
    std::ranges::sort(names);
  }
};

/// @param others  members that are lists, or have a way of their own
template <class Record>
void check_rows(const char* record, std::size_t others) {
  CAPTURE(record);
  const Rows<Record> rows;
  CHECK(rows.places.size() + others == members<Record>());
  CHECK(std::ranges::adjacent_find(rows.places) == rows.places.end());
  CHECK(std::ranges::adjacent_find(rows.names) == rows.names.end());
}

std::uint64_t any_number() { return *rc::gen::inRange<std::uint64_t>(0, 1000); }

/// A record whose numbers are random.
template <class Record>
Record any_record() {
  Record record;
  for_facts<Record>([&](auto fact) {
    using Content = std::remove_reference_t<decltype(record.*fact.member)>;
    if constexpr (HasFacts<Content>) {
      record.*fact.member = any_record<Content>();
    } else if constexpr (std::is_arithmetic_v<Content>) {
      record.*fact.member = static_cast<Content>(any_number());
    }
  });
  return record;
}

void check_equal(const RequestCounts& one, const RequestCounts& other) {
  RC_ASSERT(one.reads == other.reads);
  RC_ASSERT(one.writes == other.writes);
  RC_ASSERT(one.updates == other.updates);
  RC_ASSERT(one.fetches == other.fetches);
}

}  // namespace

TEST_CASE("every member of a record has one row, and rows of a record have different names") {
  check_rows<RequestCounts>("RequestCounts", 0);
  check_rows<PhaseRecord>("PhaseRecord", 0);
  check_rows<PhaseTotal>("PhaseTotal", 0);
  check_rows<StepRecord>("StepRecord", 2);  // phases, lines
  check_rows<StepTotal>("StepTotal", 0);
  check_rows<StepLine>("StepLine", 0);
  check_rows<LineTotal>("LineTotal", 1);  // degrees
  check_rows<CellTotal>("CellTotal", 0);
  check_rows<CollectiveTotal>("CollectiveTotal", 0);
  check_rows<SharedAccess>("SharedAccess", 2);        // phases, lines
  check_rows<SuperstepRecord>("SuperstepRecord", 1);  // shared
  check_rows<SuperstepTotal>("SuperstepTotal", 0);
  check_rows<SuperstepTotal::Shared>("SuperstepTotal::Shared", 1);  // queuing
  check_rows<TransferTotal>("TransferTotal", 0);
  check_rows<UnreadMessages>("UnreadMessages", 0);
  check_rows<MixedLines>("MixedLines", 1);    // lines
  check_rows<RegionTotal>("RegionTotal", 1);  // stretches
  check_rows<PardoTotal>("PardoTotal", 0);
  check_rows<ComponentTotal>("ComponentTotal", 0);
  check_rows<ModelBreaches>("ModelBreaches", 0);
  check_rows<LedgerData>("LedgerData", 19);  // lists, and which machine and which last step they are of
}

TEST_CASE("rows add a phase to its total as a sum by hand does") {
  rc::check([] {
    const auto before = any_record<PhaseTotal>();
    const auto phase = any_record<PhaseRecord>();
    PhaseTotal sum = before;
    add_common_facts(sum, phase);
    RC_ASSERT(sum.steps == before.steps);
    RC_ASSERT(sum.messages == before.messages + phase.messages);
    RC_ASSERT(sum.combined == before.combined + phase.combined);
    RC_ASSERT(sum.largest_sent == std::max(before.largest_sent, phase.largest_sent));
    RC_ASSERT(sum.largest_received == std::max(before.largest_received, phase.largest_received));
    RC_ASSERT(sum.charge == before.charge + phase.charge);
    RC_ASSERT(sum.charge_back == before.charge_back + phase.charge_back);
  });
}

TEST_CASE("rows add a superstep to its total as a sum by hand does") {
  rc::check([] {
    const auto before = any_record<SuperstepTotal>();
    auto superstep = any_record<SuperstepRecord>();
    superstep.shared = any_record<SharedAccess>();
    superstep.shared.requests.reads += 1;
    SuperstepTotal sum = before;
    sum.add(superstep);
    RC_ASSERT(sum.supersteps == before.supersteps + 1);
    RC_ASSERT(sum.work == before.work + superstep.work);
    RC_ASSERT(sum.largest_work == before.largest_work + superstep.largest_work);
    RC_ASSERT(sum.mean_work == before.mean_work + superstep.mean_work());
    RC_ASSERT(sum.messages == before.messages + superstep.messages);
    RC_ASSERT(sum.words == before.words + superstep.words);
    RC_ASSERT(sum.largest_sent == before.largest_sent + superstep.largest_sent);
    RC_ASSERT(sum.largest_received == before.largest_received + superstep.largest_received);
    RC_ASSERT(sum.mean_words == before.mean_words + superstep.mean_words());
    RC_ASSERT(sum.relation == before.relation + superstep.relation());
    RC_ASSERT(sum.pattern == before.pattern + superstep.pattern);
    RC_ASSERT(sum.pattern_back == before.pattern_back + superstep.pattern_back);
    RC_ASSERT(sum.charge == before.charge + superstep.charge);
    RC_ASSERT(sum.charge_back == before.charge_back + superstep.charge_back);
    const SuperstepTotal::Shared& was = before.shared;
    const SharedAccess& asked = superstep.shared;
    RC_ASSERT(sum.shared.supersteps == was.supersteps + 1);
    check_equal(sum.shared.requests,
                {was.requests.reads + asked.requests.reads, was.requests.writes + asked.requests.writes,
                 was.requests.updates + asked.requests.updates, was.requests.fetches + asked.requests.fetches});
    RC_ASSERT(sum.shared.distinct == was.distinct + asked.distinct);
    RC_ASSERT(sum.shared.largest_operations == was.largest_operations + superstep.largest_operations);
    RC_ASSERT(sum.shared.largest_accesses == was.largest_accesses + superstep.largest_accesses());
    RC_ASSERT(sum.shared.contention == was.contention + superstep.contention());
    RC_ASSERT(sum.shared.largest_read_degree == std::max(was.largest_read_degree, asked.largest_read_degree));
    RC_ASSERT(sum.shared.largest_write_degree == std::max(was.largest_write_degree, asked.largest_write_degree));
    RC_ASSERT(sum.shared.charge == was.charge + asked.charge);
    RC_ASSERT(sum.shared.charge_back == was.charge_back + asked.charge_back);
  });
}

TEST_CASE("what is subtracted by rows is what was added by them") {
  rc::check([] {
    const auto before = any_record<SuperstepTotal>();
    const auto more = any_record<SuperstepTotal>();
    SuperstepTotal sum = before;
    add_facts(sum, more);
    subtract_facts(sum, before);
    RC_ASSERT(sum.work == more.work);
    RC_ASSERT(sum.supersteps == more.supersteps);
    RC_ASSERT(sum.largest_received == more.largest_received);
    RC_ASSERT(sum.mean_words == more.mean_words);  // of whole numbers
    RC_ASSERT(sum.charge_back == more.charge_back);
    RC_ASSERT(sum.shared.contention == more.shared.contention);
    check_equal(sum.shared.requests, more.shared.requests);
    // A largest value cannot be subtracted.
    RC_ASSERT(sum.shared.largest_read_degree ==
              std::max(before.shared.largest_read_degree, more.shared.largest_read_degree));
  });
}

TEST_CASE("a sum that has shrunk is refused by what it is") {
  PhaseTotal left;
  PhaseTotal old;
  old.combined = 3;
  CHECK(testing::contains(testing::thrown<Error>([&] { subtract_facts(left, old); }).what(),
                          "0 messages of a phase after merging minus 3"));
}

TEST_CASE("a lower bound is known of a sum where it is known of all of it") {
  CollectiveTotal known;
  known.lower_bound = 2.5;
  CollectiveTotal sum = known;
  add_facts(sum, known);
  CHECK(sum.lower_bound == 5.0);
  subtract_facts(sum, known);
  CHECK(sum.lower_bound == 2.5);
  add_facts(sum, CollectiveTotal());
  CHECK(!sum.lower_bound);
}

TEST_CASE("totals stand for the same thing if their keys are the same") {
  const CollectiveTotal one{.where = {"a.cpp", 3}, .array = "a", .operation = "scatter", .algorithm = "direct"};
  CollectiveTotal other = one;
  other.words = 7;
  CHECK(same_keys(one, other));
  other.where.line = 4;
  CHECK(!same_keys(one, other));
}

TEST_CASE("outputs have facts in the order of their places") {
  std::vector<std::string> names;
  for_facts_in<PhaseRecord>(&Places::csv, [&](auto fact) { names.emplace_back(fact.name); });
  CHECK(names.front() == "messages");
  CHECK(names.back() == "back");
  CHECK(std::ranges::count(names, std::string("busiest_sender")) == 0);
}

}  // namespace pram::detail
