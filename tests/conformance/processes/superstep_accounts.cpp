#include "superstep_accounts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace pram::conformance::spmd {

namespace {

bool close(double a, double b) { return std::abs(a - b) <= 1e-9 * (1 + std::abs(b)); }

/// What a superstep costs there, or back, by the cost model of BSP, if something may travel.
std::uint64_t charge_of(const Port& port, std::uint64_t pattern) {
  return pattern == 0 ? 0 : port.gap * pattern + port.latency;
}

bool same(const RequestCounts& a, const RequestCounts& b) {
  return a.reads == b.reads && a.writes == b.writes && a.updates == b.updates && a.fetches == b.fetches;
}

std::string complaint_of(const SuperstepRecord& is, const SuperstepRecord& must, const std::optional<Port>& port) {
  const auto wrong = [](const char* what, auto had, auto wanted) {
    return fmt::format("{} is {}, not {}", what, had, wanted);
  };
  if (is.superstep != must.superstep) return wrong("number", is.superstep, must.superstep);
  if (is.tag != must.tag) return wrong("tag", is.tag, must.tag);
  if (is.processes != must.processes) return wrong("processes", is.processes, must.processes);
  if (is.components != must.components) return wrong("components", is.components, must.components);
  if (is.work != must.work) return wrong("work", is.work, must.work);
  if (is.largest_work != must.largest_work) return wrong("w", is.largest_work, must.largest_work);
  if (is.largest_operations != must.largest_operations)
    return wrong("m_op", is.largest_operations, must.largest_operations);
  if (is.messages != must.messages) return wrong("messages", is.messages, must.messages);
  if (is.words != must.words) return wrong("words", is.words, must.words);
  if (is.largest_sent != must.largest_sent) return wrong("h out", is.largest_sent, must.largest_sent);
  if (is.largest_received != must.largest_received) return wrong("h in", is.largest_received, must.largest_received);
  if (is.pattern != must.pattern) return wrong("max(q, r)", is.pattern, must.pattern);
  if (is.pattern_back != must.pattern_back) return wrong("max(q, r) back", is.pattern_back, must.pattern_back);
  // Where nothing travels, not to shared arrays either, ports take their latency and other networks nothing.
  const bool still = must.messages == 0 && must.shared.requests.total() == 0;
  if (!still && (is.charge > 0) != (must.pattern > 0)) return wrong("charge", is.charge, must.pattern);
  if (still && !port && is.charge != 0) return wrong("charge", is.charge, 0);
  if ((is.charge_back > 0) != (must.pattern_back > 0)) return wrong("charge back", is.charge_back, must.pattern_back);
  if (port) {
    const std::uint64_t charge = still ? port->latency : charge_of(*port, must.pattern);
    const std::uint64_t back = charge_of(*port, must.pattern_back);
    if (is.charge != charge) return wrong("charge", is.charge, charge);
    if (is.charge_back != back) return wrong("charge back", is.charge_back, back);
  }
  const SharedAccess& had = is.shared;
  const SharedAccess& wanted = must.shared;
  if (!same(had.requests, wanted.requests)) return wrong("requests", had.requests.total(), wanted.requests.total());
  if (had.largest_requests != wanted.largest_requests)
    return wrong("most requests", had.largest_requests, wanted.largest_requests);
  if (had.largest_reads != wanted.largest_reads) return wrong("most reads", had.largest_reads, wanted.largest_reads);
  if (had.largest_writes != wanted.largest_writes)
    return wrong("most writes", had.largest_writes, wanted.largest_writes);
  if (had.distinct != wanted.distinct) return wrong("distinct", had.distinct, wanted.distinct);
  if (had.largest_read_degree != wanted.largest_read_degree)
    return wrong("read degree", had.largest_read_degree, wanted.largest_read_degree);
  if (had.largest_write_degree != wanted.largest_write_degree)
    return wrong("write degree", had.largest_write_degree, wanted.largest_write_degree);
  return "";
}

}  // namespace

SuperstepAccounts::SuperstepAccounts(std::uint32_t components, std::uint32_t processes)
    : components_(components), processes_(processes) {}

void SuperstepAccounts::begin() {
  now_ = {};
  for (auto* const sums : {&work_, &sent_, &received_, &sent_back_, &received_back_}) sums->assign(components_, 0);
  operations_.assign(processes_, 0);
}

void SuperstepAccounts::work(std::uint32_t process, std::uint64_t operations) {
  work_[component_of(process)] += operations;
  operations_[process] += operations;
}

void SuperstepAccounts::carry(const char* operation, const std::string& subject, std::uint32_t from, std::uint32_t to,
                              std::uint64_t words, std::uint64_t back) {
  const std::uint32_t a = component_of(from);
  const std::uint32_t b = component_of(to);
  if (a == b) return;
  sent_[a] += words;
  received_[b] += words;
  sent_back_[b] += back;
  received_back_[a] += back;
  Words& line = now_.lines[{operation, subject}];
  line.messages += back > 0 ? 2 : 1;
  line.there += words;
  line.back += back;
}

void SuperstepAccounts::end(const std::string& tag, const std::vector<bool>& goes_on, const SharedAccess& shared) {
  SuperstepRecord& record = now_.record;
  record.superstep = rounds_.size() + 1;
  record.tag = tag;
  std::set<std::uint32_t> components;
  for (std::uint32_t process = 0; process < processes_; ++process) {
    if (!goes_on[process]) continue;
    ++record.processes;
    components.insert(component_of(process));
  }
  record.components = components.size();
  for (const auto& [name, line] : now_.lines) {
    record.messages += line.messages;
    record.words += line.there + line.back;
  }
  for (std::uint32_t c = 0; c < components_; ++c) {
    record.work += work_[c];
    record.largest_work = std::max(record.largest_work, work_[c]);
    record.largest_sent = std::max(record.largest_sent, sent_[c] + sent_back_[c]);
    record.largest_received = std::max(record.largest_received, received_[c] + received_back_[c]);
    record.pattern = std::max({record.pattern, sent_[c], received_[c]});
    record.pattern_back = std::max({record.pattern_back, sent_back_[c], received_back_[c]});
  }
  record.largest_operations = *std::ranges::max_element(operations_);
  record.shared = shared;
  rounds_.push_back(std::move(now_));
}

void SuperstepAccounts::leave_unread(const std::string& queue, std::uint64_t messages, std::uint64_t of_another_type) {
  if (messages == 0) return;
  UnreadMessages& sum = unread_[queue];
  sum.messages += messages;
  sum.of_another_type += of_another_type;
}

std::string SuperstepAccounts::complaint(const Ledger& ledger, const std::optional<Port>& port) const {
  if (ledger.supersteps() != rounds_.size())
    return fmt::format("{} supersteps, not {}", ledger.supersteps(), rounds_.size());
  if (ledger.superstep_records().size() != rounds_.size()) return "number of records";
  if (ledger.steps() != 0) return "steps";
  std::map<std::string, SuperstepTotal> totals;
  std::map<LineName, TransferTotal> lines;
  std::uint64_t charge = 0;
  for (std::size_t k = 0; k < rounds_.size(); ++k) {
    const SuperstepRecord& is = ledger.superstep_records()[k];
    const SuperstepRecord& must = rounds_[k].record;
    if (const std::string what = complaint_of(is, must, port); !what.empty())
      return fmt::format("superstep {}: {}", k + 1, what);
    charge += is.charge + is.charge_back;
    SuperstepTotal& total = totals[must.tag];
    ++total.supersteps;
    total.work += must.work;
    total.largest_work += must.largest_work;
    total.mean_work += static_cast<double>(must.work) / static_cast<double>(must.components);
    total.messages += must.messages;
    total.words += must.words;
    total.largest_sent += must.largest_sent;
    total.largest_received += must.largest_received;
    total.mean_words += static_cast<double>(must.words) / static_cast<double>(must.components);
    total.relation += std::max(must.largest_sent, must.largest_received);
    total.pattern += must.pattern;
    total.pattern_back += must.pattern_back;
    total.charge += is.charge;
    total.charge_back += is.charge_back;
    Words all;
    for (const auto& [name, line] : rounds_[k].lines) {
      all.there += line.there;
      all.back += line.back;
    }
    for (const auto& [name, line] : rounds_[k].lines) {
      TransferTotal& sum = lines[name];
      sum.messages += line.messages;
      sum.words += line.there + line.back;
      sum.charge +=
          static_cast<double>(is.charge * line.there) / static_cast<double>(std::max(all.there, std::uint64_t{1}));
      sum.charge +=
          static_cast<double>(is.charge_back * line.back) / static_cast<double>(std::max(all.back, std::uint64_t{1}));
    }
  }
  if (ledger.superstep_totals().size() != totals.size()) return "number of tags";
  for (const SuperstepTotal& had : ledger.superstep_totals()) {
    const SuperstepTotal& wanted = totals[had.tag];
    const bool same_sums =
        had.supersteps == wanted.supersteps && had.work == wanted.work && had.largest_work == wanted.largest_work &&
        close(had.mean_work, wanted.mean_work) && had.messages == wanted.messages && had.words == wanted.words &&
        had.largest_sent == wanted.largest_sent && had.largest_received == wanted.largest_received &&
        close(had.mean_words, wanted.mean_words) && had.relation == wanted.relation && had.pattern == wanted.pattern &&
        had.pattern_back == wanted.pattern_back && had.charge == wanted.charge && had.charge_back == wanted.charge_back;
    if (!same_sums) return fmt::format("sums of tag \"{}\"", had.tag);
  }
  std::map<LineName, TransferTotal> had_lines;
  for (const TransferTotal& line : ledger.transfers()) {
    TransferTotal& sum = had_lines[{line.operation, line.subject}];
    sum.messages += line.messages;
    sum.words += line.words;
    sum.charge += line.charge;
  }
  if (had_lines.size() != lines.size()) return "number of lines";
  for (const auto& [name, had] : had_lines) {
    const TransferTotal& wanted = lines[name];
    if (had.messages != wanted.messages || had.words != wanted.words || !close(had.charge, wanted.charge))
      return fmt::format("line that {}s {}: {} messages, {} words, charge {}, not {}, {}, {}", name.first, name.second,
                         had.messages, had.words, had.charge, wanted.messages, wanted.words, wanted.charge);
  }
  if (ledger.superstep_charge() != charge) return "charge";
  if (ledger.unread_messages().size() != unread_.size()) return "number of queues that were not read";
  for (const UnreadMessages& had : ledger.unread_messages()) {
    const auto known = unread_.find(had.queue);
    const UnreadMessages wanted = known == unread_.end() ? UnreadMessages() : known->second;
    if (had.messages != wanted.messages || had.of_another_type != wanted.of_another_type)
      return fmt::format("queue {}: {} unread, {} of another type, not {}, {}", had.queue, had.messages,
                         had.of_another_type, wanted.messages, wanted.of_another_type);
  }
  return "";
}

}  // namespace pram::conformance::spmd
