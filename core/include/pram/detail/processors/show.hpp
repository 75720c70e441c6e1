#pragma once

#include <cstdint>

#include <pram/detail/processors/outbox.hpp>
#include <pram/machine/cell_type.hpp>

namespace pram::detail {

/// Whether somebody observes the processor that runs now.
inline bool is_observed() noexcept { return current_outbox != nullptr && current_outbox->shown != nullptr; }

/// Notes a value for the observer of the processor that runs now.
void note_local(const char* name, const CellType& type, Word value, const char* file, std::uint32_t line);

/// Out of line: of what stands in a task itself, Clang would keep the type in its frame.
template <Storable T>
[[gnu::noinline, gnu::cold]] void show_observed(const char* name, T value, const char* file, std::uint32_t line) {
  note_local(name, cell_type<T>(), to_word(value), file, line);
}

/// What Processor::show() and bsp::Process::show() do.
template <Storable T>
void show(const char* name, T value, const char* file, std::uint32_t line) {
  if (is_observed()) [[unlikely]]
    show_observed(name, value, file, line);
}

}  // namespace pram::detail
