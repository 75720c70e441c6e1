// A fuzzer's main function where the compiler has no libFuzzer, with those of its options that the tests use:
//   TARGET [-max_total_time=SECONDS] [-runs=COUNT] [-seed=N] FILES and FOLDERS…
// The driver runs all inputs given, then as many changed ones, by a seed that it prints. An input that fails is kept in
// the current folder as crash-SEED. The driver knows no coverage: it finds less than libFuzzer in the same time.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// Sanitizers call the callback before they end the program.
extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));

namespace {

using Input = std::vector<std::uint8_t>;

constexpr std::size_t longest = 4096;
constexpr unsigned seconds_an_input = 300;  // what takes longer hangs, on a busy machine too

Input current;
std::string kept_as;

void keep_input() {
  const int file = open(kept_as.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0 || write(file, current.data(), current.size()) < 0) return;
  constexpr std::string_view says = "fuzz: the input is kept in ";
  static_cast<void>(!write(STDERR_FILENO, says.data(), says.size()));
  static_cast<void>(!write(STDERR_FILENO, kept_as.data(), kept_as.size()));
  static_cast<void>(!write(STDERR_FILENO, "\n", 1));
}

void keep_and_end(int signal) {
  keep_input();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void run(Input input) {
  current = std::move(input);
  alarm(seconds_an_input);
  LLVMFuzzerTestOneInput(current.data(), current.size());
  alarm(0);
}

void read_all(const std::filesystem::path& path, std::vector<Input>& corpus) {
  if (std::filesystem::is_directory(path)) {
    std::vector<std::filesystem::path> files(std::filesystem::directory_iterator(path), {});
    std::ranges::sort(files);
    for (const auto& file : files) read_all(file, corpus);
    return;
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    std::cerr << "fuzz: " << path.string() << " cannot be read\n";
    std::exit(2);
  }
  corpus.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
}

constexpr const char* words[] = {"0",  "1",  "-1", "2147483648", "4294967295", "18446744073709551615",
                                 "\n", " ",  ",",  ":",          "=",          "%%MatrixMarket matrix coordinate ",
                                 "e ", "p ", "\t", ";",          "1e400",      "0x1p3",
                                 "#",  "//", "-"};

/// Some bytes other than they were: changed, put in, cut out, doubled, or taken from another input.
Input changed(const std::vector<Input>& corpus, std::mt19937_64& random) {
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % std::max<std::size_t>(n, 1)); };
  const auto at = [&](Input& in, std::size_t place) { return in.begin() + static_cast<std::ptrdiff_t>(place); };
  Input made = corpus.empty() ? Input() : corpus[below(corpus.size())];
  for (auto times = 1 + below(6); times > 0; --times) {
    const std::size_t place = below(made.size() + 1);
    const std::size_t length = std::min(below(32), made.size() - place);
    switch (below(6)) {
      case 0:
        if (place < made.size()) made[place] = static_cast<std::uint8_t>(made[place] ^ (1U << below(8)));
        break;
      case 1: made.insert(at(made, place), static_cast<std::uint8_t>(below(256))); break;
      case 2: made.erase(at(made, place), at(made, place + length)); break;
      case 3: {
        const Input part(at(made, place), at(made, place + length));
        made.insert(at(made, below(made.size() + 1)), part.begin(), part.end());
        break;
      }
      case 4: {
        const std::string_view word = words[below(std::size(words))];
        made.insert(at(made, place), word.begin(), word.end());
        break;
      }
      default: {
        if (corpus.empty()) break;
        const Input& other = corpus[below(corpus.size())];
        const std::size_t from = below(other.size() + 1);
        made.resize(place);
        made.insert(made.end(), other.begin() + static_cast<std::ptrdiff_t>(from), other.end());
      }
    }
  }
  made.resize(std::min(made.size(), longest));
  return made;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t seed = std::random_device()();
  std::uint64_t runs = 0;
  std::uint64_t seconds = 0;
  std::vector<Input> corpus;
  for (int k = 1; k < argc; ++k) {
    const std::string argument = argv[k];
    const auto given = [&](const std::string& option, std::uint64_t& value) {
      if (!argument.starts_with(option)) return false;
      value = std::strtoull(argument.c_str() + option.size(), nullptr, 10);
      return true;
    };
    if (given("-seed=", seed) || given("-runs=", runs) || given("-max_total_time=", seconds)) continue;
    if (!argument.starts_with("-")) read_all(argument, corpus);  // other options are libFuzzer's
  }
  kept_as = "crash-" + std::to_string(seed);
  std::cout << "fuzz: -seed=" << seed << std::endl;
  if (__sanitizer_set_death_callback != nullptr) {
    __sanitizer_set_death_callback(keep_input);
    for (const int signal : {SIGABRT, SIGALRM}) std::signal(signal, keep_and_end);
  } else {
    for (const int signal : {SIGABRT, SIGALRM, SIGSEGV, SIGFPE, SIGILL, SIGBUS}) std::signal(signal, keep_and_end);
  }

  for (const Input& input : corpus) run(input);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  std::mt19937_64 random(seed);
  std::uint64_t done = 0;
  while (seconds > 0 ? std::chrono::steady_clock::now() < end && (runs == 0 || done < runs) : done < runs) {
    run(changed(corpus, random));
    ++done;
  }
  std::cout << "fuzz: " << corpus.size() << " inputs given and " << done << " changed ones" << std::endl;
}
