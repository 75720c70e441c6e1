#include "winner_delivery.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <pram/error.hpp>

#include "../request/any_may_stand.hpp"
#include "../request/combine.hpp"

namespace pram::detail {

void WinnerDelivery::merge(Step& step) {
  const std::vector<Write> all = writes();
  for (const Write *first = all.data(), *const end = first + all.size(); first != end;) {
    const Write* const last = std::find_if(first, end, [first](const Write& one) { return !one.meets(*first); });
    if (settle(step.number, first, last)) step.unequal_writes = true;
    first = last;
  }
  for (Chunk* const chunk : taken_) delivery_->take(0, *chunk);
  delivery_->merge(step);
}

std::vector<WinnerDelivery::Write> WinnerDelivery::writes() const {
  std::vector<Write> found;
  for (const Chunk* const chunk : taken_) {
    for (std::uint32_t at = chunk->first; at < chunk->last; ++at) {
      if (worker_->index[at] >= finished_processor) continue;
      const std::uint32_t site = worker_->site_at(*chunk, at);
      if (!any_may_stand(sites_.operation(site))) continue;
      const StoredArray& array = memory_.array(sites_.species(sites_.site(site).species).array);
      found.push_back({array.serial, CellMap::index(worker_->index[at]), at, site});
    }
  }
  std::ranges::sort(found, {}, &Write::place);
  return found;
}

bool WinnerDelivery::settle(std::uint64_t step, const Write* first, const Write* last) {
  const Operation operation = sites_.operation(first->site);
  std::vector<Word> values;
  std::vector<std::uint64_t> writers;
  for (const Write* one = first; one != last; ++one) {
    const Word value = worker_->value[one->slot];
    if (std::ranges::any_of(values, [&](Word known) { return same_value(operation, known, value); })) continue;
    values.push_back(value);
    writers.push_back(worker_->processor_of(one->slot));
  }
  if (values.size() < 2) return false;
  const StoredArray& array = memory_.array(sites_.species(sites_.site(first->site).species).array);
  const std::size_t winner = chooser_.winner({step, array.name, first->index, values, writers});
  if (winner >= values.size()) {
    throw Error(
        fmt::format("WinnerChooser::winner() says {} where {} different values are written", winner, values.size()));
  }
  for (const Write* one = first; one != last; ++one) worker_->value[one->slot] = values[winner];
  return true;
}

}  // namespace pram::detail
