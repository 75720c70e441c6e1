#include <pram/programs/matrix_transposition.hpp>

#include "job.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

constexpr Sizes matrix_transposition_sizes{.usual = 1 << 20, .bytes_each = 2 * sizeof(std::int64_t)};

/// The largest divisor of n that is at most its root.
std::uint64_t rows_of(std::uint64_t n) {
  std::uint64_t rows = n == 0 ? 0 : 1;
  for (std::uint64_t divisor = 2; divisor <= n / divisor; ++divisor) {
    if (n % divisor == 0) rows = divisor;
  }
  return rows;
}

class MatrixTransposition final : public Job {
 public:
  explicit MatrixTransposition(const InputRequest& request)
      : source_(source_of(request, "random numbers")),
        values_(numbers_for(request, matrix_transposition_sizes)),
        rows_(rows_of(values_.size())),
        columns_(rows_ == 0 ? 0 : values_.size() / rows_) {}

  InputFacts input() const override {
    return {source_, {{"n", values_.size()}, {"rows", rows_}, {"columns", columns_}}};
  }

  Outcome run(Machine& machine) const override {
    std::vector<std::int64_t> transposed = matrix_transposition(machine, values_, rows_, columns_);
    begin_check();
    bool right = transposed.size() == values_.size();
    for (std::uint64_t row = 0; right && row < rows_; ++row) {
      poll();
      for (std::uint64_t column = 0; column < columns_; ++column)
        right &= transposed[column * rows_ + row] == values_[row * columns_ + column];
    }
    return {right, "the matrix, element by element", {}, one_a_line(std::move(transposed))};
  }

 private:
  std::string source_;
  std::vector<std::int64_t> values_;
  std::uint64_t rows_;
  std::uint64_t columns_;
};

}  // namespace

std::vector<std::int64_t> matrix_transposition(Machine& machine, std::span<const std::int64_t> matrix,
                                               std::uint64_t rows, std::uint64_t columns) {
  const auto shared = machine.array(matrix, "matrix");
  machine.transpose(shared, rows, columns);
  return shared.host();
}

ProgramEntry matrix_transposition_program() {
  return {"matrix-transposition",
          "transpose",
          "a matrix of n numbers, as square as n permits, by one data exchange; EREW, T = 0",
          Rule::erew,
          matrix_transposition_sizes.usual,
          "numbers",
          [](const InputRequest& request) { return std::make_unique<MatrixTransposition>(request); },
          Placement::direct};
}

}  // namespace pram::programs
