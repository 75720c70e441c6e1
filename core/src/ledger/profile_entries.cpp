#include <algorithm>
#include <atomic>
#include <bit>
#include <utility>

#include <pram/detail/ledger/facts.hpp>
#include <pram/error.hpp>

#include "ledger_writer.hpp"
#include "profile/load_frames.hpp"
#include "record_bytes.hpp"

/// What LedgerDetail::profile enters besides: pardos, the lines of every step, degrees, loads of components and links.
namespace pram {

namespace {

/// The number of the next machine, by which ledgers of different machines are distinguished.
std::uint64_t next_machine() {
  static std::atomic<std::uint64_t> machines = 0;
  return machines.fetch_add(1, std::memory_order_relaxed) + 1;
}

}  // namespace

LedgerWriter::LedgerWriter(LedgerDetail detail, std::size_t most_records, std::uint32_t components,
                           std::shared_ptr<detail::MemoryAccount> account)
    : detail_(detail), most_records_(most_records), account_(std::move(account)) {
  data().machine = next_machine();
  if (!profiles()) return;
  detail::RecordBytes bytes(*account_, counted_bytes_, components * sizeof(ComponentTotal));
  data().has_profile = true;
  data().components.resize(components);
  bytes.entered();
}

LedgerWriter::~LedgerWriter() {
  if (counted_bytes_ > 0) account_->give_back(counted_bytes_);
}

LedgerWriter::Pardo LedgerWriter::begin_pardo(PardoTotal&& one) {
  pardo_ = {};
  if (!profiles()) return {};
  data().pardos.reserve(std::bit_ceil(data().pardos.size() + 1));
  const auto [known, fresh] = pardo_numbers_.try_emplace({one.form, one.where.file, one.where.line, one.name},
                                                         static_cast<std::uint32_t>(data().pardos.size()));
  const std::uint64_t processors = one.processors;
  if (fresh) data().pardos.push_back(std::move(one));
  PardoTotal& total = data().pardos[known->second];
  ++total.times;
  total.processors = std::max(total.processors, processors);
  return {known->second, ++pardos_};
}

void LedgerWriter::add_to_pardo(StepRecord& record) noexcept {
  if (PardoTotal* const total = number_pardo(record, record.step)) {
    ++total->steps;
    total->work += record.processors;
    total->charge += record.charge + record.charge_back;
  }
}

void LedgerWriter::add_to_pardo(SuperstepRecord& record) noexcept {
  if (PardoTotal* const total = number_pardo(record, record.superstep)) {
    ++total->supersteps;
    total->charge += record.total_charge();
  }
}

template <class Record>
PardoTotal* LedgerWriter::number_pardo(Record& record, std::uint64_t number) noexcept {
  if (pardo_.number == 0) return nullptr;
  record.pardo = pardo_.index;
  record.pardo_number = pardo_.number;
  PardoTotal& total = data().pardos[pardo_.index];
  if (total.first_step == 0) total.first_step = number;
  return &total;
}

std::uint64_t LedgerWriter::bytes_of(const StepEntry& step, bool keeps_record, std::size_t record_bytes) const {
  if (!profiles() || !keeps_record) return 0;
  return record_bytes + step.record.phases.size() * sizeof(PhaseRecord) + step.lines.size() * sizeof(StepLine);
}

void LedgerWriter::expect_profile(StepEntry& step, bool keeps_record, std::uint64_t number) {
  if (keeps_record) step.record.lines.reserve(step.lines.size());
  expect_loads(step.load, number);
}

void LedgerWriter::expect_frame(LoadFrames& frames, std::size_t entries, std::uint64_t number) {
  const std::uint64_t known = frames.loads.capacity() * sizeof(std::uint64_t);
  detail::RecordBytes bytes(*account_, counted_bytes_, detail::bytes_with(frames, entries, number) - known);
  detail::expect_loads(frames, entries, number);
  bytes.entered();
}

void LedgerWriter::expect_loads(const NetworkLoad* load, std::uint64_t number) {
  LoadsOverTime& over_time = data().loads_over_time;
  expect_frame(over_time.received, data().components.size(), number);
  if (load == nullptr) return;
  const std::size_t links = std::max(load->forward.busy.size(), load->back.busy.size());
  const std::size_t known = data().network_load ? data().network_load->forward.busy.size() : links;
  for (const LinkLoad* const way : {&load->forward, &load->back}) {
    const std::size_t given = way->busy.size();
    if ((given != 0 && given != known) || way->largest_queue.size() != given)
      throw Error(
          "Network::take_load() must give an entry of `busy` and of `largest_queue` for each link, the same number "
          "each time");
  }
  expect_frame(over_time.busy, load->forward.busy.size(), number);
  expect_frame(over_time.busy_back, load->back.busy.size(), number);
  if (data().network_load || links == 0) return;
  NetworkLoad made;
  made.topology = load->topology;
  made.shape = load->shape;
  for (LinkLoad* const way : {&made.forward, &made.back}) {
    way->busy.resize(links);
    way->largest_queue.resize(links);
  }
  data().network_load = std::move(made);
}

void LedgerWriter::add(const NetworkLoad* load, std::uint64_t number) noexcept {
  if (load == nullptr) return;
  detail::add_loads(data().loads_over_time.busy, number, load->forward.busy);
  detail::add_loads(data().loads_over_time.busy_back, number, load->back.busy);
  for (LinkLoad NetworkLoad::*const way : {&NetworkLoad::forward, &NetworkLoad::back}) {
    const LinkLoad& of_step = load->*way;
    if (of_step.busy.empty()) continue;
    LinkLoad& total = *data().network_load.*way;
    for (std::size_t k = 0; k < of_step.busy.size(); ++k) total.busy[k] += of_step.busy[k];
    for (std::size_t k = 0; k < of_step.largest_queue.size(); ++k)
      total.largest_queue[k] = std::max(total.largest_queue[k], of_step.largest_queue[k]);
  }
}

void LedgerWriter::profile(StepEntry& step, const Draft& draft, bool keeps_record, std::uint64_t number) noexcept {
  StepRecord& record = step.record;
  std::uint64_t requests = 0;
  for (const LineEntry& line : step.lines) requests += line.facts.requests;
  for (std::size_t k = 0; k < step.lines.size(); ++k) {
    const detail::CallSiteFacts& facts = step.lines[k].facts;
    LineTotal& total = data().lines[draft.number[k]];
    total.charge_forward += step.lines.size() == 1 ? static_cast<double>(record.charge) : draft.forward[k];
    if (requests > 0)
      total.distinct_charge +=
          record.distinct_charge * (static_cast<double>(facts.requests) / static_cast<double>(requests));
    for (std::size_t bin = 0; bin < total.degrees.size(); ++bin) total.degrees[bin] += step.degrees[k][bin];
    if (!keeps_record) continue;
    const StepLine part{draft.number[k], facts.requests, facts.distinct, facts.largest_degree};
    std::uint32_t& place = place_in_record_[draft.number[k]];
    if (place == 0) {
      record.lines.push_back(part);
      place = static_cast<std::uint32_t>(record.lines.size());
      continue;
    }
    detail::add_facts(record.lines[place - 1], part);  // several sites may be one line
  }
  for (const StepLine& line : record.lines) place_in_record_[line.line] = 0;
  step.components->enter(data().components, data().loads_over_time.received, number);
  add(step.load, number);
}

}  // namespace pram
