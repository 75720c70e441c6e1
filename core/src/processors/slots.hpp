#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <pram/detail/processors/outbox.hpp>

#include "../host/pages.hpp"

namespace pram::detail {

inline constexpr std::uint32_t finished_processor = no_request - 1;

/// The least slots of a chunk, unless a worker has fewer.
inline constexpr std::uint32_t chunk_slots = 2048;

/// Consecutive processors of whole components that are resumed and served together, few enough for the first caches.
struct Chunk {
  std::uint32_t first = 0;  ///< slots [first, last)
  std::uint32_t last = 0;
  std::uint32_t live = 0;
  std::uint32_t requests = 0;            ///< in this step
  std::uint32_t site = 0;                ///< of all its requests, unless mixed
  bool mixed = false;                    ///< each request's site stands in Slots::sites_of
  std::uint32_t last_site = no_request;  ///< site, as the step before had it
  bool last_mixed = false;               ///< mixed, likewise
};

/// How the n processors of a pardo are dealt to p components: processor i belongs to component floor(i p / n).
struct BlockDistribution {
  std::uint64_t processors = 0;
  std::uint32_t components = 1;
  std::uint64_t pardo = 0;  ///< its number in the process

  std::uint32_t component_of(std::uint64_t processor) const {
    return static_cast<std::uint32_t>(processor * components / processors);
  }
  /// The first processor of a component.
  std::uint64_t first_of(std::uint64_t component) const {
    return (component * processors + components - 1) / components;
  }
};

/// The processes and components of a superstep's slots. A slot is a request of a BSP process, which may have any number
/// of them; or of a processor, for a cell that its own rank does not store.
struct RequestOrigins {
  bool of_processors = false;
  Pages<std::uint32_t> process;  ///< per slot
  Pages<std::uint32_t> ordinal;  ///< per slot of a process, where ranks ask each other: which of its component's
  std::vector<std::uint32_t> component;  ///< those that have slots, ascending
  std::vector<std::uint32_t> first;      ///< their first slots, and the end of the last one's
};

/// The slots of a host worker: those of the processors on a contiguous range of components, chunk by chunk, or those of
/// what BSP processes there ask for.
class Slots : public Outbox {
 public:
  /// Makes the slots of the processors of components [first, last).
  void assign(const BlockDistribution& how, std::uint32_t first, std::uint32_t last);
  /// Makes room for the slots of requests, in place of processors'.
  void begin_requests(std::uint32_t most);

  /// The processor that a slot belongs to, or the process.
  std::uint64_t processor_of(std::uint32_t at) const {
    return origins == nullptr ? first_processor + at : origins->process[at];
  }
  /// The call site of a request of this chunk.
  std::uint32_t site_at(const Chunk& one, std::uint32_t at) const { return one.mixed ? sites_of[at] : one.site; }
  void drop_empty_chunks();

  BlockDistribution distribution;
  std::uint32_t first_component = 0;
  std::uint32_t last_component = 0;
  std::uint32_t slots = 0;
  std::uint64_t live = 0;
  std::vector<Chunk> chunks;
  std::unique_ptr<RequestOrigins> origins;  ///< null: every slot is a processor

  Pages<std::uint32_t> indices;  ///< what Outbox::index points to
  Pages<Word> values;
  Pages<std::uint32_t> sites_of;

 protected:
  /// Points at the slots in memory for so many.
  void reserve(std::uint32_t count);
};

}  // namespace pram::detail
