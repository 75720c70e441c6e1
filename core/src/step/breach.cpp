#include "breach.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

namespace pram::detail {

namespace {

struct Asked {
  std::uint64_t serial;  // of the array
  std::uint32_t array;
  std::uint32_t index;
  std::uint64_t processor;
  std::uint32_t site;
  Word operand;
  Operation operation;

  bool writes() const { return operation.action != Action::read; }
};

std::vector<Asked> all_requests(const WorkerTeam& team) {
  std::vector<Asked> all;
  for (const auto& worker : team.workers) {
    for (const Chunk& chunk : worker->chunks) {
      for (std::uint32_t at = chunk.first; chunk.requests > 0 && at < chunk.last; ++at) {
        if (worker->index[at] >= finished_processor) continue;
        const std::uint32_t site = worker->site_at(chunk, at);
        const Species& species = worker->sites.species(worker->sites.site(site).species);
        all.push_back({worker->memory.array(species.array).serial, species.array, worker->index[at],
                       worker->first_processor + at, site, worker->value[at], species.operation});
      }
    }
  }
  std::ranges::sort(all, {}, [](const Asked& one) { return std::tuple(one.serial, one.index, one.processor); });
  return all;
}

/// What a rule allows the accesses to one cell.
struct Allowed {
  bool concurrent_reads;
  bool concurrent_writes;
  bool only_agreement;  ///< of those that write it

  explicit Allowed(Rule rule)
      : concurrent_reads(with_rule(rule, [](auto type) { return type.concurrent_reads; })),
        concurrent_writes(with_rule(rule, [](auto type) { return type.concurrent_writes; })),
        only_agreement(with_rule(rule, [](auto type) { return type.writers_agree; })) {}
};

struct Breach {
  const Asked* lower;
  const Asked* higher;
  const char* what;
};

/// The breach among the requests of one cell, if there is one.
std::optional<Breach> breach_of(Rule rule, const Asked* first, const Asked* last) {
  const auto next = [last](const Asked* from, auto fits) { return std::find_if(from, last, fits); };
  const auto pair = [](const Asked* a, const Asked* b, const char* what) {
    return Breach{std::min(a, b), std::max(a, b), what};
  };
  if (last - first < 2) return std::nullopt;
  const Allowed allowed(rule);
  if (!allowed.concurrent_reads) {
    const Asked* const other = first + 1;
    return pair(first, other,
                first->writes() && other->writes()   ? "two processors write one cell"
                : first->writes() || other->writes() ? "one processor reads a cell that another writes"
                                                     : "two processors read one cell");
  }
  const Asked* const writer = next(first, [](const Asked& one) { return one.writes(); });
  if (writer == last) return std::nullopt;
  if (!allowed.concurrent_writes) {
    const Asked* const other = writer == first ? first + 1 : first;
    return pair(writer, other,
                other->writes() ? "two processors write one cell" : "one processor reads a cell that another writes");
  }
  const Asked* const stranger = next(
      writer, [writer](const Asked& one) { return one.writes() && !compatible(writer->operation, one.operation); });
  if (stranger != last) {
    return pair(writer, stranger,
                operation_name(writer->operation) == operation_name(stranger->operation)
                    ? "two operators of one name update one cell"
                    : "mixed operations update one cell");
  }
  if (!allowed.only_agreement || writer->operation.action != Action::write) return std::nullopt;
  const Asked* const dissenter = next(writer, [writer](const Asked& one) {
    return one.writes() && !same_value(writer->operation, writer->operand, one.operand);
  });
  if (dissenter != last) return pair(writer, dissenter, "two processors write different values into one cell");
  return std::nullopt;
}

}  // namespace

bool is_breach(Rule rule, const AccessFacts& facts, bool unequal_writes) {
  if (facts.mixed_operations) return true;
  const Allowed allowed(rule);
  if (!allowed.concurrent_reads && facts.largest_read_degree > 1) return true;
  if (!allowed.concurrent_writes && (facts.largest_write_degree > 1 || facts.read_and_written > 0)) return true;
  return allowed.only_agreement && unequal_writes;
}

ConflictError explain_breach(Rule rule, std::uint64_t step, const WorkerTeam& team) {
  const std::vector<Asked> all = all_requests(team);
  for (auto first = all.begin(); first != all.end();) {
    const auto last = std::find_if(
        first, all.end(), [first](const Asked& one) { return one.array != first->array || one.index != first->index; });
    if (const std::optional<Breach> found = breach_of(rule, &*first, &*first + (last - first))) {
      const Worker& any = *team.workers.front();
      const std::string rule_name = !Allowed(rule).concurrent_writes ? to_string(rule) : "CRCW " + to_string(rule);
      return ConflictError({rule_name,
                            found->what,
                            step,
                            any.memory.array(first->array).name,
                            first->index,
                            {found->lower->processor, found->higher->processor},
                            {any.sites.line(found->lower->site), any.sites.line(found->higher->site)},
                            {operation_name(found->lower->operation), operation_name(found->higher->operation)}});
    }
    first = last;
  }
  throw std::logic_error("a breach was seen by a module but not found among the requests");
}

}  // namespace pram::detail
