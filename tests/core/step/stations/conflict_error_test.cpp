#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

#include "../../thrown.hpp"

namespace pram {

namespace {

using testing::contains;
using testing::thrown;

enum class Ask { nothing, read, write, write_same, add, maximum, fetch_add, multiprefix_add, multiprefix_maximum };

using Asks = std::vector<std::pair<std::uint64_t, Ask>>;

constexpr std::uint64_t processors = 12;
constexpr std::uint64_t shared_cell = 5;

/// After one harmless step, some processors make their requests to cells[5]; the others write to cells of their own.
struct Clash {
  explicit Clash(Rule rule, const std::string& access = "combining", unsigned threads = 1)
      : machine({.components = 4, .access = access, .rule = rule, .threads = threads}),
        cells(machine.array<std::int32_t>(20, 7, "cells")),
        own(machine.array<std::int32_t>(processors, 0, "own")),
        lines(processors) {}

  void pardo(const Asks& asks) {
    std::vector<Ask> of(processors, Ask::nothing);
    for (const auto& [processor, ask] : asks) of[processor] = ask;
    machine.pardo(processors, [&](Processor self) -> Task<> {
      const auto i = self.id();
      const auto value = static_cast<std::int32_t>(i);
      std::uint32_t& line = lines[i];
      co_await (own[i] = 1);
      // clang-format off
      switch (of[i]) {
        case Ask::nothing: line = __LINE__; co_await (own[i] = 2); break;
        case Ask::read: line = __LINE__; co_await cells[shared_cell]; break;
        case Ask::write: line = __LINE__; co_await (cells[shared_cell] = value); break;
        case Ask::write_same: line = __LINE__; co_await (cells[shared_cell] = 99); break;
        case Ask::add: line = __LINE__; co_await cells[shared_cell].add(value); break;
        case Ask::maximum: line = __LINE__; co_await cells[shared_cell].max(value); break;
        case Ask::fetch_add: line = __LINE__; co_await cells[shared_cell].fetch_add(value); break;
        case Ask::multiprefix_add: line = __LINE__; co_await cells[shared_cell].multiprefix_add(value); break;
        case Ask::multiprefix_maximum: line = __LINE__; co_await cells[shared_cell].multiprefix_max(value); break;
      }
      // clang-format on
    });
  }

  /// Runs, and checks the error: its two processors, and all the rest that follows from them.
  void expect(const Asks& asks, std::uint64_t lower, std::uint64_t higher, const std::string& breach) {
    const std::uint64_t before = machine.ledger().steps();
    cells.fill(7);
    const auto error = thrown<ConflictError>([&] { pardo(asks); });
    const ConflictError::Facts& facts = error.facts;
    CAPTURE(error.what());
    CHECK(contains(facts.rule, to_string(machine.options().rule)));
    CHECK(facts.breach == breach);
    CHECK(facts.step == before + 2);
    CHECK(facts.array == "cells");
    CHECK(facts.index == shared_cell);
    CHECK(facts.processors[0] == lower);
    CHECK(facts.processors[1] == higher);
    CHECK(facts.lines[0].line == lines[lower]);
    CHECK(facts.lines[1].line == lines[higher]);
    CHECK(facts.lines[0].file == __FILE__);
    CHECK(facts.lines[1].file == __FILE__);
    CHECK(testing::is_one_line(error.what()));
    CHECK(contains(error.what(), "cells[5]"));
    // Memory is that of the last completed step, and so is the ledger.
    CHECK(cells.host() == std::vector<std::int32_t>(20, 7));
    CHECK(own.host() == std::vector<std::int32_t>(processors, 1));
    CHECK(machine.ledger().steps() == before + 1);
    // The machine goes on, with the same arrays.
    CHECK_NOTHROW(pardo({{4, Ask::add}}));
    CHECK(cells.get(shared_cell) == 11);
    CHECK(own.get(0) == 2);
    CHECK(machine.ledger().steps() == before + 3);
  }

  void permit(const Asks& asks) { CHECK_NOTHROW(pardo(asks)); }

  Machine machine;
  Array<std::int32_t> cells;
  Array<std::int32_t> own;
  std::vector<std::uint32_t> lines;
};

const std::vector<std::string> protocols = {"direct", "combining", "combining:2,2,spread=ordered"};

}  // namespace

TEST_CASE("EREW: any two accesses of one cell are a breach") {
  for (const std::string& access : protocols) {
    Clash clash(Rule::erew, access, access == "direct" ? 1 : 3);
    clash.expect({{3, Ask::read}, {8, Ask::read}}, 3, 8, "two processors read one cell");
    clash.expect({{3, Ask::write}, {8, Ask::write}}, 3, 8, "two processors write one cell");
    clash.expect({{3, Ask::write}, {8, Ask::read}}, 3, 8, "one processor reads a cell that another writes");
    clash.expect({{2, Ask::read}, {9, Ask::add}}, 2, 9, "one processor reads a cell that another writes");
    clash.expect({{2, Ask::fetch_add}, {9, Ask::add}, {11, Ask::read}}, 2, 9, "two processors write one cell");
    clash.expect({{2, Ask::read}, {9, Ask::read}, {11, Ask::write}}, 2, 9, "two processors read one cell");
    clash.permit({{6, Ask::fetch_add}});
  }
}

TEST_CASE("CREW: many readers, or one writer alone") {
  for (const std::string& access : protocols) {
    Clash clash(Rule::crew, access, access == "direct" ? 3 : 1);
    clash.permit({{1, Ask::read}, {3, Ask::read}, {8, Ask::read}});
    clash.permit({{8, Ask::multiprefix_add}});
    clash.expect({{3, Ask::write_same}, {8, Ask::write_same}}, 3, 8, "two processors write one cell");
    clash.expect({{1, Ask::read}, {3, Ask::read}, {8, Ask::write}}, 1, 8,
                 "one processor reads a cell that another writes");
    clash.expect({{1, Ask::read}, {3, Ask::write}, {8, Ask::write}}, 1, 3,
                 "one processor reads a cell that another writes");
    clash.expect({{1, Ask::add}, {3, Ask::read}, {8, Ask::add}}, 1, 3,
                 "one processor reads a cell that another writes");
    clash.expect({{1, Ask::maximum}, {3, Ask::maximum}, {8, Ask::read}}, 1, 3, "two processors write one cell");
  }
}

TEST_CASE("common: concurrent writers must agree") {
  for (const std::string& access : protocols) {
    Clash clash(Rule::common, access);
    clash.permit({{1, Ask::read}, {3, Ask::write_same}, {8, Ask::write_same}});
    clash.expect({{3, Ask::write}, {8, Ask::write}}, 3, 8, "two processors write different values into one cell");
    clash.expect({{1, Ask::read}, {3, Ask::write_same}, {4, Ask::write_same}, {8, Ask::write}, {9, Ask::write}}, 3, 8,
                 "two processors write different values into one cell");
    clash.permit({{1, Ask::add}, {3, Ask::add}, {8, Ask::fetch_add}});
  }
}

TEST_CASE("operations that cannot be combined with each other are a breach under every CRCW rule") {
  for (const Rule rule : rules()) {
    if (rule == Rule::erew || rule == Rule::crew) continue;
    CAPTURE(to_string(rule));
    const std::string breach = "mixed operations update one cell";
    Clash clash(rule, protocols[static_cast<std::size_t>(rule) % 3]);
    clash.permit({{0, Ask::read}, {3, Ask::add}, {8, Ask::fetch_add}});
    clash.permit({{0, Ask::read}, {3, Ask::multiprefix_add}, {8, Ask::multiprefix_add}});
    clash.expect({{3, Ask::add}, {8, Ask::maximum}}, 3, 8, breach);
    clash.expect({{3, Ask::write_same}, {8, Ask::write_same}, {9, Ask::add}}, 3, 9, breach);
    clash.expect({{0, Ask::read}, {3, Ask::add}, {8, Ask::fetch_add}, {9, Ask::write}}, 3, 9, breach);
    clash.expect({{3, Ask::multiprefix_add}, {8, Ask::fetch_add}}, 3, 8, breach);
    clash.expect({{3, Ask::multiprefix_add}, {8, Ask::add}}, 3, 8, breach);
    clash.expect({{3, Ask::multiprefix_add}, {8, Ask::multiprefix_maximum}}, 3, 8, breach);
  }
}

TEST_CASE("of several breaches the first is reported: by array in order of creation, then by index") {
  for (const unsigned threads : {1U, 3U}) {
    Machine machine({.components = 8, .rule = Rule::erew, .threads = threads});
    auto freed = machine.array<int>(10, 0, "freed");
    const auto older = machine.array<int>(50, 0, "older");
    freed = Array<int>();
    const auto newer = machine.array<int>(50, 0, "newer");  // may well take the place of the one that was freed
    const auto error = thrown<ConflictError>([&] {
      machine.pardo(40, [&](Processor self) -> Task<> {
        const auto i = self.id();
        if (i < 20) {
          co_await newer[i / 2];
        } else {
          co_await older[49 - i / 2];  // processors 38 and 39 meet at 30, 20 and 21 at 39
        }
      });
    });
    CHECK(error.facts.array == "older");
    CHECK(error.facts.index == 30);
    CHECK(error.facts.processors[0] == 38);
    CHECK(error.facts.processors[1] == 39);
  }
}

TEST_CASE("a rule that cannot combine what an array holds is refused when such a write is awaited") {
  struct Point {
    std::int16_t x, y;
  };
  Machine machine({.components = 2, .rule = Rule::bit_or});
  const auto reals = machine.array<double>(2, 1.5, "reals");
  const auto points = machine.array<Point>(2, {1, 2}, "points");
  const auto flags = machine.array<bool>(2, false, "flags");
  CHECK_THROWS_AS(machine.pardo(2, [&](Processor self) -> Task<> { co_await (reals[self.id()] = 2.5); }), ConfigError);
  CHECK_THROWS_AS(machine.pardo(2,
                                [&](Processor self) -> Task<> {
                                  co_await (points[self.id()] = Point{3, 4});
                                }),
                  ConfigError);
  CHECK(reals.get(0) == 1.5);
  machine.pardo(2, [&](Processor self) -> Task<> {
    co_await (flags[0] = self.id() == 1);
    const Point point = co_await points[self.id()];
    if (point.y == 2) co_await reals[self.id()].add(1);
  });
  CHECK(flags.get(0));
  CHECK(reals.get(1) == 2.5);
}

}  // namespace pram
