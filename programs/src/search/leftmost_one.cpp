#include <pram/programs/leftmost_one.hpp>

#include <algorithm>
#include <ranges>

#include "input/generate.hpp"
#include "job.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

constexpr Sizes leftmost_one_sizes{.usual = 1 << 17, .bytes_each = 2 + processor_bytes};

std::uint64_t ceiling_of_root(std::uint64_t n) {
  std::uint64_t root = 0;
  while (root * root < n) ++root;
  return root;
}

class LeftmostOne final : public Job {
 public:
  explicit LeftmostOne(const InputRequest& request) : source_(source_of(request, "random bits")) {
    if (request.file.empty()) {
      bits_ = random_bits(size_of(request, leftmost_one_sizes), request.seed);
    } else {
      for (const std::int64_t value : numbers_for(request, leftmost_one_sizes)) bits_.push_back(value != 0);
    }
  }

  InputFacts input() const override { return {source_, {{"n", bits_.size()}}}; }

  Outcome run(Machine& machine) const override {
    const std::optional<std::uint64_t> found = leftmost_one(machine, bits_);
    begin_check();
    const auto first = std::ranges::find_if(bits_, [](std::uint8_t bit) { return bit != 0; });
    const std::int64_t expected = first == bits_.end() ? -1 : first - bits_.begin();
    const std::int64_t shown = found ? static_cast<std::int64_t>(*found) : -1;
    return {shown == expected,
            "one pass over the bits",
            {{"leftmost", shown}},
            one_a_line(std::vector<std::int64_t>{shown})};
  }

 private:
  std::string source_;
  std::vector<std::uint8_t> bits_;
};

}  // namespace

std::optional<std::uint64_t> leftmost_one(Machine& machine, std::span<const std::uint8_t> bits) {
  if (bits.empty()) return std::nullopt;
  const std::uint64_t s = ceiling_of_root(bits.size());
  const auto bit = machine.array<std::uint8_t>(s * s, 0, "bit");
  const auto block_has_one = machine.array<bool>(s, false, "block_has_one");
  const auto block_beaten = machine.array<bool>(s, false, "block_beaten");
  const auto first_block = machine.array<std::uint64_t>(1, s, "first_block");
  const auto bit_beaten = machine.array<bool>(s, false, "bit_beaten");
  const auto leftmost = machine.array<std::uint64_t>(1, s * s, "leftmost");

  bit.assign(std::views::iota(std::uint64_t{0}, s * s) |
             std::views::transform([bits](std::uint64_t i) { return i < bits.size() ? bits[i] : std::uint8_t{0}; }));

  // Nobody leaves before the end of a pardo, so that the time does not depend on the bits.
  machine.pardo(s * s, [&](Processor self) -> Task<> {
    if (co_await bit[self.id()]) {
      co_await (block_has_one[self.id() / s] = true);
    } else {
      co_await self.idle();
    }
  });
  machine.pardo(s * s, [&](Processor self) -> Task<> {
    const std::uint64_t left = self.id() / s;
    const std::uint64_t right = self.id() % s;
    if (co_await block_has_one[left] && left < right) {
      co_await (block_beaten[right] = true);
    } else {
      co_await self.idle();
    }
  });
  machine.pardo(s, [&](Processor self) -> Task<> {
    const bool has_one = co_await block_has_one[self.id()];
    const bool beaten = co_await block_beaten[self.id()];
    if (has_one && !beaten) {
      co_await (first_block[0] = self.id());
    } else {
      co_await self.idle();
    }
  });
  machine.pardo(s * s, [&](Processor self) -> Task<> {
    const std::uint64_t left = self.id() / s;
    const std::uint64_t right = self.id() % s;
    const std::uint64_t block = co_await first_block[0];
    if (block == s) {
      co_await self.idle();
      co_await self.idle();
      co_return;
    }
    if (co_await bit[block * s + left] && left < right) {
      co_await (bit_beaten[right] = true);
    } else {
      co_await self.idle();
    }
  });
  machine.pardo(s, [&](Processor self) -> Task<> {
    const std::uint64_t block = co_await first_block[0];
    const bool beaten = co_await bit_beaten[self.id()];
    const std::uint64_t place = (block == s ? 0 : block * s) + self.id();
    if (co_await bit[place] && !beaten) {
      co_await (leftmost[0] = place);
    } else {
      co_await self.idle();
    }
  });
  const std::uint64_t found = leftmost.get(0);
  return found == s * s ? std::nullopt : std::optional(found);
}

ProgramEntry leftmost_one_program() {
  return {"leftmost-one",
          "first-one",
          "the first 1 of n bits by blocks of sqrt(n); CRCW common, T = O(1), W = O(n)",
          Rule::common,
          leftmost_one_sizes.usual,
          "numbers",
          [](const InputRequest& request) { return std::make_unique<LeftmostOne>(request); }};
}

}  // namespace pram::programs
