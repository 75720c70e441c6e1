#include <pram/machines/topology.hpp>
#include <pram/tool.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

// For who invents networks: a chordal ring, whose nodes are also linked to those `chord` places away, beside the
// bundled networks under every command: ./chordal_ring compare spread --networks chordal-ring:64,ring:64,torus:8x8
namespace {

class ChordalRing : public pram::Topology {
 public:
  ChordalRing(std::uint32_t nodes, std::uint32_t chord) : nodes_(nodes), chord_(chord) {}

  std::string name() const override { return "chordal-ring:" + std::to_string(nodes_) + "," + std::to_string(chord_); }
  std::uint32_t nodes() const override { return nodes_; }
  std::uint32_t ports() const override { return 4; }

  /// Ports 0 and 1 lead one place on and back, ports 2 and 3 a chord.
  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const override {
    const std::uint32_t far = port < 2 ? 1 : chord_;
    return (port % 2 == 0 ? node + far : node + nodes_ - far) % nodes_;
  }

  /// The shorter way round, by chords while they do not lead too far.
  pram::Leg next_leg(std::uint32_t node, std::uint32_t destination) const override {
    const std::uint32_t on = (destination + nodes_ - node) % nodes_;
    const bool forward = on <= nodes_ - on;
    const bool by_chord = std::min(on, nodes_ - on) >= chord_;
    return {.port = (by_chord ? 2U : 0U) + (forward ? 0U : 1U), .hops = 1};
  }

  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const override {
    const std::uint32_t on = (to + nodes_ - from) % nodes_;
    const std::uint32_t places = std::min(on, nodes_ - on);
    return places / chord_ + places % chord_;
  }

  pram::TopologyProperties properties() const override {
    std::uint32_t longest = 0;
    for (std::uint32_t node = 0; node < nodes_; ++node) longest = std::max(longest, distance(0, node));
    return {.nodes = nodes_, .links = 2 * nodes_, .largest_degree = 4, .smallest_degree = 4, .diameter = longest};
  }

 private:
  std::uint32_t nodes_;
  std::uint32_t chord_;
};

/// "chordal-ring:64,8" has 64 nodes and chords of 8 places; without numbers as many as the machine's components, and 4.
std::unique_ptr<pram::Topology> make(const pram::Spec& network, std::uint32_t components) {
  std::uint64_t numbers[] = {components, 4};
  for (std::size_t k = 0; k < std::min<std::size_t>(2, network.values.size()); ++k)
    numbers[k] = pram::whole_number(network.values[k]).value_or(0);
  const auto& [nodes, chord] = numbers;
  if (network.values.size() > 2 || nodes > 1 << 20 || chord < 2 || nodes <= 2 * chord)
    network.refuse("network", "chordal-ring:N,C with C of 2 places or more, and N above 2 C");
  return std::make_unique<ChordalRing>(static_cast<std::uint32_t>(nodes), static_cast<std::uint32_t>(chord));
}

/// Every number moves half round the array: messages to far nodes.
std::vector<std::int64_t> spread(pram::Machine& machine, std::span<const std::int64_t> numbers) {
  const std::uint64_t n = numbers.size();
  const auto values = machine.array(numbers, "values");
  const auto moved = machine.array<std::int64_t>(n, 0, "moved");
  machine.pardo(n, [&](pram::Processor self) -> pram::Task<> {
    const std::int64_t mine = co_await values[self.id()];
    co_await (moved[(self.id() + n / 2) % n] = mine);
  });
  return moved.host();
}

}  // namespace

int main(int count, char** arguments) {
  using namespace pram::programs;
  pram::topologies().add({"chordal-ring", "a ring with chords: chordal-ring:N,C for chords of C places", make});
  return pram::tool::main(
      count, arguments,
      {program<Numbers>(spread, {.name = "spread",
                                 .what = "moves every number half round the array",
                                 .steps = [](std::uint64_t n) { return n == 0 ? 0U : 2U; },
                                 .size = {.usual = 64},
                                 .placement = pram::Placement::direct,
                                 .access = "direct",
                                 .oracle =
                                     [](std::span<const std::int64_t> numbers) {
                                       std::vector<std::int64_t> moved(numbers.begin(), numbers.end());
                                       std::ranges::rotate(
                                           moved, moved.begin() + static_cast<std::ptrdiff_t>((moved.size() + 1) / 2));
                                       return moved;
                                     },
                                 .against = "std::ranges::rotate"})});
}
