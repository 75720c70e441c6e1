#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <pram/ledger.hpp>

/// Frames of loads: as many steps each as keep them few.
namespace pram::detail {

/// The bytes that frames take when they have a load of this step or superstep, their present bytes included.
/// @param number  of the step, at least as high as any before
std::uint64_t bytes_with(const LoadFrames& frames, std::size_t entries, std::uint64_t number);

/// Makes room for the loads of a step. Frames keep what they show. @throws std::bad_alloc
void expect_loads(LoadFrames& frames, std::size_t entries, std::uint64_t number);

/// Adds the loads of a step for which expect_loads() has made room. Where there would be too many frames, every two are
/// made one before. Steps in which nothing was carried may be left out.
void add_loads(LoadFrames& frames, std::uint64_t number, std::span<const std::uint64_t> loads) noexcept;

/// What was carried in between. @throws Error if `before` is not of an earlier copy of the ledger
LoadFrames frames_between(const LoadFrames& after, const LoadFrames& before);

}  // namespace pram::detail
