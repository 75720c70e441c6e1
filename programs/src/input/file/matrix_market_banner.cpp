#include "input/file/matrix_market_banner.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include <pram/registry.hpp>

namespace pram::programs {

MatrixMarketBanner read_matrix_market_banner(Scanner& scanner) {
  const auto next = [&scanner] {
    std::string word(scanner.word());
    std::ranges::transform(word, word.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return word;
  };
  next();
  const auto expect = [&](const char* what, const std::vector<std::string>& allowed) {
    const std::string word = next();
    const auto found = std::ranges::find(allowed, word);
    if (found == allowed.end()) {
      const std::string near = nearest_name(word, allowed);
      scanner.fail(fmt::format("the {} {} of a Matrix Market file is none of {}{}", what, in_quotes(word),
                               fmt::join(allowed, ", "), near.empty() ? "" : fmt::format("; did you mean {}?", near)));
    }
    return static_cast<int>(found - allowed.begin());
  };
  expect("object", {"matrix"});
  expect("format", {"coordinate"});
  MatrixMarketBanner banner;
  banner.field = static_cast<MatrixField>(expect("field", {"pattern", "integer", "real", "complex"}));
  banner.symmetry =
      static_cast<MatrixSymmetry>(expect("symmetry", {"general", "symmetric", "skew-symmetric", "hermitian"}));
  scanner.end_row();
  return banner;
}

}  // namespace pram::programs
