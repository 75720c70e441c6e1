#include <doctest/doctest.h>
#include <zlib.h>

#include <cstdint>
#include <cstdio>
#include <functional>
#include <istream>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include <pram/programs/graph.hpp>
#include <pram/programs/input/file.hpp>
#include <pram/programs/input/graph.hpp>
#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/input/structure/lists.hpp>
#include <pram/programs/program.hpp>
#include <pram/programs/search.hpp>
#include "../files.hpp"
#include "counted_memory.hpp"

namespace pram::testing {

namespace {

using programs::Graph;
using programs::GraphLimits;
using programs::read_graph;
using programs::read_text;

constexpr std::uint64_t mega = 1'000'000;

/// Standard input that gives the same text again and again, and counts what was taken; the input never ends by itself.
class EndlessInput : private std::streambuf {
 public:
  explicit EndlessInput(std::string text) : before_(std::cin.rdbuf(this)) {
    while (again_.size() < 65536) again_ += text;
  }
  ~EndlessInput() override {
    std::cin.rdbuf(before_);
    std::cin.clear();
  }
  EndlessInput(const EndlessInput&) = delete;
  EndlessInput& operator=(const EndlessInput&) = delete;

  std::uint64_t taken() const { return taken_; }

 private:
  int_type underflow() override {
    constexpr std::uint64_t end = std::uint64_t{1} << 32;  // so that a reader without bounds fails, not hangs
    if (taken_ > end) return traits_type::eof();
    taken_ += again_.size();
    setg(again_.data(), again_.data(), again_.data() + again_.size());
    return traits_type::to_int_type(again_.front());
  }

  std::string again_;
  std::uint64_t taken_ = 0;
  std::streambuf* before_;
};

/// A gzip file of so many times the text, some thousand times as small.
std::string bomb(const std::string& text, int times) {
  z_stream stream = {};
  REQUIRE(::deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed;
  std::vector<char> piece(65536);
  for (int k = 0; k <= times; ++k) {
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));  // NOLINT: zlib only reads it
    stream.avail_in = k < times ? static_cast<uInt>(text.size()) : 0;
    do {
      stream.next_out = reinterpret_cast<Bytef*>(piece.data());
      stream.avail_out = static_cast<uInt>(piece.size());
      ::deflate(&stream, k < times ? Z_NO_FLUSH : Z_FINISH);
      packed.append(piece.data(), piece.size() - stream.avail_out);
    } while (stream.avail_out == 0);
  }
  ::deflateEnd(&stream);
  return packed;
}

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t k = 0; k < times; ++k) all += text;
  return all;
}

/// Makes the call, which must be refused for memory. @returns what was said
std::string refused_for_memory(const std::function<void()>& call) {
  try {
    call();
  } catch (const LimitError& error) {
    CHECK(error.limit == "memory");
    const std::string text = error.what();
    CHECK(text.find('\n') == std::string::npos);
    return text;
  }
  FAIL_CHECK("no error");
  return "";
}

}  // namespace

TEST_CASE("input without end is refused by its first bytes, line or word") {
  const auto refused = [](const std::string& text, std::uint64_t line, const std::string& reason, std::uint64_t most) {
    CAPTURE(reason);
    EndlessInput input(text);
    const CountedMemory memory;
    check_refused([](const std::string& path) { read_text(path); }, "-", line, reason);
    CHECK(input.taken() <= most);
    CHECK(memory.peak() <= 4 * most);
  };
  refused(std::string(1, '\0'), 1, "a NUL byte", 1 << 17);
  refused("y", 1, "more than 65536 bytes without a blank", 1 << 18);
  refused("1 ", 1, "a line of more than 67108864 bytes", (1 << 26) + (1 << 18));
  // What is wrong stands in the fourth line, and far behind the first piece.
  {
    const StandardInput input("1\n2\n3\n" + repeated("12345 ", 50000) + std::string(1, '\0'));
    check_refused([](const std::string& path) { read_text(path); }, "-", 4, "a NUL byte");
  }
  {
    const StandardInput input("1\n2\n3\n" + std::string(70000, '7') + "\n");
    check_refused([](const std::string& path) { read_text(path); }, "-", 4, "without a blank");
  }
  // Lines and words up to the bound are read, wherever the pieces end.
  for (const std::size_t before : {0U, 1U, 65535U, 65536U, 65537U, 100000U}) {
    CAPTURE(before);
    const std::string text = repeated("\n", before) + std::string(65536, '7') + ' ' + std::string(65536, '8') + "\n";
    const StandardInput input(text);
    CHECK(read_text("-") == text);
  }
  if (std::FILE* const zeros = std::fopen("/dev/zero", "r")) {
    std::fclose(zeros);
    check_refused([](const std::string& path) { read_graph(path); }, "/dev/zero", 1, "a NUL byte");
  }
}

TEST_CASE("lines without end are read up to the memory limit") {
  for (const std::string line : {"1 2\n", "\n", "# no edge\n"}) {
    CAPTURE(line);
    EndlessInput input(line);
    const CountedMemory memory;
    const std::string said = refused_for_memory([] { read_graph("-", "", {.memory = 20 * mega}); });
    CHECK(said == "standard input: to read it takes more than the memory limit of 20 MB");
    CHECK(memory.peak() <= 21 * mega);
    CHECK(input.taken() <= 21 * mega);
  }
  // What is read takes more than its text.
  const TemporaryFolder folder;
  std::string numbers;
  for (int k = 0; k < 1000000; ++k) numbers += "1\n";
  const std::string path = folder.file(numbers);
  const CountedMemory memory;
  CHECK(programs::read_numbers(path, 30 * mega).size() == 1000000);
  CHECK(memory.peak() <= 30 * mega);
  refused_for_memory([&] { programs::read_numbers(path, 8 * mega); });
  refused_for_memory([&] { programs::read_list(path, 20 * mega); });
  refused_for_memory([&] { read_text(path, mega); });
  CHECK(read_text(path, 3 * mega).size() == numbers.size());
}

TEST_CASE("ids take memory within the limit, as they are met") {
  const TemporaryFolder folder;
  std::string path_graph;
  for (int k = 0; k < 100000; ++k) path_graph += std::to_string(k) + ' ' + std::to_string(k + 1) + '\n';
  const std::string path = folder.file(path_graph);
  for (const std::uint64_t limit : {2 * mega, 4 * mega, 6 * mega, 9 * mega, 14 * mega}) {
    CAPTURE(limit);
    const CountedMemory memory;
    try {
      CHECK(read_graph(path, "snap", {.memory = limit}).edges.size() == 100000);
    } catch (const LimitError&) {
      CHECK(limit < 14 * mega);
    }
    CHECK(memory.peak() <= limit + mega / 2);
  }
}

TEST_CASE("a file packed by gzip that unpacks to far more is refused before it does") {
  const TemporaryFolder folder;
  const std::string edges = repeated("1 2\n", 250000);
  const std::string path = folder.file(bomb(edges, 200), "bomb.gz");
  CHECK(read_text(path).size() == 200 * edges.size());
  const CountedMemory memory;
  CHECK(refused_for_memory([&] { read_graph(path, "", {.memory = 20 * mega}); }).find("bomb.gz") != std::string::npos);
  CHECK(memory.peak() <= 22 * mega);
  const CountedMemory little;
  const std::string zeros = folder.file(bomb(std::string(1000000, '\0'), 50), "zeros.gz");
  check_refused([](const std::string& given) { read_text(given); }, zeros, 1, "a NUL byte");
  CHECK(little.peak() <= 2 * mega);
  // Members of any size, in pieces of any kind.
  for (const int bytes : {0, 1, 65535, 65536, 65537, 200000}) {
    CAPTURE(bytes);
    const std::string text = repeated("1 2\n", static_cast<std::size_t>(bytes) / 4);
    const std::string member = bomb(text, 1);
    for (const std::string padding : {"", "\x1F", "\x1F\x1F\x8B", "abc"})
      CHECK(read_text(folder.file(member + member + bomb("7 8\n", 1) + padding)) == text + text + "7 8\n");
    if (!text.empty()) {
      check_refused([](const std::string& given) { read_text(given); },
                    folder.file(member + member.substr(0, member.size() / 2)), 0, "cut short");
    }
  }
}

TEST_CASE("a header that promises more than there is room for takes no memory") {
  const TemporaryFolder folder;
  const auto banner = std::string("%%MatrixMarket matrix coordinate pattern general\n");
  struct Promise {
    const char* format;
    std::string text;
    int line;
    std::string sizes;
  };
  for (const Promise& promise :
       {Promise{"matrix-market", banner + "4000000000 4000000000 0\n", 2, "4000000000 vertices and 0 edges"},
        {"matrix-market", banner + "3 3 2000000000\n1 2\n", 2, "3 vertices and 2000000000 edges"},
        {"dimacs", "p edge 4000000000 1\ne 1 2\n", 1, "4000000000 vertices and 1 edges"},
        {"dimacs", "c\np edge 5 2000000000\ne 1 2\n", 2, "5 vertices and 2000000000 edges"},
        {"counts", "4000000000 3\n1 2\n2 3\n3 4\n", 1, "4000000000 vertices and 3 edges"}}) {
    const std::string path = folder.file(promise.text);
    CAPTURE(promise.text);
    for (const char* const program : {"cc", "bfs"}) {
      for (const std::string format : {"", promise.format}) {
        const CountedMemory memory;
        const std::string said = refused_for_memory([&] {
          programs::find_program(program).prepare(
              {.size = {}, .file = path, .format = format, .memory_limit = 10'000 * mega});
        });
        CHECK(said.starts_with(path + ":" + std::to_string(promise.line) + ": " + promise.sizes));
        CHECK(said.find("the memory limit is 10000 MB") != std::string::npos);
        CHECK(memory.peak() <= mega);
      }
    }
  }
  // The edges alone, where nobody says what comes of them: what fits is read, and refused for what it is.
  const std::string entries = folder.file(banner + "3 3 1000\n1 2\n");
  refused_for_memory([&] { read_graph(entries, "", {.memory = 7000}); });
  check_refused([](const std::string& path) { read_graph(path, "", {.memory = mega}); }, entries, 3,
                "the file ends after 1 entries; its header promises 1000");
  CHECK(read_graph(folder.file(banner + "4000000000 4000000000 1\n4000000000 1\n"), "", {.memory = mega}).vertices ==
        4000000000U);
}

TEST_CASE("a program that does not fit into its machine makes no copies for it") {
  const std::uint32_t n = 1U << 22;
  Machine machine({.components = 4, .network = "ideal", .access = "direct", .threads = 1, .memory_limit = n * 20ULL});
  const Graph vertices{n, {{0, 1}}, {}};
  const Graph edges{2, std::vector<programs::Edge>(n, {0, 1}), {}};
  const std::vector<std::uint8_t> bits(n * 4ULL, 1);
  const auto refused = [](const std::function<void()>& call) {
    const CountedMemory memory;
    refused_for_memory(call);
    CHECK(memory.peak() <= mega);
  };
  refused([&] { programs::connected_components(machine, vertices); });
  refused([&] { programs::connected_components(machine, edges); });
  refused([&] { programs::breadth_first_search(machine, edges, 0); });
  refused([&] { programs::leftmost_one(machine, bits); });
  // The same for sizes: a generated input, or one from a file.
  refused([&] { programs::find_program("scan").prepare({.size = 1U << 20, .file = "", .memory_limit = 20 * mega}); });
  const TemporaryFolder folder;
  const std::string path = folder.file(repeated("1\n", 200000));
  CHECK(refused_for_memory([&] {
          programs::find_program("scan").prepare({.size = {}, .file = path, .memory_limit = 10 * mega});
        }).find("of 200000 numbers") != std::string::npos);
}

}  // namespace pram::testing
