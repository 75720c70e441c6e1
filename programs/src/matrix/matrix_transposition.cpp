#include <pram/programs/matrix.hpp>

#include <pram/network/poll.hpp>
#include <pram/programs/input/structure/matrices.hpp>
#include <pram/programs/row.hpp>
#include "programs.hpp"

namespace pram::programs {

std::vector<std::int64_t> matrix_transposition(Machine& machine, std::span<const std::int64_t> matrix,
                                               std::uint64_t rows, std::uint64_t columns) {
  const auto shared = machine.array(matrix, "matrix");
  machine.transpose(shared, rows, columns);
  return shared.host();
}

Program matrix_transposition_program() {
  return program<Matrices>(matrix_transposition,
                           {.name = "matrix-transposition",
                            .alias = "transpose",
                            .what = "a matrix of n numbers, as square as n permits, by one collective",
                            .columns = "entry of the transposed matrix row by row",
                            .source = "Saad, Schultz 1989, Section 3.5",
                            .model = Rule::erew,
                            .time = "0, and one collective",
                            .steps = 0,
                            .work = "0",
                            .work_at_most = 0,
                            .degree_at_most = 0,
                            .size = {.usual = 1 << 20, .bytes_each = 2 * sizeof(std::int64_t)},
                            .placement = Placement::direct,
                            .oracle =
                                [](const Matrix& matrix, const std::vector<std::int64_t>& transposed) {
                                  bool right = transposed.size() == matrix.values.size();
                                  for (std::uint64_t row = 0; right && row < matrix.rows; ++row) {
                                    poll();
                                    for (std::uint64_t column = 0; column < matrix.columns; ++column)
                                      right &= transposed[column * matrix.rows + row] ==
                                               matrix.values[row * matrix.columns + column];
                                  }
                                  return right;
                                },
                            .against = "the matrix, element by element"});
}

}  // namespace pram::programs
