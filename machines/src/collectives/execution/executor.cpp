#include "executor.hpp"

#include <algorithm>
#include <iterator>

namespace pram {

CollectiveExecutor::CollectiveExecutor(const CollectiveModel& model, std::string_view algorithm)
    : checker_(model, algorithm) {}

Piece CollectiveExecutor::add(std::uint32_t node, std::span<const Word> words) {
  const auto piece = static_cast<Piece>(pieces_.size());
  const auto [pool, fresh] = pools_.try_emplace(words.size(), static_cast<std::uint32_t>(free_.size()));
  if (fresh) free_.emplace_back();
  pieces_.push_back({words.size(), pool->second});
  if (!words.empty()) store(node, piece, words);
  return piece;
}

std::vector<Piece> CollectiveExecutor::add_shares(std::uint32_t node, std::span<const Word> words,
                                                  std::uint64_t parts) {
  std::vector<Piece> made;
  for (std::uint64_t i = 0; i < parts; ++i) {
    const std::uint64_t share = share_of(words.size(), parts - i, 0);
    made.push_back(add(node, words.first(share)));
    words = words.subspan(share);
  }
  return made;
}

bool CollectiveExecutor::holds(std::uint32_t node, Piece piece) const {
  return length(piece) == 0 || index_.find(PieceIndex::key(node, piece)) != PieceIndex::none;
}

std::uint64_t CollectiveExecutor::place_of(std::uint32_t node, Piece piece, std::uint32_t other) const {
  const std::uint64_t place = index_.find(PieceIndex::key(node, piece));
  if (place == PieceIndex::none) checker_.fail(ScheduleError::Breach::not_held, node, other);
  return place;
}

bool CollectiveExecutor::transfer(std::uint32_t from, std::uint32_t to, std::span<const Piece> pieces) {
  std::uint64_t words = 0;
  for (const Piece piece : pieces) words += length(piece);
  if (words == 0) return false;
  if (model().watch) {
    seen_.clear();
    std::ranges::copy_if(pieces, std::back_inserter(seen_), [&](Piece piece) { return length(piece) > 0; });
    pieces = seen_;
  }
  checker_.transfer(from, to, words, pieces);
  return true;
}

std::uint64_t CollectiveExecutor::load(std::uint32_t from, Piece piece, std::uint32_t to) {
  const std::uint64_t place = on_the_way_.size();
  const auto begin = held_.begin() + static_cast<std::ptrdiff_t>(place_of(from, piece, to));
  on_the_way_.insert(on_the_way_.end(), begin, begin + static_cast<std::ptrdiff_t>(length(piece)));
  return place;
}

void CollectiveExecutor::store(std::uint32_t node, Piece piece, std::span<const Word> words) {
  std::vector<std::uint64_t>& free = free_[pieces_[piece].pool];
  std::uint64_t place = held_.size();
  if (free.empty()) {
    held_.insert(held_.end(), words.begin(), words.end());
  } else {
    place = free.back();
    free.pop_back();
    std::ranges::copy(words, held_.begin() + static_cast<std::ptrdiff_t>(place));
  }
  index_.insert(PieceIndex::key(node, piece), place);
}

void CollectiveExecutor::send(std::uint32_t from, std::uint32_t to, std::span<const Piece> pieces, Sender sender) {
  if (!transfer(from, to, pieces)) return;
  for (const Piece piece : pieces) {
    if (length(piece) == 0) continue;
    arrivals_.push_back({to, piece, load(from, piece, to)});
    if (sender == Sender::forgets) forgotten_.push_back(PieceIndex::key(from, piece));
  }
}

void CollectiveExecutor::end_step() {
  for (const std::uint64_t key : forgotten_) {
    const std::uint64_t place = index_.find(key);
    if (place == PieceIndex::none) continue;  // sent to two neighbours
    free_[pieces_[static_cast<Piece>(key)].pool].push_back(place);
    index_.erase(key);
  }
  for (const auto& [to, piece, place] : arrivals_) {
    if (!holds(to, piece)) store(to, piece, std::span(on_the_way_).subspan(place, length(piece)));
  }
  forgotten_.clear();
  arrivals_.clear();
  on_the_way_.clear();
  checker_.end_step();
}

std::vector<Word> CollectiveExecutor::collect(std::uint32_t node, std::span<const Piece> pieces) const {
  std::uint64_t all = 0;
  for (const Piece piece : pieces) all += length(piece);
  std::vector<Word> words;
  words.reserve(all);
  for (const Piece piece : pieces) {
    if (length(piece) == 0) continue;
    const auto begin = held_.begin() + static_cast<std::ptrdiff_t>(place_of(node, piece, node));
    words.insert(words.end(), begin, begin + static_cast<std::ptrdiff_t>(length(piece)));
  }
  return words;
}

}  // namespace pram
