#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include <pram/bsp/future.hpp>
#include <pram/detail/bsp/requests.hpp>
#include <pram/machine/array.hpp>
#include <pram/machine/cell.hpp>

namespace pram::bsp {

/// Shared memory in bulk (Valiant 1990, Section 4, "automatic mode"; its cost model is the queuing shared memory of
/// Gibbons, Matias and Ramachandran, 1999): a process asks for any number of cells of a machine's arrays, wherever they
/// lie, and at the sync the machine's access protocol serves all that was asked for in the superstep. Arrays belong to
/// no group: what a process asks of them is done at its next sync, of whichever group, in one superstep with what all
/// other processes ask that go on then.
///
/// Reads see values from before the superstep's writes, and writes take effect at the sync, under the machine's rule.
/// Of one process's writes to one cell the last stands, or all combine under a rule that combines; its updates combine
/// in the order in which it made them. A process that reads a cell counts as one reader, and one that writes or updates
/// it as one writer, however often it asked: under EREW or CREW it is in breach of itself only where it does both. At
/// the sync the breach throws ConflictError with both processes and lines, and no effect of the superstep remains.
///
/// An index outside its array throws AddressError at once.
class AutomaticMode {
 public:
  /// The cell's value, there after the sync: `auto low = self.read(table[key])`, or `self.read(table, key)`.
  template <Storable T>
  requires Transferable<T>
  [[nodiscard("the value comes with the next sync: keep the future")]] Future<T> read(
      const Cell<T>& cell, const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) const {
    return reply_of<T>(cell.address(), {Action::read, OperatorKind::none, word_type<T>(), sizeof(T)}, 0, file, line);
  }
  template <Storable T, std::integral Index>
  requires Transferable<T>
  [[nodiscard("the value comes with the next sync: keep the future")]] Future<T> read(
      const Array<T>& array, Index index, const char* file = __builtin_FILE(),
      std::uint32_t line = __builtin_LINE()) const {
    return read(array[index], file, line);
  }

  /// Writes the cell under the machine's rule: `self.write(table[key], value)`, or `self.write(table, key, value)`.
  template <Storable T>
  void write(const Cell<T>& cell, std::type_identity_t<T> value, const char* file = __builtin_FILE(),
             std::uint32_t line = __builtin_LINE()) const {
    detail::ask(cell.address(), Update<T, Action::write>::operation(), to_word(value), file, line);
  }
  template <Storable T, std::integral Index>
  void write(const Array<T>& array, Index index, std::type_identity_t<T> value, const char* file = __builtin_FILE(),
             std::uint32_t line = __builtin_LINE()) const {
    write(array[index], value, file, line);
  }

  /// Combines the value into the cell, as Cell::combine() does: `self.update(histogram[bucket], pram::Sum{}, 1)`.
  template <Storable T, CombiningOperator<T> Operator>
  void update(const Cell<T>& cell, Operator, std::type_identity_t<T> value, const char* file = __builtin_FILE(),
              std::uint32_t line = __builtin_LINE()) const {
    detail::ask(cell.address(), Update<T, Action::update, Operator>::operation(), to_word(value), file, line);
  }

  /// The same, and brings the cell's value before the update, in some serial order of the superstep's requests, in
  /// which those of one process keep their own.
  template <Storable T, CombiningOperator<T> Operator>
  requires Transferable<T>
  [[nodiscard("the value comes with the next sync: keep the future, or update")]] Future<T> fetch(
      const Cell<T>& cell, Operator, std::type_identity_t<T> value, const char* file = __builtin_FILE(),
      std::uint32_t line = __builtin_LINE()) const {
    return reply_of<T>(cell.address(), Update<T, Action::fetch, Operator>::operation(), to_word(value), file, line);
  }
  /// The same in the order of processes.
  template <Storable T, CombiningOperator<T> Operator>
  requires Transferable<T>
  [[nodiscard("the value comes with the next sync: keep the future, or update")]] Future<T> multiprefix(
      const Cell<T>& cell, Operator, std::type_identity_t<T> value, const char* file = __builtin_FILE(),
      std::uint32_t line = __builtin_LINE()) const {
    return reply_of<T>(cell.address(), Update<T, Action::multiprefix, Operator>::operation(), to_word(value), file,
                       line);
  }

  // Declared for the compiler's message.
  template <std::integral T, class Operator, std::floating_point Value>
  void update(const Cell<T>&, Operator, Value) const {
    pram::detail::keep_fraction<T, Value>();
  }
  template <std::integral T, class Operator, std::floating_point Value>
  void fetch(const Cell<T>&, Operator, Value) const {
    pram::detail::keep_fraction<T, Value>();
  }
  template <std::integral T, class Operator, std::floating_point Value>
  void multiprefix(const Cell<T>&, Operator, Value) const {
    pram::detail::keep_fraction<T, Value>();
  }

 private:
  template <Transferable T>
  static Future<T> reply_of(const pram::detail::CellOf<T>* cell, Operation operation, Word operand, const char* file,
                            std::uint32_t line) {
    detail::GetSlot* const slot = detail::ask_for_reply(cell, operation, operand, file, line);
    return Future<T>(slot, detail::current_owner());
  }
};

}  // namespace pram::bsp
