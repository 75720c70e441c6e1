#include "reduction_executor.hpp"

#include <algorithm>
#include <cassert>

namespace pram {

namespace {

/// One loop for each operator, of which the compiler makes one of vectors.
template <ReductionOperator combine>
void combine_words(const Word* left, const Word* right, Word* out, std::uint64_t count) {
  for (std::uint64_t w = 0; w < count; ++w) out[w] = combined(combine, left[w], right[w]);
}

/// A number for each node that looks random: half of SplitMix64's.
std::uint32_t contribution_key(std::uint32_t node) {
  std::uint64_t key = (node + std::uint64_t{1}) * 0x9E3779B97F4A7C15U;
  key = (key ^ key >> 30) * 0xBF58476D1CE4E5B9U;
  key = (key ^ key >> 27) * 0x94D049BB133111EBU;
  return static_cast<std::uint32_t>(key >> 32);
}

}  // namespace

ReductionExecutor::ReductionExecutor(const CollectiveModel& model, std::string_view algorithm,
                                     ReductionOperator combine, const CollectiveData& in)
    : checker_(model, algorithm), combine_(nullptr), commutes_(commutes(combine)), length_(in.front().size()) {
  switch (combine) {
    case ReductionOperator::sum: combine_ = combine_words<ReductionOperator::sum>; break;
    case ReductionOperator::maximum: combine_ = combine_words<ReductionOperator::maximum>; break;
    case ReductionOperator::exclusive_or: combine_ = combine_words<ReductionOperator::exclusive_or>; break;
    case ReductionOperator::matrix: combine_ = combine_words<ReductionOperator::matrix>; break;
  }
  keys_.assign(1, 0);
  for (std::uint32_t i = 0; i < 2 * nodes(); ++i) keys_.push_back(keys_.back() + contribution_key(i % nodes()));
  held_.reserve(in.size() * length_);
  for (const std::vector<Word>& vector : in) held_.insert(held_.end(), vector.begin(), vector.end());
  cut(1);
}

void ReductionExecutor::cut(std::uint64_t blocks) {
  begin_.assign(1, 0);
  for (std::uint64_t b = 0; b < blocks; ++b) begin_.push_back(begin_.back() + share_of(length_, blocks, b));
  filled_ = static_cast<std::uint32_t>(std::min(blocks, length_));
  node_of_.resize(nodes());
  partials_.resize(std::size_t{nodes()} * filled_);
  for (std::uint32_t i = 0; i < nodes(); ++i) {
    node_of_[i] = i;
    const auto mine = partials_.begin() + std::ptrdiff_t{i} * filled_;
    std::fill_n(mine, filled_, Partial{i, 1, 1});
  }
}

VectorRow ReductionExecutor::add_row(std::uint32_t node) {
  node_of_.push_back(node);
  held_.resize(held_.size() + length_);
  partials_.resize(partials_.size() + filled_);
  return static_cast<VectorRow>(node_of_.size() - 1);
}

void ReductionExecutor::reserve_rows(std::size_t more) {
  node_of_.reserve(node_of_.size() + more);
  held_.reserve(held_.size() + more * length_);
  partials_.reserve(partials_.size() + more * filled_);
}

void ReductionExecutor::post(std::uint32_t from, std::uint32_t to, std::uint64_t rows, std::span<const Blocks> blocks) {
  std::uint64_t words = 0;
  for (const Blocks& range : blocks) words += rows * words_of(range);
  if (words == 0) return;
  if (model().watch) {
    pieces_.clear();
    for (const Blocks& range : blocks) add_pieces(range);
  }
  checker_.transfer(from, to, words, pieces_);
}

void ReductionExecutor::add_pieces(Blocks blocks) {
  for (std::uint32_t b = blocks.first; b < blocks.first + blocks.count; ++b) {
    if (words_of({b, 1}) > 0) pieces_.push_back(b);
  }
}

void ReductionExecutor::send(VectorRow from, VectorRow to, std::span<const Blocks> blocks, Arrival arrival) {
  post(node_of_[from], node_of_[to], 1, blocks);
  for (const Blocks& range : blocks) {
    if (words_of(range) == 0) continue;
    load(from, node_of_[to], range);
    take(to, range, arrival);
  }
}

void ReductionExecutor::send_rows(std::span<const RowPair> rows, Blocks blocks, Arrival arrival) {
  if (rows.empty() || words_of(blocks) == 0) return;
  post(node_of_[rows.front().from], node_of_[rows.front().to], rows.size(), std::span(&blocks, 1));
  for (const auto& [from, to] : rows) {
    load(from, node_of_[to], blocks);
    take(to, blocks, arrival);
  }
}

void ReductionExecutor::send_parts(std::span<const Part> parts) {
  std::uint64_t words = 0;
  pieces_.clear();
  for (const Part& part : parts) {
    words += words_of(part.blocks);
    if (model().watch) add_pieces(part.blocks);
  }
  if (words == 0) return;
  checker_.transfer(node_of_[parts.front().from], node_of_[parts.front().to], words, pieces_);
  for (const Part& part : parts) {
    if (words_of(part.blocks) == 0) continue;
    load(part.from, node_of_[part.to], part.blocks);
    take(part.to, part.blocks, part.arrival);
  }
}

void ReductionExecutor::say(VectorRow from, Blocks blocks) {
  const std::uint32_t other = node_of_[from] == 0 ? 1 : 0;
  post(node_of_[from], other, 1, std::span(&blocks, 1));
  load(from, other, blocks);
}

void ReductionExecutor::load(VectorRow from, std::uint32_t to, Blocks blocks) {
  blocks.count = blocks.first < filled_ ? std::min(blocks.count, filled_ - blocks.first) : 0;
  const Partial* const partials = partials_.data() + std::uint64_t{from} * filled_ + blocks.first;
  for (std::uint32_t k = 0; k < blocks.count; ++k) {
    if (partials[k].count == 0) checker_.fail(ScheduleError::Breach::not_held, node_of_[from], to);
  }
  last_ = {.blocks = blocks, .words = on_the_way_.size(), .partials = partials_on_the_way_.size()};
  partials_on_the_way_.insert(partials_on_the_way_.end(), partials, partials + blocks.count);
  const Word* const words = held_.data() + from * length_ + begin_[blocks.first];
  on_the_way_.insert(on_the_way_.end(), words, words + words_of(blocks));
}

void ReductionExecutor::take(VectorRow to, Blocks part, Arrival arrival) {
  if (words_of(part) == 0) return;
  part.count = std::min(part.count, filled_ - part.first);
  arrivals_.push_back({to, part, last_.words + begin_[part.first] - begin_[last_.blocks.first],
                       last_.partials + part.first - last_.blocks.first, arrival});
}

std::uint32_t ReductionExecutor::keys_of(const Partial& partial) const {
  return partial.run != 0 ? keys_[partial.tag + partial.count] - keys_[partial.tag] : partial.tag;
}

bool ReductionExecutor::join(Partial& mine, const Partial& other, VectorRow to) const {
  const std::uint32_t all = nodes();
  const std::uint32_t count = mine.count + other.count;
  const bool runs = mine.run != 0 && other.run != 0 && count <= all;
  // Of two runs that close the circle, the one that begins it comes first.
  const bool behind = runs && mine.tag + mine.count == other.tag;
  const bool before = runs && !behind && (other.tag + other.count) % all == mine.tag;
  const bool around = runs && !behind && !before && mine.tag + mine.count == other.tag + all;
  if (before) {
    mine.tag = other.tag;
  } else if (!behind && !around) {
    mine.tag = keys_of(mine) + keys_of(other);
    mine.run = 0;
  }
  mine.count = count & 0x7FFFFFFF;
  if (!commutes_ && (mine.run == 0 || mine.tag + mine.count > all))
    checker_.fail(ScheduleError::Breach::not_mutual, node_of_[to], other.tag);
  return before;
}

void ReductionExecutor::arrive(const Arriving& one, const Word* words, const Partial* partials) {
  Partial* const mine = partials_.data() + std::uint64_t{one.to} * filled_ + one.blocks.first;
  Word* const here = held_.data() + one.to * length_ + begin_[one.blocks.first];
  // Neighbouring blocks to which the same happens are combined at once.
  enum class Way { copied, before, behind };
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  Way way = Way::behind;
  const auto combine = [&] {
    if (way == Way::copied) std::copy(words + begin, words + end, here + begin);
    if (way == Way::before) combine_(words + begin, here + begin, here + begin, end - begin);
    if (way == Way::behind) combine_(here + begin, words + begin, here + begin, end - begin);
    begin = end;
  };
  for (std::uint32_t k = 0; k < one.blocks.count; ++k) {
    Way next = Way::copied;
    if (partials[k].count == 0) continue;  // of a row that got nothing
    if (one.arrival == Arrival::replaces || mine[k].count == 0) {
      mine[k] = partials[k];
    } else {
      next = join(mine[k], partials[k], one.to) && !commutes_ ? Way::before : Way::behind;
    }
    if (next != way) combine();
    way = next;
    end = begin_[one.blocks.first + k + 1] - begin_[one.blocks.first];
  }
  combine();
}

void ReductionExecutor::end_step() {
  for (const Arriving& one : arrivals_)
    arrive(one, on_the_way_.data() + one.words, partials_on_the_way_.data() + one.partials);
  arrivals_.clear();
  on_the_way_.clear();
  partials_on_the_way_.clear();
  checker_.end_step();
}

void ReductionExecutor::merge_rows(VectorRow from, VectorRow to, Blocks blocks) {
  assert(node_of_[from] == node_of_[to]);
  if (words_of(blocks) == 0) return;
  blocks.count = std::min(blocks.count, filled_ - blocks.first);
  arrive({.to = to, .blocks = blocks}, held_.data() + from * length_ + begin_[blocks.first],
         partials_.data() + std::uint64_t{from} * filled_ + blocks.first);
}

std::vector<Word> ReductionExecutor::collect(VectorRow row, Blocks blocks, std::uint32_t contributions) const {
  for (std::uint32_t b = blocks.first; b < std::min(filled_, blocks.first + blocks.count); ++b) {
    const Partial& partial = partials_[std::uint64_t{row} * filled_ + b];
    const bool all_around = partial.run != 0 && contributions == nodes();
    const bool right = partial.count == contributions && (all_around || keys_of(partial) == keys_[contributions]);
    if (!right) checker_.fail(ScheduleError::Breach::not_held, node_of_[row], node_of_[row]);
  }
  const auto begin = held_.begin() + static_cast<std::ptrdiff_t>(row * length_ + begin_[blocks.first]);
  return {begin, begin + static_cast<std::ptrdiff_t>(words_of(blocks))};
}

}  // namespace pram
