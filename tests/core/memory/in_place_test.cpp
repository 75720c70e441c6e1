#include "memory/in_place.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include <pram/rule.hpp>

#include "../../support.hpp"
#include "../request/combined_values.hpp"

/// Requests that are served in place leave in their cells, and get back, what the plain definitions of the operators
/// say: one after the other in the order of their processors.
namespace pram::detail {

namespace {

constexpr std::uint32_t in_place_cells = 9;
constexpr std::uint32_t in_place_slots = 40;
constexpr std::uint32_t nothing_asked = no_request;

/// What the processors of one component ask, most of them of few cells and many one after the other of one.
template <class T>
struct SlotsAsked {
  std::vector<T> memory;
  std::vector<std::uint32_t> index;
  std::vector<T> operand;

  SlotsAsked(std::mt19937_64& random, const std::vector<T>& values) {
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

/// The module of one worker with an array of the type, and a line that asks for its cells.
template <class T>
struct Served {
  SharedMemory memory{Placement::direct, 1, 1, std::make_shared<MemoryAccount>(1U << 20)};
  std::uint32_t array = memory.add(in_place_cells, cell_type<T>(), 0, "cells");
  CallSites sites;
  std::uint32_t site;
  Modules modules{memory, sites};
  CallSiteFacts facts;
  std::vector<Word> value;

  /// @param rule  of writes
  Served(const Operation& operation, Rule rule, const SlotsAsked<T>& asked)
      : sites(rule), site(sites.enter("file", 1, array, "cells", operation)) {
    for (std::uint32_t c = 0; c < in_place_cells; ++c) set_word(cells()[c], to_word(asked.memory[c]));
    for (const T operand : asked.operand) value.push_back(to_word(operand));
  }

  CellOf<T>* cells() { return memory.array(array).template cells<CellOf<T>>(); }

  /// @param listed  are the slots listed that ask for something?
  void serve(const SlotsAsked<T>& asked, bool listed) {
    modules.begin_step(memory.next_stamps(1000), {1, 1, false}, 0);
    const std::uint32_t species = sites.site(site).species;
    with_slots_of(sites.operation(site), [&](auto request) {
      listed ? serve_block<true>(request, species, asked) : serve_block<false>(request, species, asked);
    });
  }

 private:
  template <bool listed, class Request>
  void serve_block(const Request& request, std::uint32_t species, const SlotsAsked<T>& asked) {
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
    const SlotBlock block{0, 0, in_place_slots, 0, count, 0, index.data(), home.data(), slot.data(), value.data()};
    InPlace<Request, decltype(CellOf<T>::word), listed> in_place(request, modules, species, nothing_asked, facts);
    in_place.serve(
        block, [](std::uint32_t) {}, [](std::uint32_t, std::uint32_t) {});
  }
};

template <class Operator, class T>
void check_in_place(const Operation& operation, Rule rule, const SlotsAsked<T>& asked) {
  for (const bool listed : {false, true}) {
    CAPTURE(listed);
    Served<T> served(operation, rule, asked);
    served.serve(asked, listed);
    std::vector<T> left = asked.memory;
    std::vector<bool> touched(in_place_cells);
    std::size_t wrong = 0;
    for (std::uint32_t k = 0; k < in_place_slots; ++k) {
      if (asked.index[k] == nothing_asked) continue;
      T& cell = left[asked.index[k]];
      // A read's reply is what the cell held before the step, and nobody writes in a step of reads.
      if (operation.replies()) wrong += from_word<T>(served.value[k]) != cell ? 1 : 0;
      if (operation.action == Action::read) continue;
      if (operation.action != Action::write) {
        cell = Operator::apply(cell, asked.operand[k]);
      } else if (!touched[asked.index[k]]) {
        cell = asked.operand[k];
      } else if (operation.combines()) {
        cell = Operator::apply(cell, asked.operand[k]);
      }
      touched[asked.index[k]] = true;
    }
    CHECK(wrong == 0);
    for (std::uint32_t c = 0; c < in_place_cells; ++c)
      CHECK(word_of(served.cells()[c], operation.type) == to_word(left[c]));
    if (operation.action != Action::read)
      CHECK(served.facts.distinct == static_cast<std::uint64_t>(std::ranges::count(touched, true)));
    served.modules.undo();
    for (std::uint32_t c = 0; c < in_place_cells; ++c)
      CHECK(word_of(served.cells()[c], operation.type) == to_word(asked.memory[c]));
  }
}

struct CheckInPlace {
  std::mt19937_64& random;

  template <class Operator, class T>
  void operator()() const {
    const std::vector<T> values = testing::values_to_combine<T>(random, 20);
    for (const Action action : {Action::write, Action::update, Action::fetch, Action::multiprefix}) {
      CAPTURE(static_cast<int>(action));
      const Operation operation{action, kind_of<Operator>, word_type<T>(), sizeof(T)};
      for (int k = 0; k < 3; ++k)
        check_in_place<Operator>(operation, rule_from(Operator::name), SlotsAsked<T>(random, values));
    }
    for (const Action action : {Action::read, Action::write}) {
      CAPTURE(static_cast<int>(action));
      const Operation plain{action, OperatorKind::none, word_type<T>(), sizeof(T)};
      check_in_place<Operator>(plain, Rule::priority, SlotsAsked<T>(random, values));
    }
  }
};

}  // namespace

TEST_CASE("requests in place leave and return what the operator on values does, of every type and action") {
  const std::uint64_t seed = testing::seed();
  INFO("seed ", seed);
  std::mt19937_64 random(seed);
  testing::on_integers(CheckInPlace{random});
}

}  // namespace pram::detail
