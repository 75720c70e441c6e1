#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <pram/rule.hpp>
#include <pram/served_by.hpp>

#include "../request/combined_values.hpp"
#include "routing/delivery.hpp"

/// One step of random requests without a machine: deliveries are called as the machine calls them, and what they leave
/// is compared with what plain loops over the requests say.
namespace pram::testing {

/// A line of the program: what it asks of which array.
struct LineAsked {
  std::uint32_t array;
  Action action;
};

/// The operator, or the type of plain reads and writes, of an array's requests, and what its cells hold.
struct ArrayAsked {
  OperatorOnType on;
  bool plain;  ///< are writes settled by the rule, with no operator?
  std::vector<Word> cells;
};

/// What a processor asks for.
struct RequestAsked {
  static constexpr std::uint32_t idle = 0xFFFFFFFF;

  std::uint32_t line = idle;
  std::uint32_t index = 0;
  Word operand = 0;
};

struct StepAsked {
  std::uint32_t components = 16;
  Rule rule = Rule::priority;
  Word marker = 0;  ///< of Rule::collision
  std::vector<ArrayAsked> arrays;
  std::vector<LineAsked> lines;
  std::vector<RequestAsked> requests;  ///< per processor
};

/// How many processors ask for how many cells.
struct Shape {
  std::uint32_t processors;
  std::uint32_t cells;
  bool all_ask;
  bool distinct;  ///< at most one processor a cell
};

/// A random shape: from few processors to several chunks of them, degrees from 1 to all on one cell.
Shape random_shape(std::mt19937_64& random);

/// Adds an array and a line that asks for its cells.
/// @param plain  is a plain write settled by the step's rule? Else an operator combines what is written
void add_line(StepAsked& step, std::mt19937_64& random, const OperatorOnType& on, Action action, std::uint32_t cells,
              bool plain);

/// Has processors ask by the lines that there are; consecutive ones by the same line and often for the same cell.
void add_requests(StepAsked& step, std::mt19937_64& random, const Shape& shape);

/// A step of one line.
StepAsked step_of_line(std::mt19937_64& random, const OperatorOnType& on, Action action, Rule rule, bool plain,
                       const Shape& shape);

/// The rules under which plain writes are settled.
inline constexpr Rule plain_rules[] = {Rule::erew,     Rule::crew,     Rule::common,   Rule::arbitrary,
                                       Rule::priority, Rule::tolerant, Rule::collision};

/// The parts that make a delivery.
struct Carrier {
  std::string network = "router";
  std::string access = "direct";
  enum class Kind { direct, phased, chained, sorted, data_parallel } kind = Kind::direct;
  bool own_cells = false;  ///< of a data-parallel step: does each processor ask for the cell of its own number?
};

/// Has the delivery serve the step on 1, 2, 3 and 8 workers, and compares cells, replies, degrees and messages with
/// what the requests say, and each of these with those of one worker. Then an undone step must leave nothing.
/// @returns how all of them say that the step was served
ServedBy check_served(const StepAsked& asked, const Carrier& carrier);

}  // namespace pram::testing
