#include "ranked_sites.hpp"

#include <fmt/format.h>

#include <optional>

#include <pram/error.hpp>

namespace pram::detail {

namespace {

/// Is this a write of values that their type's operator== compares?
bool compares(const Operation& operation) {
  return operation.action == Action::write && operation.type == WordType::opaque && operation.own > no_equality;
}

void write_operation(BytesWriter& to, const Operation& operation) {
  to.number(static_cast<std::uint64_t>(operation.action));
  to.number(static_cast<std::uint64_t>(operation.op));
  to.number(static_cast<std::uint64_t>(operation.type));
  to.number(operation.width);
  to.number(static_cast<std::uint64_t>(operation.rule));
  to.number(operation.own);
  if (operation.op == OperatorKind::own) to.text(own_operator(operation.own).name);
  if (compares(operation)) to.text(own_equality(operation.own).type);
}

Operation read_operation(BytesReader& from) {
  Operation operation;
  operation.action = static_cast<Action>(from.number());
  operation.op = static_cast<OperatorKind>(from.number());
  operation.type = static_cast<WordType>(from.number());
  operation.width = static_cast<std::uint8_t>(from.number());
  operation.rule = static_cast<Rule>(from.number());
  operation.own = static_cast<std::uint16_t>(from.number());
  // Ranks number operators in the order in which each has met them.
  if (compares(operation)) {
    const std::optional<std::uint16_t> known = find_equality(from.text(), operation.own);
    if (!known)
      throw Error("values that an operator== compares are written on one rank, and another has made no such array");
    operation.own = *known;
  }
  if (operation.op != OperatorKind::own) return operation;
  const std::string name = from.text();
  const std::optional<std::uint16_t> known = find_operator(name, operation.own);
  if (!known)
    throw Error(
        fmt::format("operator {} is used on one rank, and another has never met it: use it once, in a pardo of "
                    "one processor, before",
                    name));
  operation.own = *known;
  return operation;
}

}  // namespace

void RankedSites::write_new(BytesWriter& to) const {
  to.number(sites_.count() - told_);
  for (std::uint32_t number = told_; number < sites_.count(); ++number) {
    const CallSite& site = sites_.site(number);
    const Species& species = sites_.species(site.species);
    to.text(site.file == nullptr ? "" : site.file);
    to.number(site.line);
    to.number(species.array);
    to.text(site.array);
    write_operation(to, species.operation);
  }
}

void RankedSites::write(BytesWriter& to, std::uint32_t site) const {
  to.number(site < told_ ? common_[site] : is_new | (site - told_));
}

std::vector<std::uint32_t> RankedSites::enter_new(BytesReader& from) {
  std::vector<std::uint32_t> numbers;
  for (std::uint64_t left = from.number(); left > 0; --left) {
    const char* const file = files_.insert(from.text()).first->c_str();
    const auto line = static_cast<std::uint32_t>(from.number());
    const auto array = static_cast<std::uint32_t>(from.number());
    const std::string name = from.text();
    const std::uint32_t site = sites_.enter(file, line, array, name, read_operation(from));
    if (common_.size() <= site) common_.resize(site + std::size_t{1}, unknown);
    if (common_[site] == unknown) {
      common_[site] = static_cast<std::uint32_t>(own_.size());
      own_.push_back(site);
    }
    numbers.push_back(common_[site]);
  }
  return numbers;
}

std::uint32_t RankedSites::read(BytesReader& from, const std::vector<std::uint32_t>& of_rank) const {
  const std::uint64_t written = from.number();
  return own_[written < is_new ? written : of_rank[written - is_new]];
}

void RankedSites::clear() {
  common_.clear();
  own_.clear();
  told_ = 0;
}

}  // namespace pram::detail
