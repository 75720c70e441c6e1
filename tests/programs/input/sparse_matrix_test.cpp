#include <doctest/doctest.h>

#include <string>
#include <vector>

#include <pram/programs/input/sparse_matrix.hpp>
#include <pram/programs/input/structure/sparse_matrices.hpp>
#include "files.hpp"

namespace pram::testing {

namespace {

using programs::read_sparse_matrix;
using Entries = std::vector<programs::SparseEntry>;

std::string with_banner(const std::string& field_and_symmetry, const std::string& rows) {
  return "%%MatrixMarket matrix coordinate " + field_and_symmetry + "\n% a comment\n" + rows;
}

}  // namespace

TEST_CASE("a sparse matrix is read with its values, and the other half of a symmetric one filled in") {
  const TemporaryFolder folder;
  const auto read = [&](const std::string& content) { return read_sparse_matrix(folder.file(content)); };
  const programs::SparseMatrix wide = read(with_banner("real general", "2 3 3\n1 3 -2.5e-1\n2 1 +4\n1 3 1\n"));
  CHECK(wide.rows == 2);
  CHECK(wide.columns == 3);
  CHECK(wide.entries == Entries{{0, 2, -0.25}, {1, 0, 4}, {0, 2, 1}});
  CHECK(read(with_banner("integer symmetric", "2 2 2\n1 1 7\n2 1 5\n")).entries ==
        Entries{{0, 0, 7}, {1, 0, 5}, {0, 1, 5}});
  CHECK(read(with_banner("real skew-symmetric", "2 2 1\n2 1 5\n")).entries == Entries{{1, 0, 5}, {0, 1, -5}});
  CHECK(read(with_banner("pattern general", "9 9 1\n9 9\n")).entries == Entries{{8, 8, 1}});
  CHECK(read(with_banner("pattern general", "0 5 0\n")).columns == 5);
}

TEST_CASE("what is no sparse matrix of real numbers is refused with its line") {
  const TemporaryFolder folder;
  const auto refuse = [&](const std::string& content, std::uint64_t line, const std::string& reason) {
    check_refused([](const std::string& path) { read_sparse_matrix(path); }, folder.file(content), line, reason);
  };
  refuse("1 2\n", 1, "begins with %%MatrixMarket");
  refuse(with_banner("complex general", "1 1 1\n1 1 0 0\n"), 1, "complex");
  refuse(with_banner("real general", ""), 2, "the line of sizes (rows, columns, entries) is missing");
  refuse(with_banner("real symmetric", "2 3 0\n"), 3, "a symmetric matrix is square");
  refuse(with_banner("real general", "4294967295 1 0\n"), 3, "at most 4294967294 are allowed");
  refuse(with_banner("real general", "2 3 1\n3 1 1\n"), 4, "the row index 3 is beyond the 2 of the header");
  refuse(with_banner("real general", "2 3 1\n1 0 1\n"), 4, "counts from 1");
  refuse(with_banner("real general", "2 3 1\n1 1\n"), 4, "is no finite number");
  refuse(with_banner("real general", "2 3 1\n1 1 1e999\n"), 4, "is no finite number");
  refuse(with_banner("real general", "2 3 1\n1 1 nan\n"), 4, "is no finite number");
  refuse(with_banner("real general", "2 3 1\n1 1 2x\n"), 4, "is no finite number");
  refuse(with_banner("real general", "2 3 1\n1 1 2\n1 1 2\n"), 5, "more entries than the 1 of the header");
  refuse(with_banner("real general", "2 3 2\n1 1 2\n"), 4, "the file ends after 1 entries");
  CHECK_THROWS_AS(read_sparse_matrix(folder.file(with_banner("real general", "4000000 4000000 0\n")), 1000000),
                  LimitError);
}

TEST_CASE("a sparse matrix has as many entries as asked for, in every shape") {
  for (const auto& shape : programs::SparseMatrices::shapes()) {
    for (const std::uint64_t n : {0U, 1U, 2U, 3U, 100U}) {
      CAPTURE(shape.name);
      CAPTURE(n);
      const programs::SparseProblem made = shape.make(n, 1);
      CHECK(made.matrix.entries.size() == n);
      CHECK(made.vector.size() == made.matrix.columns);
      for (const programs::SparseEntry& entry : made.matrix.entries) {
        CHECK(entry.row < made.matrix.rows);
        CHECK(entry.column < made.matrix.columns);
      }
    }
  }
}

}  // namespace pram::testing
