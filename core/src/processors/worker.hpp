#pragma once

#include <cstddef>
#include <cstdint>

#include "../memory/modules.hpp"
#include "../request/merge_table.hpp"
#include "../request/record.hpp"
#include "processor_run.hpp"
#include "site_counts.hpp"

namespace pram::detail {

/// One host worker: the processors and the memory modules of a contiguous range of components.
class Worker : public ProcessorRun, public SiteCounts {
 public:
  /// @param stop  see ProcessorRun
  Worker(SharedMemory& shared, CallSites& known, const std::atomic<bool>* stop)
      : ProcessorRun(shared, known, stop), modules(shared, known) {}

  /// Takes over the processors of components [first, last).
  void assign(const BlockDistribution& how, std::uint32_t first, std::uint32_t last) {
    ProcessorRun::assign(how, first, last);
    SiteCounts::clear();
  }

  using SiteCounts::count_requests;
  void count_requests(const Chunk& one) { count_requests(*this, one); }

  /// Has its modules serve the records that have arrived, see Modules::serve().
  void serve(ReadRecord* records, std::size_t count, std::uint32_t from_site) {
    modules.serve(records, count, from_site, facts_of(from_site));
  }
  /// @param highest_site  of the records
  void serve(UpdateRecord* records, std::size_t count, std::uint32_t highest_site) {
    facts_of(highest_site);
    modules.serve(records, count, site_facts);
  }

  Modules modules;
  MergeTable merge_table;
};

}  // namespace pram::detail
