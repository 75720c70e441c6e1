#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "../../host/pages.hpp"
#include "../../memory/cell_servers.hpp"
#include "../../processors/worker.hpp"
#include "../slot_shares.hpp"

namespace pram::detail {

/// The requests of one chunk on their way. Requests are either served in place, and each worker has its share of the
/// slots; or they are records, sorted by the worker that serves them, and later the replies.
struct Batch {
  const Chunk* chunk = nullptr;
  std::uint32_t sender = 0;
  bool in_place = false;
  SlotShares shares;  ///< in place

  bool reads = false;  ///< all of one line: `read_records` is in use, else `update_records`
  std::uint32_t records = 0;
  Pages<ReadRecord> read_records;
  Pages<UpdateRecord> update_records;
  Pages<std::uint32_t> source;       ///< per record, for networks that ask
  Pages<std::uint32_t> trace;        ///< per slot of the chunk
  std::vector<std::uint32_t> first;  ///< per worker that serves: where its records begin; one more at the end
  std::size_t first_noted = 0;       ///< in an observer's log

  template <class Record>
  Pages<Record>& all() {
    if constexpr (Record::carries_operand) {
      return update_records;
    } else {
      return read_records;
    }
  }
};

/// The workers that serve the cells of each array.
class ArrayServers {
 public:
  CellServers of(const Worker& worker, std::uint32_t array, std::uint32_t workers) {
    const StoredArray& stored = worker.memory.array(array);
    if (known_.size() <= array) known_.resize(array + std::size_t{1});
    Known& one = known_[array];
    if (one.cells != stored.size) one = {stored.size, CellServers(workers, stored.first_own, stored.last_own)};
    return one.servers;
  }

 private:
  struct Known {
    std::uint64_t cells = 0;
    CellServers servers;
  };
  std::vector<Known> known_;
};

/// Sorts the records of batches by the workers that serve them; the order of those of one worker stays.
class BatchSort {
 public:
  /// @param worker   the sender
  /// @param workers  how many there are
  template <class Record>
  void sort(const Worker& worker, Batch& batch, ArrayServers& servers, std::uint32_t workers) {
    Pages<Record>& records = batch.all<Record>();
    batch.first.assign(workers + std::size_t{1}, 0);
    new_place_.reserve(batch.records);
    for (std::uint32_t k = 0; k < batch.records; ++k) {
      const Address address = records[k].address;
      const std::uint32_t array = worker.sites.species(species_of(address)).array;
      const std::uint32_t server = servers.of(worker, array, workers).of(position_of(address));
      new_place_[k] = server;
      ++batch.first[server + std::size_t{1}];
    }
    for (std::uint32_t server = 0; server < workers; ++server)
      batch.first[server + std::size_t{1}] += batch.first[server];
    next_.assign(batch.first.begin(), batch.first.end() - 1);
    Pages<Record>& sorted = scratch<Record>();
    sorted.reserve(batch.records);
    for (std::uint32_t k = 0; k < batch.records; ++k) {
      const std::uint32_t place = next_[new_place_[k]]++;
      sorted[place] = records[k];
      new_place_[k] = place;
    }
    std::swap(sorted, records);
    const Chunk& chunk = *batch.chunk;
    for (std::uint32_t at = chunk.first; at < chunk.last; ++at) {
      std::uint32_t& record = batch.trace[at - chunk.first];
      if (worker.index[at] < finished_processor) record = new_place_[record];
    }
  }

 private:
  template <class Record>
  Pages<Record>& scratch() {
    if constexpr (Record::carries_operand) {
      return update_records_;
    } else {
      return read_records_;
    }
  }

  Pages<std::uint32_t> new_place_;
  std::vector<std::uint32_t> next_;
  Pages<ReadRecord> read_records_;
  Pages<UpdateRecord> update_records_;
};

}  // namespace pram::detail
