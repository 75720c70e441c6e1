#include "ranks/handshake.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "../../support/thread_ranks.hpp"

using pram::detail::compare_ranks;
using pram::detail::difference_of_processors;

TEST_CASE("ranks of one process do not differ") {
  const std::vector<std::string> said = pram::testing::on_ranks(3, [] {
    const pram::detail::RankDifferences found = compare_ranks(*pram::detail::ranks_here());
    return found.refused + found.warning;
  });
  CHECK(said == std::vector<std::string>(3));
}

TEST_CASE("a rank on a processor of another model is named with both models, in one line") {
  CHECK(difference_of_processors(1, "Model A", "Model A").empty());
  CHECK(difference_of_processors(1, "", "").empty());
  const std::string said = difference_of_processors(5, "Model A", "Model\nB");
  CHECK(said.starts_with("warning: rank 5 runs on 'Model\\nB', rank 0 on 'Model A': "));
  CHECK(said.find('\n') == std::string::npos);
}
