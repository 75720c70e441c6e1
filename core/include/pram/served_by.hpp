#pragma once

#include <cstdint>

/// How the requests of a step reach their cells.
namespace pram {

/// What a step asks, and the machine's network and protocol, decide the value. The number of host threads does not, nor
/// whether anybody observes the step: an observed step moves records, and has the name of the step that nobody
/// observes. Data-parallel steps that are observed have the names of processors' steps.
enum class ServedBy : std::uint8_t {
  nothing,   ///< nobody asks
  records,   ///< records move to the owners of their cells, and merge where they meet
  in_order,  ///< the same, of operands whose result depends on their order: floating-point sums, a program's operators
  in_place,  ///< at their cells, from the slots of their processors
  chunks,    ///< several lines ask: a chunk of processors that one line asks for in place, any other as records
  counted,   ///< at their cells, and what the protocol's phases would carry is counted
  sorted,    ///< by the network's routines of sorting
  distinct,  ///< a data-parallel step that asks for no cell twice: without marks
  marked,    ///< any other data-parallel step: the mark of a cell says who has asked for it
};

/// "in place", as reports name it.
constexpr const char* to_string(ServedBy served_by) {
  switch (served_by) {
    case ServedBy::nothing: return "nothing";
    case ServedBy::records: return "records";
    case ServedBy::in_order: return "in order";
    case ServedBy::in_place: return "in place";
    case ServedBy::chunks: return "chunks";
    case ServedBy::counted: return "counted";
    case ServedBy::sorted: return "sorted";
    case ServedBy::distinct: return "distinct";
    case ServedBy::marked: return "marked";
  }
  __builtin_unreachable();
}

}  // namespace pram
