#include "load_frames.hpp"

#include <algorithm>
#include <bit>

#include "subtract.hpp"

namespace pram::detail {

namespace {

constexpr std::size_t most_frames = 256;
constexpr std::size_t most_numbers = std::size_t{1} << 19;

std::size_t most_frames_of(std::size_t entries) {
  return std::bit_floor(std::clamp<std::size_t>(most_numbers / entries, 1, most_frames));
}

/// The steps of a frame when there is one for this step, too.
std::uint64_t length_with(std::uint64_t length, std::size_t entries, std::uint64_t number) {
  while ((number - 1) / length >= most_frames_of(entries)) length *= 2;
  return length;
}

/// Frames of twice as many steps.
void make_longer(LoadFrames& frames) noexcept {
  const std::size_t count = frames.count();
  for (std::size_t k = 0; k < count; ++k) {
    const auto into = frames.loads.begin() + static_cast<std::ptrdiff_t>(k / 2 * frames.entries);
    const auto from = frames.loads.begin() + static_cast<std::ptrdiff_t>(k * frames.entries);
    for (std::size_t entry = 0; entry < frames.entries && k > 0; ++entry) {
      const auto place = static_cast<std::ptrdiff_t>(entry);
      into[place] = from[place] + (k % 2 == 1 ? into[place] : 0);
    }
  }
  frames.loads.resize((count + 1) / 2 * frames.entries);
  frames.length *= 2;
}

/// The frames for which there is to be room: a power of two, so that the room seldom grows.
std::size_t frames_with(const LoadFrames& frames, std::size_t entries, std::uint64_t number) {
  const std::uint64_t frame = (number - 1) / length_with(frames.length, entries, number);
  return std::bit_ceil(std::max(static_cast<std::size_t>(frame) + 1, frames.count()));
}

}  // namespace

std::uint64_t bytes_with(const LoadFrames& frames, std::size_t entries, std::uint64_t number) {
  const std::size_t numbers = entries > 0 ? frames_with(frames, entries, number) * entries : 0;
  return std::max(numbers, frames.loads.capacity()) * sizeof(std::uint64_t);
}

void expect_loads(LoadFrames& frames, std::size_t entries, std::uint64_t number) {
  if (entries > 0) frames.loads.reserve(frames_with(frames, entries, number) * entries);
}

void add_loads(LoadFrames& frames, std::uint64_t number, std::span<const std::uint64_t> loads) noexcept {
  if (loads.empty()) return;
  frames.entries = loads.size();
  const std::uint64_t length = length_with(frames.length, frames.entries, number);
  while (frames.length < length) make_longer(frames);
  const auto frame = static_cast<std::size_t>((number - 1) / length);
  if (frame >= frames.count()) frames.loads.resize((frame + 1) * frames.entries);
  std::uint64_t* const into = frames.loads.data() + frame * frames.entries;
  for (std::size_t entry = 0; entry < loads.size(); ++entry) into[entry] += loads[entry];
}

LoadFrames frames_between(const LoadFrames& after, const LoadFrames& before) {
  if (before.entries == 0) return after;
  if (before.entries != after.entries || before.length > after.length)
    refuse_subtraction("frames of loads that are only in the earlier one");
  LoadFrames left = after;
  LoadFrames old = before;
  while (old.length < left.length) make_longer(old);
  if (old.loads.size() > left.loads.size()) refuse_subtraction("frames of loads that are only in the earlier one");
  for (std::size_t k = 0; k < old.loads.size(); ++k) left.loads[k] = minus(left.loads[k], old.loads[k], "of a load");
  while (left.count() > 0 && std::ranges::all_of(left.frame(left.count() - 1), [](auto load) { return load == 0; }))
    left.loads.resize(left.loads.size() - left.entries);
  return left;
}

}  // namespace pram::detail
