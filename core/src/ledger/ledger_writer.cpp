#include "ledger_writer.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include <pram/detail/ledger/facts.hpp>

#include "../ranks/rank_group.hpp"
#include "record_bytes.hpp"

namespace pram {

namespace {

// More cells are kept than are shown, so that a cell that is contended late in the run is not lost.
constexpr std::size_t kept_cells = 4096;

/// Room for one more entry, so that entering it cannot fail.
template <class Entry>
void make_room(std::vector<Entry>& entries) {
  if (entries.size() == entries.capacity()) entries.reserve(2 * entries.size() + 1);
}

/// Adds one to its like among totals, or enters it as the first, for which there is room.
template <class Total>
void add_to(std::vector<Total>& totals, Total&& one) noexcept {
  const auto known = std::ranges::find_if(totals, [&one](const Total& other) { return detail::same_keys(other, one); });
  if (known == totals.end()) {
    totals.push_back(std::move(one));
  } else {
    detail::add_facts(*known, one);
  }
}

}  // namespace

class LedgerWriter::NewLines {
 public:
  explicit NewLines(LedgerWriter& book) : writer_(book), before_(book.data().lines.size()) {}
  ~NewLines() {
    if (entered_ || writer_.data().lines.size() == before_) return;
    writer_.data().lines.erase(writer_.data().lines.begin() + static_cast<std::ptrdiff_t>(before_),
                               writer_.data().lines.end());
    std::erase_if(writer_.line_numbers_, [this](const auto& known) { return known.second >= before_; });
    std::ranges::replace_if(
        writer_.line_of_site_, [this](std::uint32_t line) { return line > before_; }, 0U);
    writer_.mixed_lines_.forget_from(before_);
  }
  NewLines(const NewLines&) = delete;
  NewLines& operator=(const NewLines&) = delete;

  void entered() noexcept { entered_ = true; }

 private:
  LedgerWriter& writer_;
  std::size_t before_;
  bool entered_ = false;
};

std::uint32_t LedgerWriter::line_of(std::uint32_t site, const detail::CallSites& sites) {
  if (line_of_site_.size() <= site) line_of_site_.resize(site + std::size_t{1}, 0);
  if (line_of_site_[site] == 0) {
    LineTotal line;
    line.where = sites.line(site);
    line.array = sites.site(site).array;
    line.operation = detail::operation_name(sites.operation(site));
    make_room(data().lines);
    // The same array name may come back under another number: it stays one line.
    const auto [place, fresh] =
        line_numbers_.try_emplace({line.where.file, line.where.line, line.array, line.operation},
                                  static_cast<std::uint32_t>(data().lines.size()));
    if (fresh) data().lines.push_back(std::move(line));
    line_of_site_[site] = place->second + 1;
  }
  return line_of_site_[site] - 1;
}

void LedgerWriter::enter_cell(const Cell& cell, Draft& draft, std::uint64_t degree, std::uint64_t step) noexcept {
  auto known = cell_numbers_.find(cell);
  if (known == cell_numbers_.end()) {
    auto& cells = data().cells;
    std::size_t place = cells.size();
    if (cells.size() == kept_cells) {
      const auto coldest = std::ranges::min_element(cells, {}, &CellTotal::largest_degree);
      if (coldest->largest_degree >= degree) return;
      cell_numbers_.erase({std::move(coldest->array), coldest->index});
      place = static_cast<std::size_t>(coldest - cells.begin());
      *coldest = std::move(draft.cell);
    } else {
      cells.push_back(std::move(draft.cell));
    }
    draft.cell_number.mapped() = place;
    known = cell_numbers_.insert(std::move(draft.cell_number)).position;
  }
  CellTotal& total = data().cells[known->second];
  ++total.steps;
  if (degree > total.largest_degree) {
    total.largest_degree = degree;
    total.step = step;
  }
}

/// Finds the step's lines in the ledger, and shares its charge among them, phase by phase, in proportion to the
/// messages by which they load it; the charge back among those that await replies.
LedgerWriter::Draft LedgerWriter::draft(const StepEntry& step, const detail::CallSites& sites) {
  const StepRecord& record = step.record;
  const std::vector<LineEntry>& lines = step.lines;
  const std::vector<detail::PhaseLoads>& loads = step.loads;
  Draft draft;
  draft.number.reserve(lines.size());
  for (const LineEntry& line : lines) draft.number.push_back(line_of(line.site, sites));
  if (step.degree > 1 && !cell_numbers_.contains(step.contended)) {
    std::map<Cell, std::size_t> one;
    one.emplace(step.contended, 0);
    draft.cell_number = one.extract(one.begin());
    draft.cell = {step.contended.first, step.contended.second, 0, 0, 0};
    make_room(data().cells);
  }
  if (profiles()) place_in_record_.resize(data().lines.size(), 0);
  if (lines.size() < 2) return draft;

  owed_.resize(data().lines.size(), 0);
  in_heap_.resize(data().lines.size(), 0);
  draft.owed.reserve(lines.size());
  draft.share.resize(lines.size(), 0);
  if (profiles()) draft.forward.resize(lines.size(), 0);
  std::vector<double> weight(lines.size());
  double sum = 0;
  const auto dealt = [&](std::uint64_t charge, std::size_t k) {
    return static_cast<double>(charge) * (weight[k] / sum);
  };
  const auto deal = [&](std::uint64_t charge, const detail::LineLoads* load, bool back) {
    sum = 0;
    for (std::size_t k = 0; k < lines.size(); ++k) {
      const bool counts = !back || sites.operation(lines[k].site).replies();
      const std::uint64_t part = load != nullptr ? load->of(lines[k].site) : lines[k].facts.requests;
      weight[k] = counts ? static_cast<double>(part) : 0;
      sum += weight[k];
    }
    if (sum == 0) return false;
    for (std::size_t k = 0; k < lines.size(); ++k) draft.share[k] += dealt(charge, k);
    return true;
  };
  for (std::size_t phase = 0; phase < record.phases.size(); ++phase) {
    const auto known = std::ranges::find(loads, phase, &detail::PhaseLoads::phase);
    const detail::LineLoads* const load = known != loads.end() ? &known->loads : nullptr;
    for (const bool back : {false, true}) {
      const std::uint64_t charge = back ? record.phases[phase].charge_back : record.phases[phase].charge;
      if (charge > 0 && !deal(charge, load, back) && !deal(charge, nullptr, back)) deal(charge, nullptr, false);
      if (back || charge == 0 || !profiles()) continue;
      for (std::size_t k = 0; k < lines.size(); ++k) draft.forward[k] += dealt(charge, k);
    }
  }
  return draft;
}

/// Lines get whole units of a step's charge. The units that rounding leaves over go to the lines that have lost most by
/// rounding so far. So the lines add up to the whole charge, and none is favoured.
void LedgerWriter::charge_lines(Draft& draft, std::uint64_t step, std::uint64_t charge) noexcept {
  if (draft.number.size() == 1) data().lines[draft.number[0]].charge += charge;
  if (draft.number.size() < 2) return;
  std::uint64_t left = charge;
  for (std::size_t k = 0; k < draft.number.size(); ++k) {
    const std::uint32_t number = draft.number[k];
    const std::uint64_t whole = std::min(static_cast<std::uint64_t>(draft.share[k]), left);
    data().lines[number].charge += whole;
    owed_[number] += draft.share[k] - static_cast<double>(whole);
    left -= whole;
  }
  if (left == 0) return;
  // The line that is owed most comes next; of equals the one that was met first.
  auto& heap = draft.owed;
  for (std::size_t k = 0; k < draft.number.size(); ++k) {
    if (std::exchange(in_heap_[draft.number[k]], step) == step) continue;  // several sites may be one line
    heap.emplace_back(owed_[draft.number[k]], k);
  }
  const auto later = [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : a.second > b.second;
  };
  std::ranges::make_heap(heap, later);
  for (; left > 0; --left) {
    std::ranges::pop_heap(heap, later);
    const std::uint32_t next = draft.number[heap.back().second];
    ++data().lines[next].charge;
    heap.back().first = owed_[next] -= 1;
    std::ranges::push_heap(heap, later);
  }
}

void LedgerWriter::enter(StepEntry&& step, const detail::CallSites& sites, detail::RankGroup* ranks) {
  const bool keeps_record = keeps_record_of_step();
  if (keeps_record) {
    make_room(data().step_records);
    open_regions_.expect(data().regions);
  }
  detail::RecordBytes bytes(*account_, counted_bytes_, bytes_of(step, keeps_record, sizeof(StepRecord)));
  if (step.lines.empty() && step.record.phases.empty()) {  // nobody asked for anything
    if (ranks != nullptr && keeps_record) ranks->meet();   // else nothing has taken room
    if (step.components != nullptr) step.components->end_idle_step();
    bytes.entered();
    add_step(std::move(step.record));
    return;
  }
  const std::uint64_t number = step.record.step;
  if (profiles()) expect_profile(step, keeps_record, number);
  NewLines new_lines(*this);
  Draft draft = this->draft(step, sites);
  data().phases.reserve(step.record.phases.size());
  if (ranks != nullptr && keeps_record) ranks->meet();  // totals take no room step by step
  if (step.lines.size() > 1) enter_mixed_lines(draft, step.record.step);

  // Nothing below fails.
  new_lines.entered();
  bytes.entered();
  add_requests(step, draft, sites);
  if (profiles()) profile(step, draft, keeps_record, number);
  add_step(std::move(step.record));
}

void LedgerWriter::add_step(StepRecord&& record) noexcept {
  ++data().steps;
  data().last_step = record.step;
  data().work += record.processors;
  data().processors = std::max(data().processors, record.processors);
  data().step_total.add(record);
  open_regions_.charge(data().regions, record);
  add_to_pardo(record);
  if (!keeps_record_of_step()) return;
  open_regions_.note(data().regions, record.step);
  data().step_records.push_back(std::move(record));
}

void LedgerWriter::add_requests(StepEntry& step, Draft& draft, const detail::CallSites& sites) noexcept {
  LedgerData& ledger = data();
  StepRecord& record = step.record;
  const detail::AccessFacts& facts = step.facts;
  for (std::size_t k = 0; k < step.lines.size(); ++k) {
    const LineEntry& line = step.lines[k];
    LineTotal& total = ledger.lines[draft.number[k]];
    if (k == 0) record.line = draft.number[k];
    ++total.steps;
    total.requests += line.facts.requests;
    total.distinct += line.facts.distinct;
    total.largest_degree = std::max(total.largest_degree, line.facts.largest_degree);
    record.distinct += line.facts.distinct;
    const Operation operation = sites.operation(line.site);
    (operation.action == Action::read     ? record.requests.reads
     : operation.action == Action::write  ? record.requests.writes
     : operation.action == Action::update ? record.requests.updates
                                          : record.requests.fetches) += line.facts.requests;
  }
  record.distinct -= facts.read_and_written;
  charge_lines(draft, record.step, record.charge + record.charge_back);

  detail::add_facts(ledger.requests, record.requests);
  ledger.charge += record.charge;
  ledger.charge_back += record.charge_back;
  ledger.distinct_charge += record.distinct_charge;
  ledger.largest_read_degree = std::max(ledger.largest_read_degree, record.largest_read_degree);
  ledger.largest_write_degree = std::max(ledger.largest_write_degree, record.largest_write_degree);
  ledger.breaches.concurrent_reads += facts.largest_read_degree > 1 ? 1 : 0;
  ledger.breaches.concurrent_writes += facts.largest_write_degree > 1 ? 1 : 0;
  ledger.breaches.read_with_write += facts.read_and_written > 0 ? 1 : 0;
  ledger.breaches.unequal_writes += facts.unequal_writes ? 1 : 0;
  ledger.breaches.combined_writes += facts.combined_writes ? 1 : 0;

  if (ledger.phases.size() < record.phases.size()) ledger.phases.resize(record.phases.size());
  for (std::size_t k = 0; k < record.phases.size(); ++k) {
    ++ledger.phases[k].steps;
    detail::add_common_facts(ledger.phases[k], record.phases[k]);
  }
  if (step.degree > 1) enter_cell(step.contended, draft, step.degree, record.step);
}

void LedgerWriter::enter_mixed_lines(const Draft& draft, std::uint64_t step) {
  mixed_lines_.begin();
  for (const std::uint32_t number : draft.number) mixed_lines_.add(data().lines, number);
  if (mixed_lines_.one_line()) return;
  mixed_lines_.enter(data().lines, data().mixed_lines, step);
  ++data().mixed_steps;
}

void LedgerWriter::expect_collective() { make_room(data().collectives); }

void LedgerWriter::enter(CollectiveTotal&& collective) noexcept {
  data().collective_charge += collective.charge;
  open_regions_.charge(data().regions, collective);
  add_to(data().collectives, std::move(collective));
}

void LedgerWriter::expect_superstep(const std::string& tag, const Exchanged& exchanged) {
  if (keeps_record_of_superstep()) {
    data().superstep_records.reserve(std::bit_ceil(data().superstep_records.size() + 1));
    open_regions_.expect(data().regions);
  }
  data().transfers.reserve(std::bit_ceil(data().transfers.size() + exchanged.transfers.size()));
  data().unread_messages.reserve(data().unread_messages.size() + exchanged.unread.size());
  // Most supersteps are called as the one before.
  auto& totals = data().superstep_totals;
  if (last_tag_ < totals.size() && totals[last_tag_].tag == tag) return;
  make_room(totals);
  SuperstepTotal fresh;
  fresh.tag = tag;
  const auto [place, is_new] = tag_numbers_.try_emplace(tag, totals.size());
  if (is_new) totals.push_back(std::move(fresh));
  last_tag_ = place->second;
}

void LedgerWriter::add_unread(std::vector<UnreadMessages>&& unread) noexcept {
  for (UnreadMessages& one : unread) add_to(data().unread_messages, std::move(one));
}

void LedgerWriter::enter(std::vector<UnreadMessages>&& unread) {
  data().unread_messages.reserve(data().unread_messages.size() + unread.size());
  add_unread(std::move(unread));
}

void LedgerWriter::add_superstep(SuperstepRecord&& superstep, Exchanged&& exchanged) noexcept {
  ++data().supersteps;
  data().superstep_charge += superstep.charge + superstep.charge_back;
  data().processes = std::max(data().processes, superstep.processes);
  data().superstep_totals[last_tag_].add(superstep);
  open_regions_.charge(data().regions, superstep);
  add_to_pardo(superstep);
  if (keeps_record_of_superstep()) {
    open_regions_.note(data().regions, superstep.superstep);
    data().superstep_records.push_back(std::move(superstep));
  }
  add_unread(std::move(exchanged.unread));
  for (TransferTotal& one : exchanged.transfers) add_to(data().transfers, std::move(one));
}

void LedgerWriter::enter(SuperstepRecord&& superstep, Exchanged&& exchanged, detail::ComponentLoads* components,
                         const NetworkLoad* load) {
  detail::RecordBytes bytes(*account_, counted_bytes_,
                            profiles() && keeps_record_of_superstep() ? sizeof(SuperstepRecord) : 0);
  const std::uint64_t number = superstep.superstep;
  if (profiles()) expect_loads(load, number);
  expect_superstep(superstep.tag, exchanged);
  bytes.entered();
  if (components != nullptr) components->enter(data().components, data().loads_over_time.received, number);
  add(load, number);
  add_superstep(std::move(superstep), std::move(exchanged));
}

void LedgerWriter::enter(SuperstepRecord&& superstep, Exchanged&& exchanged, StepEntry&& asked,
                         const detail::CallSites& sites) {
  const bool keeps_record = keeps_record_of_superstep();
  detail::RecordBytes bytes(*account_, counted_bytes_, bytes_of(asked, keeps_record, sizeof(SuperstepRecord)));
  const std::uint64_t number = superstep.superstep;
  if (profiles()) expect_profile(asked, keeps_record, number);
  NewLines new_lines(*this);
  Draft draft = this->draft(asked, sites);
  data().phases.reserve(asked.record.phases.size());
  expect_superstep(superstep.tag, exchanged);
  data().superstep_totals[last_tag_].shared.queuing.expect();

  // Nothing below fails.
  new_lines.entered();
  bytes.entered();
  add_requests(asked, draft, sites);
  if (profiles()) profile(asked, draft, keeps_record, number);
  StepRecord& record = asked.record;
  open_regions_.charge_requests(data().regions, record);
  SharedAccess& shared = superstep.shared;
  shared.requests = record.requests;
  detail::add_common_facts(shared, record);
  shared.phases = std::move(record.phases);
  shared.lines = std::move(record.lines);
  add_superstep(std::move(superstep), std::move(exchanged));
}

}  // namespace pram
