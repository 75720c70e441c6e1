#include "distinct_cells.hpp"

#include <algorithm>

#include "../../memory/stamps.hpp"
#include "../../request/combine.hpp"

namespace pram::detail {

namespace {

// A set is looked through in words. With fewer requests than cells a word has, other methods take less time.
constexpr std::uint64_t cells_a_request = 64;
// Counters of all cells of an array are kept where they are few beside these.
constexpr std::uint64_t cells_a_component = 4;

/// How many cells of the array each component owns, of those that this rank has.
const std::uint32_t* owned_cells(StoredArray& array, std::uint32_t components) {
  if (array.owned.size() != 0) return array.owned.data();
  Pages<std::uint32_t> owned(components);
  Pages<std::uint32_t> home(chunk_slots);
  for (std::uint64_t first = array.first_own; first < array.last_own; first += chunk_slots) {
    const auto count = static_cast<std::uint32_t>(std::min<std::uint64_t>(chunk_slots, array.last_own - first));
    for (std::uint32_t k = 0; k < count; ++k) home[k] = static_cast<std::uint32_t>(first) + k;
    array.map.locate({home.data(), count}, home.data());
    for (std::uint32_t k = 0; k < count; ++k) ++owned[home[k]];
  }
  array.owned = std::move(owned);
  return array.owned.data();
}

}  // namespace

bool DistinctCells::may_serve(std::uint64_t cells, const StepRequests& requests, const ProcessorGroup& group) {
  if (requests.operation.op == OperatorKind::own) return false;
  if (requests.own_cells) return group.count() <= cells;
  return group.live() >= cells / cells_a_request;
}

void DistinctCells::expect(const ServedLine& line, const StepRequests& requests, const ProcessorGroup& group) {
  line_ = line;
  requests_ = &requests;
  group_ = &group;
  own_ = requests.own_cells;
  operands_stay_ = line.operation.action == Action::write && requests.operands_in_memory;
}

bool DistinctCells::counts_later() const { return own_ || group_->live() > cells() / 2; }

void DistinctCells::begin(std::uint32_t w) {
  twice_[w] = 0;
  if (!own_) sets_[w].begin(cells());
}

bool DistinctCells::take(std::uint32_t w, const Chunk& chunk) {
  if (own_) return true;
  const Worker& worker = *team_.workers[w];
  const std::uint32_t slots = chunk.last - chunk.first;
  const std::uint32_t* const index = worker.index + chunk.first;
  const bool all = chunk.requests == slots;
  const bool reads = line_.operation.action == Action::read;
  const bool once =
      line_.stored->with_cells([&](auto* cells) { return sets_[w].enter(index, slots, all, reads ? cells : nullptr); });
  if (!once) return false;
  if (!counts_later()) {
    MessageCounts& counts = counts_[w];
    std::uint32_t* const asked = counts.indices(slots);
    std::uint32_t count = 0;
    for (std::uint32_t k = 0; k < slots; ++k) {
      asked[count] = index[k];
      count += index[k] < no_request ? 1 : 0;
    }
    counts.add(line_.stored->map, asked, count);
  }
  return true;
}

bool DistinctCells::carry(bool spread) {
  spread_ = spread;
  of_others_ = false;
  if (!own_ && team_.count() > 1) {
    const std::uint64_t words = CellSet::words_of(cells());
    team_.run(spread,
              [&](unsigned w) { join(w, w * words / team_.count(), (w + std::uint64_t{1}) * words / team_.count()); });
    if (std::ranges::any_of(twice_, [](std::uint8_t one) { return one != 0; })) return false;
  }
  std::uint64_t first_word = own_ ? group_->first_word() : 0;
  std::uint64_t last_word = own_ ? group_->last_word() : CellSet::words_of(cells());
  if (counts_later() && cells() >= cells_a_component * team_.components) {
    const StoredArray& array = *line_.stored;
    std::uint64_t requests = 0;
    for (const auto& worker : team_.workers) {
      for (const Chunk& chunk : worker->chunks) requests += chunk.requests;
    }
    of_others_ = requests > (array.last_own - array.first_own) / 2;
    if (of_others_) {
      owned_cells(*line_.stored, team_.components);
      first_word = array.first_own / 64;
      last_word = CellSet::words_of(array.last_own);
    }
  }
  team_.run(spread, [&](unsigned w) {
    const std::uint64_t words = last_word - first_word;
    if (counts_later())
      count(w, first_word + w * words / team_.count(), first_word + (w + std::uint64_t{1}) * words / team_.count());
    tell(w);
  });
  return true;
}

/// Puts a part of all workers' sets into that of the first worker.
void DistinctCells::join(std::uint32_t w, std::uint64_t first_word, std::uint64_t last_word) {
  std::uint64_t* const joined = sets_.front().words();
  std::uint64_t twice = 0;
  for (std::size_t from = 1; from < sets_.size(); ++from) {
    std::uint64_t* const bits = sets_[from].words();
    for (std::uint64_t at = first_word; at < last_word; ++at) {
      twice |= joined[at] & bits[at];
      joined[at] |= bits[at];
    }
  }
  twice_[w] = twice != 0 ? 1 : 0;
}

/// Counts the cells of a part that are asked for, or those that are not.
void DistinctCells::count(std::uint32_t w, std::uint64_t first_word, std::uint64_t last_word) {
  MessageCounts& counts = counts_[w];
  const std::uint64_t* const set = own_ ? group_->bits() : sets_.front().words();
  const auto add = [&](const std::uint32_t* list, std::uint32_t count) { counts.add(line_.stored->map, list, count); };
  std::uint32_t* const list = counts.indices(chunk_slots);
  if (!of_others_) {
    visit_set(
        first_word, last_word, [set](std::uint64_t at) { return set[at]; }, list, add);
    return;
  }
  const std::uint64_t words = own_ ? group_->words() : last_word;
  const StoredArray& array = *line_.stored;
  const std::uint64_t first = array.first_own / 64;
  const std::uint64_t in_first = ~std::uint64_t{0} << (array.first_own % 64);
  const std::uint64_t last = array.last_own / 64;
  const std::uint64_t in_last = (std::uint64_t{1} << (array.last_own % 64)) - 1;
  visit_set(
      first_word, last_word,
      [=](std::uint64_t at) {
        std::uint64_t others = at < words ? ~set[at] : ~std::uint64_t{0};
        if (at == first) others &= in_first;
        return at == last ? others & in_last : others;
      },
      list, add);
}

/// Adds what was seen to the worker's modules and lines.
void DistinctCells::tell(std::uint32_t w) {
  Worker& worker = *team_.workers[w];
  std::uint64_t requests = 0;
  for (const Chunk& chunk : worker.chunks) requests += chunk.requests;
  if (requests == 0) return;
  AccessFacts facts;
  (line_.operation.action == Action::read ? facts.largest_read_degree : facts.largest_write_degree) = 1;
  worker.modules.add(facts);
  CallSiteFacts& line = worker.facts_of(line_.site);
  line.distinct += requests;
  line.largest_degree = std::max<std::uint64_t>(line.largest_degree, 1);
}

std::uint32_t DistinctCells::received(std::uint32_t component) {
  std::uint32_t counted = 0;
  for (MessageCounts& counts : counts_) counted += counts.take_received(component);
  return of_others_ ? line_.stored->owned[component] - counted : counted;
}

void DistinctCells::write() noexcept {
  if (line_.operation.action == Action::read) return;
  line_.stored->with_cells([&](auto* cells) {
    team_.run(spread_, [&](unsigned w) {
      const Worker& worker = *team_.workers[w];
      if (needs_slots()) {
        write_slots(worker, cells);
        return;
      }
      for (const Chunk& chunk : worker.chunks) {
        if (chunk.requests == 0) continue;
        ProcessorBlock block =
            group_->block(worker.first_processor + chunk.first, chunk.last - chunk.first, chunk.live);
        requests_->write_own(block, cells);
      }
    });
  });
}

template <class Stored>
void DistinctCells::write_slots(const Worker& worker, MemoryCell<Stored>* cells) const {
  // Far enough ahead to hide a miss to memory, near enough to stay in the first cache.
  constexpr std::uint32_t cells_ahead = 24;
  const Operation operation = line_.operation;
  const auto write_all = [&](const auto& update) {
    for (const Chunk& chunk : worker.chunks) {
      if (chunk.requests == 0) continue;
      const std::uint32_t* const index = worker.index;
      for (std::uint32_t at = chunk.first; at < chunk.last; ++at) {
        if (at + cells_ahead < chunk.last && index[at + cells_ahead] < no_request)
          __builtin_prefetch(&cells[index[at + cells_ahead]], 1);
        if (index[at] == no_request) continue;
        update(cells[index[at]], worker.value[at]);
      }
    }
  };
  if (operation.action == Action::write) {
    write_all([](MemoryCell<Stored>& cell, Word operand) { set_word(cell, operand); });
    return;
  }
  const CellWords cell_words(operation);
  with_words_in<Stored>(operation.op, operation.type, [&](auto words) {
    const auto combined = [words, cell_words](const MemoryCell<Stored>& cell, Word operand) {
      return words.apply(cell_words.of(cell), operand);
    };
    if (operation.width == sizeof(Stored)) {
      write_all([combined](MemoryCell<Stored>& cell, Word operand) { set_word(cell, combined(cell, operand)); });
    } else {
      write_all([combined, cell_words](MemoryCell<Stored>& cell, Word operand) {
        cell_words.set(cell, combined(cell, operand));
      });
    }
  });
}

void DistinctCells::forget() noexcept {
  for (CellSet& set : sets_) set.clear();
}

}  // namespace pram::detail
