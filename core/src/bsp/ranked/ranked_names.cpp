#include "ranked_processes.hpp"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include <pram/error.hpp>

/// Lines, queues and coarrays that processes of one rank have named, as the other ranks get to know them.
namespace pram::bsp::detail {

namespace {

using pram::detail::BytesReader;
using pram::detail::BytesWriter;

void write_type(BytesWriter& to, const ElementType& type) {
  to.number(type.bytes);
  to.number(static_cast<std::uint64_t>(type.word));
  to.number(type.is_number ? 1 : 0);
  to.text(type.name);
}

bool alike(const ElementType& a, const ElementType& b) {
  return a.bytes == b.bytes && a.word == b.word && std::strcmp(a.name, b.name) == 0;
}

/// @param texts  keeps the type's name
ElementType read_type(BytesReader& from, std::set<std::string>& texts) {
  ElementType type;
  type.bytes = from.number();
  type.word = static_cast<WordType>(from.number());
  type.is_number = from.number() != 0;
  type.name = texts.insert(from.text()).first->c_str();
  return type;
}

}  // namespace

void RankedProcesses::write_queues(BytesWriter& to) const {
  const std::vector<RunContext::NamedQueue>& queues = run_.queues();
  to.number(queues.size() - queues_.told());
  for (std::size_t place = queues_.told(); place < queues.size(); ++place) {
    const RunContext::NamedQueue& one = queues[place];
    to.text(one.name);
    write_type(to, *one.type);
    to.number(one.process);
    to.text(one.file);
    to.number(one.line);
  }
}

void RankedProcesses::read_queues(BytesReader& from, bool own) {
  std::uint32_t place = queues_.told();
  for (std::uint64_t left = from.number(); left > 0; --left, ++place) {
    RunContext::NamedQueue asked;
    asked.name = from.text();
    const ElementType type = read_type(from, texts_);
    asked.type = &type;
    asked.process = static_cast<std::uint32_t>(from.number());
    asked.file = from.text();
    asked.line = static_cast<std::uint32_t>(from.number());
    if (!asked.name.empty()) {
      const ElementType& known = queue_types_.emplace(asked.name, type).first->second;
      if (!alike(known, type)) {
        note_other_type(asked.process, RunContext::other_type(asked, known, run_.in_superstep()));
        continue;
      }
    }
    const std::optional<std::uint32_t> entered = run_.enter_queue(asked.name, type);
    if (!entered) continue;  // this rank's own queue is the one of another type
    if (own && *entered != place)
      throw ConfigError("ranks", std::to_string(ranks_.ranks()),
                        fmt::format("one rank, where two types that are both called {} have queues", type.name));
    queues_.enter(*entered);
  }
}

void RankedProcesses::write_coarrays(BytesWriter& to) const {
  for (const auto& group : groups_) {
    const std::uint32_t told = group->number() < coarrays_told_.size() ? coarrays_told_[group->number()] : 0;
    const Coarrays& coarrays = std::as_const(*group).coarrays();
    if (coarrays.count() == told) continue;
    to.number(group->number() + std::uint64_t{1});
    to.number(coarrays.count() - told);
    for (std::uint32_t number = told; number < coarrays.count(); ++number) {
      const StoredCoarray& made = coarrays[number];
      to.text(made.name);
      to.number(made.bytes_each);
      to.number(static_cast<std::uint64_t>(made.type));
      to.number(made.maker);
      to.text(made.where);
    }
  }
  to.number(0);
}

void RankedProcesses::read_coarrays(BytesReader& from) {
  coarrays_told_.resize(groups_.size(), 0);
  for (std::uint64_t of = from.number(); of != 0; of = from.number()) {
    const auto group = static_cast<std::size_t>(of - 1);
    std::vector<NamedCoarray>& known = coarrays_[group];
    const std::uint64_t count = from.number();
    for (std::size_t k = 0; k < count; ++k) {
      NamedCoarray made;
      made.name = from.text();
      made.type.bytes = from.number();
      made.type.word = static_cast<WordType>(from.number());
      const auto maker = static_cast<std::uint32_t>(from.number());
      const std::string where = from.text();
      if (k == known.size()) {
        known.push_back(std::move(made));
        continue;
      }
      const NamedCoarray& first = known[k];
      if (first.type.bytes == made.type.bytes && first.type.word == made.type.word) continue;
      ProcessGroup& in = *groups_[group];
      note_other_type(in.members().process_of(maker),
                      in.coarrays().other_type(coarrays_told_[group] + static_cast<std::uint32_t>(k), maker,
                                               made.type.bytes, where, first.name, first.type.bytes));
    }
  }
}

/// Every rank has the coarrays that the lowest process has made, by its names.
void RankedProcesses::enter_coarrays() {
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    for (const NamedCoarray& made : coarrays_[group])
      groups_[group]->coarrays().enter_made(coarrays_told_[group]++, made.type, made.name);
    coarrays_[group].clear();
  }
}

void RankedProcesses::write_lines(BytesWriter& to) const {
  to.number(run_.lines().size() - lines_.told());
  for (std::size_t number = lines_.told(); number < run_.lines().size(); ++number) {
    const RunContext::Line& line = run_.lines()[number];
    to.number(static_cast<std::uint64_t>(line.transfer));
    to.text(line.subject);
    to.text(line.file);
    to.number(line.line);
  }
}

void RankedProcesses::read_lines(BytesReader& from) {
  for (std::uint64_t left = from.number(); left > 0; --left) {
    const auto transfer = static_cast<Transfer>(from.number());
    const std::string subject = from.text();
    const std::string file = from.text();
    lines_.enter(run_.enter_line(transfer, subject, file.c_str(), static_cast<std::uint32_t>(from.number())));
  }
}

}  // namespace pram::bsp::detail
