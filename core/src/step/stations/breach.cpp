#include "breach.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "../../ranks/failure_text.hpp"
#include "../../routing/agreed_step.hpp"

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
                       worker->processor_of(at), site, worker->value[at], species.operation});
      }
    }
  }
  // Stable: requests of one process for one cell stay in the order in which they were made.
  std::ranges::stable_sort(all, {}, [](const Asked& one) { return std::tuple(one.serial, one.index, one.processor); });
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

/// The words with which an error describes a breach.
struct BreachWords {
  const char* of_processors;
  const char* of_processes;
  const char* of_one_process;  ///< that breaks the rule against itself
};

constexpr BreachWords both_read = {"two processors read one cell", "two processes read one cell", ""};
constexpr BreachWords both_write = {"two processors write one cell", "two processes write one cell",
                                    "one process changes a cell in two ways"};
constexpr BreachWords read_and_write = {"one processor reads a cell that another writes",
                                        "one process reads a cell that another writes",
                                        "one process reads and writes a cell in one superstep"};
constexpr BreachWords write_unequally = {"two processors write different values into one cell",
                                         "two processes write different values into one cell", ""};
constexpr BreachWords mix_operations = {"mixed operations update one cell", "mixed operations update one cell",
                                        "mixed operations update one cell"};
constexpr BreachWords mix_namesakes = {"two operators of one name update one cell",
                                       "two operators of one name update one cell",
                                       "two operators of one name update one cell"};

struct Breach {
  const Asked* lower;
  const Asked* higher;
  BreachWords words;
};

/// The breach among the requests of one cell, if there is one.
std::optional<Breach> breach_of(Rule rule, const Asked* first, const Asked* last) {
  const auto next = [last](const Asked* from, auto fits) { return std::find_if(from, last, fits); };
  const auto pair = [](const Asked* a, const Asked* b, const BreachWords& words) {
    return Breach{std::min(a, b), std::max(a, b), words};
  };
  if (last - first < 2) return std::nullopt;
  const Allowed allowed(rule);
  if (!allowed.concurrent_reads) {
    const Asked* const other = first + 1;
    return pair(first, other,
                first->writes() && other->writes()   ? both_write
                : first->writes() || other->writes() ? read_and_write
                                                     : both_read);
  }
  const Asked* const writer = next(first, [](const Asked& one) { return one.writes(); });
  if (writer == last) return std::nullopt;
  if (!allowed.concurrent_writes) {
    const Asked* const other = writer == first ? first + 1 : first;
    return pair(writer, other, other->writes() ? both_write : read_and_write);
  }
  const Asked* const stranger = next(
      writer, [writer](const Asked& one) { return one.writes() && !compatible(writer->operation, one.operation); });
  if (stranger != last) {
    return pair(
        writer, stranger,
        operation_name(writer->operation) == operation_name(stranger->operation) ? mix_namesakes : mix_operations);
  }
  if (!allowed.only_agreement || writer->operation.action != Action::write) return std::nullopt;
  const Asked* const dissenter = next(writer, [writer](const Asked& one) {
    return one.writes() && !same_value(writer->operation, writer->operand, one.operand);
  });
  if (dissenter != last) return pair(writer, dissenter, write_unequally);
  return std::nullopt;
}

/// Of the breaches that ranks have found, each among the cells that it has, the first.
ConflictError first_breach(RankGroup& group, const std::optional<FoundBreach>& mine) {
  BytesWriter written;
  if (mine) {
    written.number(mine->serial);
    written.number(mine->index);
    write_failure(written, std::make_exception_ptr(mine->error));
  }
  const GatheredBytes all = group.gather(written.bytes());
  std::optional<BytesReader> first;
  std::pair<std::uint64_t, std::uint64_t> lowest;
  for (const std::vector<std::byte>& bytes : all) {
    if (bytes.empty()) continue;
    BytesReader reader(bytes);
    const std::uint64_t serial = reader.number();
    const std::pair cell(serial, reader.number());
    if (first && lowest < cell) continue;
    first = reader;
    lowest = cell;
  }
  try {
    throw_written(first.value());
  } catch (ConflictError& error) {
    return std::move(error);
  }
}

}  // namespace

bool is_breach(Rule rule, const AccessFacts& facts, bool unequal_writes) {
  if (facts.mixed_operations) return true;
  const Allowed allowed(rule);
  if (!allowed.concurrent_reads && facts.largest_read_degree > 1) return true;
  if (!allowed.concurrent_writes && (facts.largest_write_degree > 1 || facts.read_and_written > 0)) return true;
  return allowed.only_agreement && unequal_writes;
}

std::optional<FoundBreach> find_breach(Rule rule, std::uint64_t step, const std::string& tag, const WorkerTeam& team) {
  const std::vector<Asked> all = all_requests(team);
  for (auto first = all.begin(); first != all.end();) {
    const auto last = std::find_if(
        first, all.end(), [first](const Asked& one) { return one.array != first->array || one.index != first->index; });
    if (const std::optional<Breach> found = breach_of(rule, &*first, &*first + (last - first))) {
      const Worker& any = *team.workers.front();
      // The slots of requests from several ranks have their processors as those of processes do.
      const bool processes = any.origins != nullptr && (team.agreed == nullptr || team.agreed->of_processes);
      const BreachWords& words = found->words;
      ConflictError error({model_name(rule),
                           !processes                                            ? words.of_processors
                           : found->lower->processor == found->higher->processor ? words.of_one_process
                                                                                 : words.of_processes,
                           step,
                           any.memory.array(first->array).name,
                           first->index,
                           {found->lower->processor, found->higher->processor},
                           {any.sites.line(found->lower->site), any.sites.line(found->higher->site)},
                           {operation_name(found->lower->operation), operation_name(found->higher->operation)},
                           processes,
                           tag});
      return FoundBreach{first->serial, first->index, std::move(error)};
    }
    first = last;
  }
  return std::nullopt;
}

ConflictError explain_breach(Rule rule, std::uint64_t step, const std::string& tag, const WorkerTeam& team) {
  const bool of_ranks = team.agreed != nullptr;
  std::optional<FoundBreach> found = find_breach(rule, step, tag, of_ranks ? *team.agreed->serving : team);
  if (of_ranks) return first_breach(*team.agreed->group, found);
  if (found) return std::move(found->error);
  throw std::logic_error("a breach was seen by a module but not found among the requests");
}

}  // namespace pram::detail
