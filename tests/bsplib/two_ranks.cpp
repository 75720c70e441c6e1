#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <pram/detail/ranks/transport.hpp>

namespace {

/// Takes the program for the first of two ranks. Of the other one nothing is heard.
class HalfTransport : public pram::detail::Transport {
 public:
  std::uint32_t rank() const override { return 0; }
  std::uint32_t ranks() const override { return 2; }
  void meet(std::span<const std::byte> mine, std::span<std::byte> all) override {
    std::ranges::copy(mine, std::ranges::copy(mine, all.begin()).out);
  }
  void exchange(std::span<const std::span<const std::byte>>, std::span<const std::span<std::byte>>) override {}
  void add(std::span<std::uint64_t>) override {}
};

// As long as the program runs.
[[gnu::constructor]] void begin_as_rank() {
  static const auto* const scope = new pram::detail::RankScope(std::make_unique<HalfTransport>());
  (void)scope;
}

}  // namespace
