#include "ledger_writer.hpp"

#include <algorithm>
#include <bit>
#include <utility>

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

}  // namespace

class LedgerWriter::NewLines {
 public:
  explicit NewLines(LedgerWriter& book) : writer_(book), before_(book.ledger_.lines_.size()) {}
  ~NewLines() {
    if (entered_ || writer_.ledger_.lines_.size() == before_) return;
    writer_.ledger_.lines_.erase(writer_.ledger_.lines_.begin() + static_cast<std::ptrdiff_t>(before_),
                                 writer_.ledger_.lines_.end());
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
    make_room(ledger_.lines_);
    // The same array name may come back under another number: it stays one line.
    const auto [place, fresh] =
        line_numbers_.try_emplace({line.where.file, line.where.line, line.array, line.operation},
                                  static_cast<std::uint32_t>(ledger_.lines_.size()));
    if (fresh) ledger_.lines_.push_back(std::move(line));
    line_of_site_[site] = place->second + 1;
  }
  return line_of_site_[site] - 1;
}

void LedgerWriter::enter_cell(const Cell& cell, Draft& draft, std::uint64_t degree, std::uint64_t step) noexcept {
  auto known = cell_numbers_.find(cell);
  if (known == cell_numbers_.end()) {
    auto& cells = ledger_.cells_;
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
  CellTotal& total = ledger_.cells_[known->second];
  ++total.steps;
  if (degree > total.largest_degree) {
    total.largest_degree = degree;
    total.step = step;
  }
}

/// Finds the step's lines in the ledger, and shares its charge among them, phase by phase, in proportion to the
/// messages by which they load it; the way back among those that await replies.
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
    make_room(ledger_.cells_);
  }
  if (profiles()) place_in_record_.resize(ledger_.lines_.size(), 0);
  if (lines.size() < 2) return draft;

  owed_.resize(ledger_.lines_.size(), 0);
  in_heap_.resize(ledger_.lines_.size(), 0);
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
  if (draft.number.size() == 1) ledger_.lines_[draft.number[0]].charge += charge;
  if (draft.number.size() < 2) return;
  std::uint64_t left = charge;
  for (std::size_t k = 0; k < draft.number.size(); ++k) {
    const std::uint32_t number = draft.number[k];
    const std::uint64_t whole = std::min(static_cast<std::uint64_t>(draft.share[k]), left);
    ledger_.lines_[number].charge += whole;
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
    ++ledger_.lines_[next].charge;
    heap.back().first = owed_[next] -= 1;
    std::ranges::push_heap(heap, later);
  }
}

void LedgerWriter::enter(StepEntry&& step, const detail::CallSites& sites) {
  const bool keeps_record = keeps_record_of_step();
  if (keeps_record) {
    make_room(ledger_.step_records_);
    open_regions_.expect(ledger_.regions_);
  }
  detail::RecordBytes bytes(*account_, counted_bytes_, bytes_of(step, keeps_record, sizeof(StepRecord)));
  if (step.lines.empty() && step.record.phases.empty()) {  // nobody asked for anything
    if (step.components != nullptr) step.components->end_idle_step();
    bytes.entered();
    add_step(std::move(step.record));
    return;
  }
  const std::uint64_t number = step.record.step;
  if (profiles()) expect_profile(step, keeps_record, number);
  NewLines new_lines(*this);
  Draft draft = this->draft(step, sites);
  ledger_.phases_.reserve(step.record.phases.size());
  if (step.lines.size() > 1) enter_mixed_lines(draft, step.record.step);

  // Nothing below fails.
  new_lines.entered();
  bytes.entered();
  add_requests(step, draft, sites);
  if (profiles()) profile(step, draft, keeps_record, number);
  add_step(std::move(step.record));
}

void LedgerWriter::add_step(StepRecord&& record) noexcept {
  ++ledger_.steps_;
  ledger_.last_step_ = record.step;
  ledger_.work_ += record.processors;
  ledger_.processors_ = std::max(ledger_.processors_, record.processors);
  ledger_.step_total_.add(record);
  open_regions_.charge(ledger_.regions_, record);
  add_to_pardo(record);
  if (!keeps_record_of_step()) return;
  open_regions_.note(ledger_.regions_, record.step);
  ledger_.step_records_.push_back(std::move(record));
}

void LedgerWriter::add_requests(StepEntry& step, Draft& draft, const detail::CallSites& sites) noexcept {
  Ledger& ledger = ledger_;
  StepRecord& record = step.record;
  const detail::AccessFacts& facts = step.facts;
  for (std::size_t k = 0; k < step.lines.size(); ++k) {
    const LineEntry& line = step.lines[k];
    LineTotal& total = ledger.lines_[draft.number[k]];
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

  ledger.requests_.reads += record.requests.reads;
  ledger.requests_.writes += record.requests.writes;
  ledger.requests_.updates += record.requests.updates;
  ledger.requests_.fetches += record.requests.fetches;
  ledger.charge_ += record.charge;
  ledger.charge_back_ += record.charge_back;
  ledger.distinct_charge_ += record.distinct_charge;
  ledger.largest_read_degree_ = std::max(ledger.largest_read_degree_, record.largest_read_degree);
  ledger.largest_write_degree_ = std::max(ledger.largest_write_degree_, record.largest_write_degree);
  ledger.breaches_.concurrent_reads += facts.largest_read_degree > 1 ? 1 : 0;
  ledger.breaches_.concurrent_writes += facts.largest_write_degree > 1 ? 1 : 0;
  ledger.breaches_.read_with_write += facts.read_and_written > 0 ? 1 : 0;
  ledger.breaches_.unequal_writes += facts.unequal_writes ? 1 : 0;
  ledger.breaches_.combined_writes += facts.combined_writes ? 1 : 0;

  if (ledger.phases_.size() < record.phases.size()) ledger.phases_.resize(record.phases.size());
  for (std::size_t k = 0; k < record.phases.size(); ++k) {
    const PhaseRecord& phase = record.phases[k];
    PhaseTotal& total = ledger.phases_[k];
    ++total.steps;
    total.messages += phase.messages;
    total.combined += phase.combined;
    total.largest_sent = std::max(total.largest_sent, phase.largest_sent);
    total.largest_received = std::max(total.largest_received, phase.largest_received);
    total.charge += phase.charge;
    total.charge_back += phase.charge_back;
  }
  if (step.degree > 1) enter_cell(step.contended, draft, step.degree, record.step);
}

void LedgerWriter::enter_mixed_lines(const Draft& draft, std::uint64_t step) {
  mixed_lines_.begin();
  for (const std::uint32_t number : draft.number) mixed_lines_.add(ledger_.lines_, number);
  if (mixed_lines_.one_line()) return;
  mixed_lines_.enter(ledger_.lines_, ledger_.mixed_lines_, step);
  ++ledger_.mixed_steps_;
}

void LedgerWriter::expect_collective() { make_room(ledger_.collectives_); }

void LedgerWriter::enter(CollectiveTotal&& collective) noexcept {
  ledger_.collective_charge_ += collective.charge;
  open_regions_.charge(ledger_.regions_, collective);
  const auto same = std::ranges::find_if(ledger_.collectives_, [&](const CollectiveTotal& known) {
    return known.where == collective.where && known.array == collective.array &&
           known.operation == collective.operation && known.algorithm == collective.algorithm;
  });
  if (same == ledger_.collectives_.end()) {
    ledger_.collectives_.push_back(std::move(collective));
    return;
  }
  same->times += collective.times;
  same->words += collective.words;
  same->steps += collective.steps;
  same->charge += collective.charge;
  if (same->lower_bound && collective.lower_bound) {
    *same->lower_bound += *collective.lower_bound;
  } else {
    same->lower_bound.reset();
  }
}

void LedgerWriter::expect_superstep(const std::string& tag, const Exchanged& exchanged) {
  if (keeps_record_of_superstep()) {
    ledger_.superstep_records_.reserve(std::bit_ceil(ledger_.superstep_records_.size() + 1));
    open_regions_.expect(ledger_.regions_);
  }
  ledger_.transfers_.reserve(std::bit_ceil(ledger_.transfers_.size() + exchanged.transfers.size()));
  ledger_.unread_messages_.reserve(ledger_.unread_messages_.size() + exchanged.unread.size());
  // Most supersteps are called as the one before.
  auto& totals = ledger_.superstep_totals_;
  if (last_tag_ < totals.size() && totals[last_tag_].tag == tag) return;
  make_room(totals);
  SuperstepTotal fresh;
  fresh.tag = tag;
  const auto [place, is_new] = tag_numbers_.try_emplace(tag, totals.size());
  if (is_new) totals.push_back(std::move(fresh));
  last_tag_ = place->second;
}

void LedgerWriter::add_unread(std::vector<UnreadMessages>&& unread) noexcept {
  auto& all = ledger_.unread_messages_;
  for (UnreadMessages& one : unread) {
    const auto known = std::ranges::find(all, one.queue, &UnreadMessages::queue);
    if (known == all.end()) {
      all.push_back(std::move(one));
      continue;
    }
    known->messages += one.messages;
    known->of_another_type += one.of_another_type;
  }
}

void LedgerWriter::enter(std::vector<UnreadMessages>&& unread) {
  ledger_.unread_messages_.reserve(ledger_.unread_messages_.size() + unread.size());
  add_unread(std::move(unread));
}

void LedgerWriter::add_superstep(SuperstepRecord&& superstep, Exchanged&& exchanged) noexcept {
  const auto same_as = [](const TransferTotal& one) {
    return [&one](const TransferTotal& other) {
      return other.where == one.where && other.subject == one.subject && other.operation == one.operation;
    };
  };
  ++ledger_.supersteps_;
  ledger_.superstep_charge_ += superstep.charge + superstep.charge_back;
  ledger_.processes_ = std::max(ledger_.processes_, superstep.processes);
  ledger_.superstep_totals_[last_tag_].add(superstep);
  open_regions_.charge(ledger_.regions_, superstep);
  add_to_pardo(superstep);
  if (keeps_record_of_superstep()) {
    open_regions_.note(ledger_.regions_, superstep.superstep);
    ledger_.superstep_records_.push_back(std::move(superstep));
  }
  add_unread(std::move(exchanged.unread));
  for (TransferTotal& one : exchanged.transfers) {
    const auto known = std::ranges::find_if(ledger_.transfers_, same_as(one));
    if (known == ledger_.transfers_.end()) {
      ledger_.transfers_.push_back(std::move(one));
      continue;
    }
    known->messages += one.messages;
    known->words += one.words;
    known->supersteps += one.supersteps;
    known->charge += one.charge;
  }
}

void LedgerWriter::enter(SuperstepRecord&& superstep, Exchanged&& exchanged, detail::ComponentLoads* components,
                         const NetworkLoad* load) {
  detail::RecordBytes bytes(*account_, counted_bytes_,
                            profiles() && keeps_record_of_superstep() ? sizeof(SuperstepRecord) : 0);
  const std::uint64_t number = superstep.superstep;
  if (profiles()) expect_loads(load, number);
  expect_superstep(superstep.tag, exchanged);
  bytes.entered();
  if (components != nullptr) components->enter(ledger_.components_, ledger_.loads_over_time_.received, number);
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
  ledger_.phases_.reserve(asked.record.phases.size());
  expect_superstep(superstep.tag, exchanged);
  ledger_.superstep_totals_[last_tag_].shared.queuing.expect();

  // Nothing below fails.
  new_lines.entered();
  bytes.entered();
  add_requests(asked, draft, sites);
  if (profiles()) profile(asked, draft, keeps_record, number);
  StepRecord& record = asked.record;
  open_regions_.charge_requests(ledger_.regions_, record);
  SharedAccess& shared = superstep.shared;
  shared.requests = record.requests;
  shared.distinct = record.distinct;
  shared.largest_read_degree = record.largest_read_degree;
  shared.largest_write_degree = record.largest_write_degree;
  shared.charge = record.charge;
  shared.charge_back = record.charge_back;
  shared.distinct_charge = record.distinct_charge;
  shared.phases = std::move(record.phases);
  shared.lines = std::move(record.lines);
  add_superstep(std::move(superstep), std::move(exchanged));
}

}  // namespace pram
