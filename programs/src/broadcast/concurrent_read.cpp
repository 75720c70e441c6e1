#include <pram/programs/concurrent_read.hpp>

#include <algorithm>

#include "job.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

constexpr Sizes concurrent_read_sizes{.usual = 4096, .bytes_each = 2 * sizeof(std::int64_t) + processor_bytes};

class ConcurrentRead final : public Job {
 public:
  explicit ConcurrentRead(const InputRequest& request)
      : source_(source_of(request, "random numbers")), values_(numbers_for(request, concurrent_read_sizes)) {}

  InputFacts input() const override { return {source_, {{"n", values_.size()}}}; }

  Outcome run(Machine& machine) const override {
    const std::int64_t value = values_.empty() ? 0 : values_.front();
    std::vector<std::int64_t> read = concurrent_read(machine, value, values_.size());
    begin_check();
    const bool verified =
        read.size() == values_.size() && std::ranges::all_of(read, [value](std::int64_t one) { return one == value; });
    return {verified, "the number itself", {{"value", value}}, one_a_line(std::move(read))};
  }

 private:
  std::string source_;
  std::vector<std::int64_t> values_;
};

}  // namespace

std::vector<std::int64_t> concurrent_read(Machine& machine, std::int64_t value, std::uint64_t processors) {
  const auto cell = machine.array<std::int64_t>(1, value, "cell");
  std::vector<std::int64_t> read(processors);
  machine.pardo(processors, [&](Processor self) -> Task<> { read[self.id()] = co_await cell[0]; });
  return read;
}

ProgramEntry concurrent_read_program() {
  return {"concurrent-read",
          "hot-spot",
          "n processors read the first of n numbers in one step; CREW, T = 1, W = n",
          Rule::crew,
          concurrent_read_sizes.usual,
          "numbers",
          [](const InputRequest& request) { return std::make_unique<ConcurrentRead>(request); }};
}

}  // namespace pram::programs
