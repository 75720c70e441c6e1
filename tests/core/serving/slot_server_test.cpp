#include "serving/slot_server.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include <pram/rule.hpp>

#include "../../support.hpp"
#include "../request/combined_values.hpp"

/// Requests that are served in place leave in their cells, and get back, what the plain definitions of the operators
/// say: one after the other in the order of their processors.
namespace pram::detail {

namespace {

using testing::OperatorOnType;

constexpr std::uint32_t in_place_cells = 9;
constexpr std::uint32_t in_place_slots = 40;
constexpr std::uint32_t nothing_asked = no_request;

/// What the processors of one component ask, most of them of few cells and many one after the other of one.
struct SlotsAsked {
  std::vector<Word> memory;
  std::vector<std::uint32_t> index;
  std::vector<Word> operand;

  SlotsAsked(std::mt19937_64& random, const std::vector<Word>& values) {
    for (std::uint32_t c = 0; c < in_place_cells; ++c) memory.push_back(values[random() % values.size()]);
    for (std::uint32_t k = 0; k < in_place_slots; ++k) {
      const bool goes_on = k > 0 && random() % 2 == 0;
      index.push_back(goes_on             ? index.back()
                      : random() % 8 == 0 ? nothing_asked
                                          : static_cast<std::uint32_t>(random() % in_place_cells));
      operand.push_back(values[random() % values.size()]);
    }
  }
};

/// The type of a cell, of which only the width of its values matters here.
CellType cell_of_width(std::uint8_t width) {
  return width > sizeof(NarrowCell::word) ? cell_type<std::uint64_t>() : cell_type<std::uint32_t>();
}

/// The module of one worker with an array of cells, and a line that asks for them.
template <class Cell>
struct Served {
  SharedMemory memory{Placement::direct, 1, 1, std::make_shared<MemoryAccount>(1U << 20)};
  std::uint32_t array;
  CallSites sites;
  std::uint32_t site;
  Modules modules{memory, sites};
  CallSiteFacts facts;
  std::vector<Word> value;

  /// @param rule  of writes
  Served(const Operation& operation, Rule rule, const SlotsAsked& asked)
      : array(memory.add(in_place_cells, cell_of_width(operation.width), 0, "cells")),
        sites(rule),
        site(sites.enter("file", 1, array, "cells", operation)),
        value(asked.operand) {
    for (std::uint32_t c = 0; c < in_place_cells; ++c) set_word(cells()[c], asked.memory[c]);
  }

  Cell* cells() { return memory.array(array).template cells<Cell>(); }

  /// @param listed  are the slots listed that ask for something?
  void serve(const SlotsAsked& asked, bool listed) {
    modules.begin_step(memory.next_stamps(1000), {1, 1, false}, 0);
    const std::uint32_t species = sites.site(site).species;
    with_fold(sites.operation(site), [&](auto fold) {
      listed ? serve_block<true>(fold, species, asked) : serve_block<false>(fold, species, asked);
    });
  }

 private:
  template <bool listed, class Fold>
  void serve_block(const Fold& fold, std::uint32_t species, const SlotsAsked& asked) {
    std::vector<std::uint32_t> slot;
    std::vector<std::uint32_t> index;
    for (std::uint32_t k = 0; k < in_place_slots; ++k) {
      if (listed && asked.index[k] == nothing_asked) continue;
      slot.push_back(k);
      index.push_back(asked.index[k]);
    }
    const std::vector<std::uint32_t> home(index.size(), 0);
    const auto count = static_cast<std::uint32_t>(index.size());
    // So that nobody fetches ahead what is nobody's cell.
    std::vector<std::uint32_t> processors(value.size());
    std::iota(processors.begin(), processors.end(), 0U);
    // Listed slots may be those of processors in any order.
    const SlotBlock block{0,
                          0,
                          in_place_slots,
                          0,
                          count,
                          0,
                          index.data(),
                          home.data(),
                          slot.data(),
                          value.data(),
                          listed ? processors.data() : nullptr};
    SlotServer<Fold, decltype(Cell::word), listed> server(fold, modules, species, nothing_asked, facts);
    server.serve(
        block, [](std::uint32_t) {}, [](std::uint32_t, std::uint32_t) {});
  }
};

template <class Cell>
void check_in_place(const OperatorOnType& on, const Operation& operation, Rule rule, const SlotsAsked& asked) {
  for (const bool listed : {false, true}) {
    CAPTURE(listed);
    Served<Cell> served(operation, rule, asked);
    served.serve(asked, listed);
    std::vector<Word> left = asked.memory;
    std::vector<bool> touched(in_place_cells);
    std::size_t wrong = 0;
    for (std::uint32_t k = 0; k < in_place_slots; ++k) {
      if (asked.index[k] == nothing_asked) continue;
      Word& cell = left[asked.index[k]];
      // A read's reply is what the cell held before the step, and nobody writes in a step of reads.
      if (operation.replies()) wrong += normalise(operation, served.value[k]) != cell ? 1 : 0;
      if (operation.action == Action::read) continue;
      if (operation.action != Action::write) {
        cell = on.apply(cell, asked.operand[k]);
      } else if (!touched[asked.index[k]]) {
        cell = asked.operand[k];
      } else if (operation.combines()) {
        cell = on.apply(cell, asked.operand[k]);
      }
      touched[asked.index[k]] = true;
    }
    CHECK(wrong == 0);
    for (std::uint32_t c = 0; c < in_place_cells; ++c) CHECK(word_of(served.cells()[c], operation.type) == left[c]);
    if (operation.action != Action::read)
      CHECK(served.facts.distinct == static_cast<std::uint64_t>(std::ranges::count(touched, true)));
    served.modules.undo();
    for (std::uint32_t c = 0; c < in_place_cells; ++c)
      CHECK(word_of(served.cells()[c], operation.type) == asked.memory[c]);
  }
}

}  // namespace

TEST_CASE("requests in place leave and return what the operator on values does, of every type and action") {
  const std::uint64_t seed = testing::seed();
  INFO("seed ", seed);
  std::mt19937_64 random(seed);
  for (const OperatorOnType& on : testing::operators_on_types(random, 20, false)) {
    CAPTURE(on);
    const auto check = [&](const Operation& operation, Rule rule) {
      CAPTURE(static_cast<int>(operation.action));
      testing::with_cell(on.width, [&](auto cell) {
        check_in_place<decltype(cell)>(on, operation, rule, SlotsAsked(random, on.values));
      });
    };
    for (const Action action : {Action::write, Action::update, Action::fetch, Action::multiprefix}) {
      for (int k = 0; k < 3; ++k) check(on.operation(action), rule_from(on.name));
    }
    for (const Action action : {Action::read, Action::write})
      check({action, OperatorKind::none, on.type, on.width}, Rule::priority);
  }
}

}  // namespace pram::detail
