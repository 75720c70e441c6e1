#include "unite.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace pram::detail {

namespace {

// Below one message in so many components, ranks send each other the components that have some.
constexpr std::uint64_t sparse_counts = 16;

/// A component's messages as a rank sends them to the others.
struct Sent {
  std::uint64_t which_component = 0;  ///< the place among the counts above
  std::uint64_t packed = 0;
};

void unite_few(RankGroup& group, std::initializer_list<ComponentCounts*> counts) {
  std::vector<Sent> mine;
  std::uint64_t which = 0;
  for (ComponentCounts* const one : counts) {
    one->release([&](std::uint32_t component, std::uint64_t packed) {
      mine.push_back({which << 32 | component, packed});
    });
    ++which;
  }
  const GatheredBytes all = group.gather(std::as_bytes(std::span(mine)));
  for (const std::vector<std::byte>& bytes : all) {
    for (std::size_t k = 0; k < bytes.size(); k += sizeof(Sent)) {
      Sent sent;
      std::copy_n(bytes.data() + k, sizeof sent, reinterpret_cast<std::byte*>(&sent));
      counts.begin()[sent.which_component >> 32]->add(static_cast<std::uint32_t>(sent.which_component),
                                                      sent.packed & 0xFFFFFFFF, sent.packed >> 32);
    }
  }
}

}  // namespace

void unite(RankGroup& group, std::initializer_list<ComponentCounts*> counts, std::uint32_t components) {
  std::uint64_t touched = 0;
  for (const ComponentCounts* const one : counts) touched += one->touched();
  if (group.sum(touched) * sparse_counts < components * counts.size()) {
    unite_few(group, counts);
    return;
  }
  std::vector<std::uint64_t> all(std::size_t{components} * counts.size());
  std::uint64_t* first = all.data();
  for (ComponentCounts* const one : counts) {
    one->release([first](std::uint32_t component, std::uint64_t packed) { first[component] = packed; });
    first += components;
  }
  group.add(all);
  first = all.data();
  for (ComponentCounts* const one : counts) {
    for (std::uint32_t c = 0; c < components; ++c) {
      if (first[c] != 0) one->add(c, first[c] & 0xFFFFFFFF, first[c] >> 32);
    }
    first += components;
  }
}

void unite(RankGroup& group, PhaseMessages& messages) {
  std::array<std::uint64_t, 2> numbers = {messages.count, messages.replying};
  group.add(numbers);
  messages.count = numbers[0];
  messages.replying = numbers[1];
}

}  // namespace pram::detail
