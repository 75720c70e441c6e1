#include "name_list.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include <pram/pram.hpp>
#include <pram/registry.hpp>
#include <pram/spec.hpp>
#include "../options/machine.hpp"

namespace pram::tool {

namespace {

/// @param part  what stands between two commas
bool starts_entry(std::string_view part, const std::vector<std::string>& known) {
  const std::string word = Spec(part).name;
  if (known_name(word, known) != nullptr) return true;
  const bool like_name = !word.empty() && std::isalpha(static_cast<unsigned char>(word.front())) != 0 &&
                         word.find('=') == std::string_view::npos;
  return like_name && !nearest_name(word, known).empty();
}

}  // namespace

std::vector<std::string> split_names(std::string_view list, const std::vector<std::string>& known) {
  const bool semicolons = list.find(';') != std::string_view::npos;
  if (semicolons && list.ends_with(';')) list.remove_suffix(1);
  std::vector<std::string> entries;
  for (const std::string_view part : split(list, semicolons ? ';' : ',')) {
    if (semicolons || entries.empty() || starts_entry(part, known)) {
      entries.emplace_back(part);
    } else {
      entries.back().append(",").append(part);
    }
  }
  return entries;
}

namespace {

/// The parts of a table that lists of an option name, each once.
template <class Entry>
std::vector<Spec> parts_of(const Options& options, const Option<std::vector<std::string>>& option,
                           const Registry<Entry>& table, std::vector<Spec> otherwise) {
  const std::vector<std::string> lists = options[option];
  if (lists.empty()) return otherwise;
  std::vector<Spec> parts;
  for (const std::string& list : lists) {
    for (const std::string& name : split_names(list, table.names())) {
      Spec part = table.as_listed(name);
      if (std::ranges::find(parts, part) == parts.end()) parts.push_back(std::move(part));
    }
  }
  return parts;
}

}  // namespace

std::vector<Spec> compared_networks(const Options& options) {
  return parts_of(options, option::networks, networks(), {"ideal", "router"});
}

std::vector<Spec> compared_protocols(const Options& options) {
  return parts_of(options, option::protocols, access_protocols(), {"direct", "combining"});
}

Machine machine_at(const Spec& network, const Spec& access, MachineOptions options, bool listed) {
  options.network = network;
  options.access = access;
  options.ledger = LedgerDetail::totals;
  try {
    return Machine(std::move(options));
  } catch (const ConfigError& error) {
    if (error.option != "network" || !listed) throw;
    throw ConfigError("--networks", error.value, error.allowed);
  }
}

}  // namespace pram::tool
