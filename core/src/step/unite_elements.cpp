#include "unite_elements.hpp"

#include <fmt/format.h>

#include <cstring>
#include <vector>

#include <pram/error.hpp>

#include "../ranks/rank_cuts.hpp"

namespace pram::detail {

namespace {

/// Element k belongs to processor k: the elements of a rank stand together.
void unite_blocks(RankGroup& group, const RankCuts& cuts, std::span<std::byte> elements, std::size_t bytes_each) {
  std::vector<std::span<std::byte>> in;
  for (std::uint32_t r = 0; r < group.ranks(); ++r) {
    const std::uint64_t first = cuts.first_of(r);
    in.push_back(elements.subspan(first * bytes_each, (cuts.first_of(r + 1) - first) * bytes_each));
  }
  const std::vector<std::span<const std::byte>> out(group.ranks(), in[group.rank()]);
  group.exchange(out, in);
}

}  // namespace

void unite_elements(RankGroup& group, std::uint32_t components, std::span<std::byte> elements, std::uint64_t count,
                    const ElementOwners& owners) {
  const std::size_t bytes_each = count == 0 ? 0 : elements.size() / count;
  if (owners.of == nullptr) {
    unite_blocks(group, RankCuts(group.ranks(), components, count), elements, bytes_each);
    return;
  }
  const RankCuts cuts(group.ranks(), components, owners.processors);
  std::vector<std::uint16_t> rank_of(count);
  std::vector<std::vector<std::byte>> of_ranks(group.ranks());
  std::vector<std::size_t> elements_of(group.ranks());
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t owner = owners.of(i);
    if (owner >= owners.processors)
      throw Error(fmt::format("unite() is told that processor {} has written element {}, and there are {}", owner, i,
                              owners.processors));
    rank_of[i] = static_cast<std::uint16_t>(cuts.rank_of(owner));
    ++elements_of[rank_of[i]];
  }
  std::vector<std::byte*> next;
  std::vector<std::span<std::byte>> in;
  for (std::uint32_t r = 0; r < group.ranks(); ++r) {
    of_ranks[r].resize(elements_of[r] * bytes_each);
    next.push_back(of_ranks[r].data());
    in.emplace_back(of_ranks[r]);
  }
  std::byte*& mine = next[group.rank()];
  for (std::uint64_t i = 0; i < count; ++i) {
    if (rank_of[i] != group.rank()) continue;
    std::memcpy(mine, elements.data() + i * bytes_each, bytes_each);
    mine += bytes_each;
  }
  mine = of_ranks[group.rank()].data();
  const std::vector<std::span<const std::byte>> out(group.ranks(), in[group.rank()]);
  group.exchange(out, in);
  for (std::uint64_t i = 0; i < count; ++i) {
    std::byte*& from = next[rank_of[i]];
    std::memcpy(elements.data() + i * bytes_each, from, bytes_each);
    from += bytes_each;
  }
}

}  // namespace pram::detail
