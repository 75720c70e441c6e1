#include "breaches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "../../request/call_sites.hpp"

namespace pram::bsp::detail {

void Breach::raise() const {
  if (conflict) throw ConflictError(*conflict);
  throw Error(sentence);
}

const Breach* Breaches::first() const {
  const auto lowest = std::ranges::min_element(first_, {}, &Breach::key);
  return lowest->found() ? &*lowest : nullptr;
}

void Breaches::note(std::uint32_t w, const Breach::Key& key, std::string sentence) {
  if (key < first_[w].key) first_[w] = {key, std::move(sentence), std::nullopt};
}

void Breaches::note_sent_within(std::uint32_t w, const Runs<MessageRecord>& messages, std::size_t run) {
  const Run& common = messages.runs[run];
  for (std::uint64_t k = common.begin; k < messages.end_of(run); ++k) {
    note(w, key_of({common.source, messages.records[k].target}, 0),
         fmt::format("{} sends a message while a collective is under way, {}, at {}: what an operator of a collective "
                     "does is no part of the program's communication",
                     members_.name_of(common.source), run_.in_superstep(tag_), run_.where(common.line)));
  }
}

void Breaches::note_conflict(std::uint32_t w, const ElementAccess& put, std::uint64_t index,
                             const StoredCoarray::Stamp& first, const char* what) {
  const Breach::Key key = key_of(put, index);
  if (!(key < first_[w].key)) return;
  const bool ascending = first.source < put.source;
  const SourceLine lines[] = {run_.line(first.line), run_.line(put.line)};
  first_[w] = {key,
               {},
               ConflictError::Facts{pram::detail::model_name(run_.rule()),
                                    fmt::format("{} of {}", what, members_.name_of(put.target)),
                                    run_.superstep(),
                                    coarrays_[put.coarray].name,
                                    index,
                                    {members_.process_of(std::min(first.source, put.source)),
                                     members_.process_of(std::max(first.source, put.source))},
                                    {lines[ascending ? 0 : 1], lines[ascending ? 1 : 0]},
                                    {"put", "put"},
                                    true,
                                    tag_}};
}

void Breaches::note_missing(std::uint32_t w, const ElementAccess& asked, const char* what) {
  const bool known = asked.coarray < coarrays_.count();
  const Block none;
  const Block& block = known ? coarrays_[asked.coarray].blocks[asked.target] : none;
  const std::string name = known ? coarrays_[asked.coarray].name : fmt::format("coarray {}", asked.coarray + 1);
  const std::string source = members_.name_of(asked.source);
  const std::string target = members_.name_of(asked.target);
  const std::string where = fmt::format("{}, at {}", run_.in_superstep(tag_), run_.where(asked.line));
  if (block.data == nullptr) {
    note(
        w, key_of(asked, asked.index),
        fmt::format("{} {} the block that {} has of {}, {}, but {}", source, what, target, name, where,
                    block.freed ? "that process has freed it: a coarray lives until the sync that ends its last use"
                                : "that process has not made it: all processes make their coarrays in the same order"));
    return;
  }
  note(w, key_of(asked, asked.index),
       fmt::format("{} {} {}[{}]{} of {}, {}, but that block has {} element{}", source, what, name,
                   static_cast<std::int64_t>(asked.index),
                   asked.count == 1 ? "" : fmt::format(" and the next {}", asked.count - 1), target, where, block.size,
                   block.size == 1 ? "" : "s"));
}

}  // namespace pram::bsp::detail
