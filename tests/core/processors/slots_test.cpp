#include "processors/slots.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "processors/site_counts.hpp"

namespace pram::detail {

namespace {

/// The component of each processor, by the definition: floor(i p / n).
std::vector<std::uint32_t> blocks_by_definition(std::uint64_t processors, std::uint32_t components) {
  std::vector<std::uint32_t> all;
  for (std::uint64_t i = 0; i < processors; ++i) all.push_back(static_cast<std::uint32_t>(i * components / processors));
  return all;
}

}  // namespace

TEST_CASE("slots: the processors of a range of components, in chunks of whole components") {
  for (const std::uint64_t processors : {1U, 7U, 100U, 5000U, 20000U}) {
    for (const std::uint32_t components : {1U, 3U, 16U, 6000U}) {
      CAPTURE(processors);
      CAPTURE(components);
      const std::vector<std::uint32_t> component = blocks_by_definition(processors, components);
      const BlockDistribution how{processors, components, 1};
      for (const std::uint32_t middle : {0U, components / 2, components}) {
        std::uint64_t next = 0;
        for (const auto& [first, last] : {std::pair(0U, middle), std::pair(middle, components)}) {
          Slots slots;
          slots.assign(how, first, last);
          CHECK(slots.processors == processors);
          CHECK(slots.live == 0);
          CHECK((slots.slots == 0 || slots.first_processor == next));
          std::uint32_t at = 0;
          for (const Chunk& chunk : slots.chunks) {
            CHECK(chunk.first == at);
            CHECK(chunk.live == chunk.last - chunk.first);
            CHECK((chunk.last == slots.slots || chunk.live >= chunk_slots));
            for (; at < chunk.last; ++at, ++next) {
              REQUIRE(slots.processor_of(at) == next);
              REQUIRE(component[next] >= first);
              REQUIRE(component[next] < last);
            }
            // The next chunk begins with another component.
            if (next < processors && at > 0) CHECK((at == slots.slots || component[next] != component[next - 1]));
          }
          CHECK(at == slots.slots);
        }
        CHECK(next == processors);
      }
    }
  }
}

TEST_CASE("slots: chunks without live processors are dropped") {
  Slots slots;
  slots.assign({10000, 10000, 1}, 0, 10000);
  const std::size_t all = slots.chunks.size();
  REQUIRE(all > 2);
  slots.chunks[1].live = 0;
  slots.drop_empty_chunks();
  REQUIRE(slots.chunks.size() == all - 1);
  CHECK(slots.chunks[0].first == 0);
  CHECK(slots.chunks[1].first > chunk_slots);
}

TEST_CASE("slots: those of requests belong to the processes that made them") {
  Slots slots;
  slots.begin_requests(3);
  CHECK(slots.slots == 0);
  CHECK(slots.chunks.empty());
  for (const std::uint32_t process : {5U, 5U, 9U}) slots.origins->process[slots.slots++] = process;
  CHECK(slots.processor_of(0) == 5);
  CHECK(slots.processor_of(1) == 5);
  CHECK(slots.processor_of(2) == 9);
}

TEST_CASE("counts of call sites: by chunks of one site and of several") {
  Slots slots;
  slots.assign({6, 1, 1}, 0, 1);
  SiteCounts counts;
  Chunk& chunk = slots.chunks.front();
  counts.count_requests(slots, chunk);  // it asks for nothing
  CHECK(counts.first_sites.empty());

  chunk.requests = 6;
  chunk.site = 4;
  counts.count_requests(slots, chunk);
  counts.count_requests(slots, chunk);
  CHECK(counts.first_sites == std::vector<std::uint32_t>{4});
  CHECK(counts.facts_of(4).requests == 12);

  slots.sites_of.reserve(6);
  chunk.mixed = true;
  const std::uint32_t site[6] = {2, 4, 2, 7, 2, 7};
  for (std::uint32_t at = 0; at < 6; ++at) {
    slots.index[at] = at < 5 ? at : no_request;
    slots.sites_of[at] = site[at];
  }
  slots.index[4] = finished_processor;
  CHECK(slots.site_at(chunk, 3) == 7);
  counts.count_requests(slots, chunk);
  CHECK(counts.first_sites == std::vector<std::uint32_t>{4, 2, 7});
  CHECK(counts.facts_of(2).requests == 2);
  CHECK(counts.facts_of(4).requests == 13);
  CHECK(counts.facts_of(7).requests == 1);

  counts.clear();
  CHECK(counts.first_sites.empty());
  CHECK(counts.facts_of(4).requests == 0);
}

}  // namespace pram::detail
