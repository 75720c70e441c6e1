#include "source.hpp"

namespace pram::detail {

namespace {

/// Turns the indices that stand in the records' addresses into positions, and finds the owners.
template <class Record>
void locate(Worker& worker, Record* records, std::uint32_t count) {
  constexpr std::uint32_t block = 1024;
  std::uint32_t index[block];
  std::uint32_t home[block];
  for (std::uint32_t first = 0; first < count;) {
    // Consecutive records of one species are located together. A step of read records has one species alone.
    const std::uint32_t species = species_of(records[first].address);
    std::uint32_t length = 0;
    while (length < block && first + length < count && species_of(records[first + length].address) == species) {
      index[length] = position_of(records[first + length].address);
      ++length;
    }
    const CellMap& map = worker.memory.array(worker.sites.species(species).array).map;
    map.locate({index, length}, home);
    for (std::uint32_t k = 0; k < length; ++k) {
      records[first + k].address = make_address(species, map.position(index[k]));
      records[first + k].home = home[k];
    }
    first += length;
  }
}

/// A component and the end of its slots.
struct ComponentSlots {
  std::uint32_t component;
  std::uint64_t last;
};

/// The slots of a step of processors: slot k is the worker's k-th processor.
class ProcessorSlots {
 public:
  ProcessorSlots(const Worker& worker, const Chunk&) : worker_(worker) {}

  std::uint32_t processor_of(std::uint32_t at) const {
    return static_cast<std::uint32_t>(worker_.first_processor + at);
  }
  /// True if it is known that no two of a component's slots [first, last) ask for one cell by one operation.
  static constexpr bool all_differ(std::uint32_t, std::uint32_t) { return false; }
  /// @param at  asked for in ascending order
  ComponentSlots component_of(std::uint32_t at) {
    const std::uint32_t component = worker_.distribution.component_of(worker_.first_processor + at);
    return {component, worker_.distribution.first_of(std::uint64_t{component} + 1) - worker_.first_processor};
  }

 private:
  const Worker& worker_;
};

/// The slots of a superstep: requests of BSP processes, any number from each.
class RequestSlots {
 public:
  RequestSlots(const Worker& worker, const Chunk& chunk)
      : origins_(*worker.origins),
        at_(static_cast<std::size_t>(std::ranges::upper_bound(origins_.first, chunk.first) - origins_.first.begin()) -
            1) {}

  std::uint32_t processor_of(std::uint32_t at) const { return origins_.process[at]; }
  /// Slots of one process differ: what a process asks of a cell by one operation is one slot.
  bool all_differ(std::uint32_t first, std::uint32_t last) const {
    return origins_.process[first] == origins_.process[last - 1];
  }
  ComponentSlots component_of(std::uint32_t at) {
    while (origins_.first[at_ + 1] <= at) ++at_;
    return {origins_.component[at_], origins_.first[at_ + 1]};
  }

 private:
  const RequestOrigins& origins_;
  std::size_t at_;
};

/// Merges the requests of one component.
template <class Record, bool mixed, class Slots>
class ComponentMerge {
 public:
  ComponentMerge(Worker& worker, const Chunk& chunk, CombiningContext& context)
      : worker_(worker),
        slots_(worker, chunk),
        context_(context),
        site_(chunk.site),
        species_(worker.sites.site(chunk.site).species),
        operation_(worker.sites.operation(chunk.site)) {}

  /// Slots [first, last).
  /// @returns the number of records
  std::uint32_t operator()(std::uint32_t first, std::uint32_t last, const std::uint32_t origin, Record* records,
                           std::uint32_t* trace, std::uint32_t number) {
    std::uint32_t count = 0;
    const bool merges = last - first > 1 && !slots_.all_differ(first, last);
    if (merges) worker_.merge_table.begin(last - first);
    for (std::uint32_t at = first; at < last; ++at) {
      const std::uint32_t index = worker_.index[at];
      if (index >= finished_processor) continue;
      if constexpr (mixed) {
        site_ = worker_.sites_of[at];
        species_ = worker_.sites.site(site_).species;
        operation_ = worker_.sites.species(species_).operation;
      }
      const Address address = make_address(species_, index);
      std::uint32_t found = count;
      if (merges) {
        found = worker_.merge_table.find(address, count,
                                         [&](std::uint32_t other) { return records[other].address == address; });
      }
      if (found == count) {
        begin_record(records[count++], address, at);
      } else {
        ++records[found].weight;
        if constexpr (Record::carries_operand) join(records[found], at);
      }
      trace[at - origin] = number + found;
    }
    return count;
  }

 private:
  void begin_record(Record& record, Address address, std::uint32_t at) {
    record.address = address;
    record.weight = 1;
    if constexpr (Record::carries_operand) {
      record.operand = worker_.value[at];
      record.processor = slots_.processor_of(at);
      record.site = site_;
      if (operation_.fetches()) worker_.value[at] = identity_of(operation_);
    }
  }

  void join(Record& record, std::uint32_t at) {
    if (operation_.action == Action::read) return;
    const Word operand = worker_.value[at];
    if (operation_.fetches()) worker_.value[at] = record.operand;
    combine(operation_, context_, record.operand, record.processor, operand, slots_.processor_of(at));
  }

  Worker& worker_;
  const Slots slots_;
  CombiningContext& context_;
  std::uint32_t site_;
  std::uint32_t species_;
  Operation operation_;
};

template <class Record, bool mixed, class Slots>
SourceFacts merge_slots(Worker& worker, const Chunk& chunk, CombiningContext& context, Record* records,
                        std::uint32_t* source, std::uint32_t* trace, std::uint32_t number) {
  SourceFacts facts;
  ComponentMerge<Record, mixed, Slots> merge(worker, chunk, context);
  Slots slots(worker, chunk);
  const bool replies = !mixed && worker.sites.operation(chunk.site).replies();
  for (std::uint32_t first = chunk.first; first < chunk.last;) {
    const auto [component, next] = slots.component_of(first);
    const auto last = static_cast<std::uint32_t>(std::min<std::uint64_t>(next, chunk.last));
    Record* const made = records + facts.records;
    const std::uint32_t count = merge(first, last, chunk.first, made, trace, number + facts.records);
    if (count > 0) {
      std::uint32_t replying = replies ? count : 0;
      std::uint32_t requests = 0;
      for (std::uint32_t k = 0; k < count; ++k) {
        requests += made[k].weight;
        if constexpr (mixed) replying += worker.sites.species(species_of(made[k].address)).operation.replies() ? 1 : 0;
      }
      if (source != nullptr) std::fill_n(source + facts.records, count, component);
      facts.records += count;
      facts.largest_sent = std::max(facts.largest_sent, count);
      facts.largest_replying = std::max(facts.largest_replying, replying);
      facts.largest_requests = std::max(facts.largest_requests, requests);
    }
    first = last;
  }
  locate(worker, records, facts.records);
  return facts;
}

template <class Record, bool mixed>
SourceFacts merge_chunk(Worker& worker, const Chunk& chunk, CombiningContext& context, Record* records,
                        std::uint32_t* source, std::uint32_t* trace, std::uint32_t number) {
  const auto merge =
      worker.origins == nullptr ? merge_slots<Record, mixed, ProcessorSlots> : merge_slots<Record, mixed, RequestSlots>;
  return merge(worker, chunk, context, records, source, trace, number);
}

}  // namespace

template <class Record>
SourceFacts merge_at_source(Worker& worker, const Chunk& chunk, CombiningContext& context, Record* records,
                            std::uint32_t* source, std::uint32_t* trace, std::uint32_t number) {
  if (chunk.requests == 0) return {};
  if constexpr (Record::carries_operand) {
    if (chunk.mixed) return merge_chunk<Record, true>(worker, chunk, context, records, source, trace, number);
  }
  return merge_chunk<Record, false>(worker, chunk, context, records, source, trace, number);
}

template SourceFacts merge_at_source(Worker&, const Chunk&, CombiningContext&, ReadRecord*, std::uint32_t*,
                                     std::uint32_t*, std::uint32_t);
template SourceFacts merge_at_source(Worker&, const Chunk&, CombiningContext&, UpdateRecord*, std::uint32_t*,
                                     std::uint32_t*, std::uint32_t);

}  // namespace pram::detail
