#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "../../request/call_sites.hpp"
#include "../communication.hpp"
#include "../process_group.hpp"

/// What is wrong with what processes asked for: found while it is served, and told when all is.
namespace pram::bsp::detail {

void ProcessGroup::note(std::uint32_t w, const Breach::Key& key, std::string sentence) {
  if (key < inboxes_[w].breach.key) inboxes_[w].breach = {key, std::move(sentence), std::nullopt};
}

void ProcessGroup::note_sent_within(std::uint32_t w, const Runs<MessageRecord>& messages, std::size_t run) {
  const Run& common = messages.runs[run];
  for (std::uint64_t k = common.begin; k < messages.end_of(run); ++k) {
    note(w, key_of(common.source, messages.records[k].target, 0, 0),
         fmt::format("{} sends a message while a collective is under way, {}, at {}: what an operator of a collective "
                     "does is no part of the program's communication",
                     name_of(common.source), in_superstep(), all_.where(common.line)));
  }
}

void ProcessGroup::note_conflict(std::uint32_t w, const StoredCoarray& coarray, const Range& put, std::uint64_t index,
                                 const StoredCoarray::Stamp& first, const char* what) {
  const Breach::Key key = key_of(put.source, put.target, put.coarray, index);
  if (!(key < inboxes_[w].breach.key)) return;
  const bool ascending = first.source < put.source;
  const SourceLine lines[] = {all_.line(first.line), all_.line(put.line)};
  inboxes_[w].breach = {key,
                        {},
                        ConflictError::Facts{pram::detail::model_name(all_.rule()),
                                             fmt::format("{} of {}", what, name_of(put.target)),
                                             all_.number(),
                                             coarray.name,
                                             index,
                                             {process_of(std::min(first.source, put.source)),
                                              process_of(std::max(first.source, put.source))},
                                             {lines[ascending ? 0 : 1], lines[ascending ? 1 : 0]},
                                             {"put", "put"},
                                             true,
                                             tag_}};
}

void ProcessGroup::note_missing(std::uint32_t w, const Range& asked, const char* what) {
  const Breach::Key key = key_of(asked.source, asked.target, asked.coarray, asked.index);
  const bool known = asked.coarray < coarray_count_;
  const std::string name = known ? coarray(asked.coarray).name : fmt::format("coarray {}", asked.coarray + 1);
  if (!known || coarray(asked.coarray).blocks[asked.target].data == nullptr) {
    const bool freed = known && coarray(asked.coarray).blocks[asked.target].freed;
    note(w, key,
         fmt::format("{} {} the block that {} has of {}, {}, at {}, but {}", name_of(asked.source), what,
                     name_of(asked.target), name, in_superstep(), all_.where(asked.line),
                     freed ? "that process has freed it: a coarray lives until the sync that ends its last use"
                           : "that process has not made it: all processes make their coarrays in the same order"));
    return;
  }
  const Block& block = coarray(asked.coarray).blocks[asked.target];
  note(w, key,
       fmt::format("{} {} {}[{}]{} of {}, {}, at {}, but that block has {} element{}", name_of(asked.source), what,
                   name, static_cast<std::int64_t>(asked.index),
                   asked.count == 1 ? "" : fmt::format(" and the next {}", asked.count - 1), name_of(asked.target),
                   in_superstep(), all_.where(asked.line), block.size, block.size == 1 ? "" : "s"));
}

StoredCoarray* ProcessGroup::find(std::uint32_t w, const Range& asked, const char* what) {
  if (asked.coarray < coarray_count_) [[likely]] {
    StoredCoarray& found = coarray(asked.coarray);
    const Block& block = found.blocks[asked.target];
    if (block.data != nullptr && asked.index <= block.size && asked.count <= block.size - asked.index) [[likely]]
      return &found;
  }
  note_missing(w, asked, what);
  return nullptr;
}

Breach::Key ProcessGroup::key_of(std::uint32_t source, std::uint32_t target, std::uint32_t coarray,
                                 std::uint64_t index) const {
  return {process_of(source), process_of(target), coarray, index};
}

}  // namespace pram::bsp::detail
