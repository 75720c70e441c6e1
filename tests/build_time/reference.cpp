// The unit of tests/build_time.sh: a source that needs nothing of pram and never changes. It takes as our own sources
// do, by parsing the standard library, by instantiating templates and by optimising them.
#include <algorithm>
#include <array>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <ranges>
#include <sstream>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace {

template <int number, class Word>
struct Counter {
  std::map<std::string, std::vector<Word>> lists;
  std::unordered_map<Word, std::array<Word, number + 2>> blocks;
  std::function<Word(const std::vector<Word>&)> fold;

  void add(const std::string& name, Word word) {
    auto& list = lists[name];
    list.push_back(word * static_cast<Word>(number + 1));
    std::ranges::sort(list);
    auto& block = blocks[word];
    for (std::size_t k = 0; k < block.size(); ++k) block[k] += list[k * 7 % list.size()];
  }

  std::optional<Word> most() const {
    std::optional<Word> found;
    for (const auto& [name, list] : lists) {
      const Word sum = fold ? fold(list) : std::accumulate(list.begin(), list.end(), Word{});
      if (!found || *found < sum) found = sum;
    }
    for (const auto& [word, block] : blocks) found = std::max(found.value_or(word), *std::ranges::max_element(block));
    return found;
  }

  std::string text() const {
    std::ostringstream out;
    for (const auto& [name, list] : lists) {
      auto kept = list | std::views::filter([](Word word) { return word > Word{}; });
      for (const Word word : kept) out << name << ' ' << word << '\n';
    }
    return out.str();
  }
};

template <int number, class Word>
void count(int argc, char** argv) {
  auto counter = std::make_unique<Counter<number, Word>>();
  for (int k = 0; k < argc; ++k) counter->add(argv[k], static_cast<Word>(k));
  counter->fold = [=](const std::vector<Word>& list) {
    return static_cast<Word>(list.size() + static_cast<std::size_t>(argc));
  };
  std::cout << counter->text() << counter->most().value_or(Word{}) << '\n';
}

}  // namespace

int main(int argc, char** argv) { count<2, double>(argc, argv); }
