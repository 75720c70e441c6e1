#include "record.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <concepts>
#include <cstddef>
#include <cstdio>
#include <iterator>
#include <memory>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <pram/detail/ledger/facts.hpp>
#include <pram/detail/printable.hpp>

namespace pram::bsplib {

namespace {

/// The text as a JSON string. Bytes that are not UTF-8, and control characters, are escaped as printable() does it.
std::string quoted(std::string_view text) {
  std::string made = "\"";
  for (const char one : pram::printable(text)) {
    if (one == '"' || one == '\\') made += '\\';
    made += one;
  }
  return made + '"';
}

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

// The buffered bytes from which on text goes to the file, so that a long record takes little memory.
constexpr std::size_t written_from = 1 << 16;

void append_value(std::string& text, const std::string& value) { text += quoted(value); }
template <class Fact>
void append_value(std::string& text, const Fact& fact) {
  if constexpr (std::is_enum_v<Fact>) {
    text += quoted(to_string(fact));
  } else {
    fmt::format_to(std::back_inserter(text), "{}", fact);
  }
}

/// Begins a member, after a comma unless it is the first.
void append_name(std::string& text, std::string_view name) {
  if (text.back() != '{') text += ',';
  fmt::format_to(std::back_inserter(text), "\"{}\":", name);
}

/// Writes the facts of a record that rows of the profile's JSON have, and leaves the object open.
template <class Record>
void append_facts(std::string& text, const Record& record) {
  text += "\n{";
  const auto append = [&text](std::string_view name, const auto& value) {
    append_name(text, name);
    append_value(text, value);
  };
  pram::detail::for_facts<Record>([&](auto fact) {
    if constexpr (std::same_as<decltype(fact.member), SourceLine Record::*const>) {
      append("file", (record.*fact.member).file);
      append("line", (record.*fact.member).line);
    } else if constexpr (!pram::detail::HasFacts<std::remove_cvref_t<decltype(record.*fact.member)>>) {
      if (fact.places.row > 0) append(fact.name, record.*fact.member);
    }
  });
}

// A BSPlib program makes no steps and asks nothing of shared arrays.
constexpr std::string_view no_steps =
    "\"steps\":0,\"work\":0,\"processors\":0,\"step_sums\":{\"contention\":0,\"relation\":0,\"exchanges\":0},"
    "\"requests\":0,\"reads\":0,\"writes\":0,\"updates\":0,\"fetches\":0,\"largest_read_degree\":0,"
    "\"largest_write_degree\":0,\"largest_degree\":0,"
    "\"charge\":{\"forward\":0,\"back\":0,\"distinct_charge\":0,\"phases\":[]},\"lines\":[],\"mixed_steps\":0,"
    "\"cells\":[],\"models\":[\"EREW\"]";

template <class Record>
void append(std::string& text, const Record& record) {
  append_facts(text, record);
  text += '}';
}

struct NumberedTransfer {
  const TransferTotal& line;
  std::size_t number;  ///< in the order of first use
};

void append(std::string& text, const NumberedTransfer& transfer) {
  append_facts(text, transfer.line);
  fmt::format_to(std::back_inserter(text), ",\"number\":{}}}", transfer.number);
}

/// A run of processes has the place of its bsp_begin as name.
void append(std::string& text, const PardoTotal& run) {
  const std::size_t colon = run.name.rfind(':');
  PardoTotal placed = run;
  placed.where = {run.name.substr(0, colon), static_cast<std::uint32_t>(std::stoul(run.name.substr(colon + 1)))};
  placed.name = "bsp_begin";
  append_facts(text, placed);
  text += '}';
}

/// Appends a member with a list of one number of each entry.
template <class Entries>
void append_column(std::string& text, std::string_view name, const Entries& entries, auto of) {
  append_name(text, name);
  fmt::format_to(std::back_inserter(text), "[{}]", fmt::join(entries | std::views::transform(of), ","));
}

void append_components(std::string& text, const std::vector<ComponentTotal>& components) {
  text += ",\"components\":{";
  pram::detail::for_facts<ComponentTotal>([&](auto fact) { append_column(text, fact.name, components, fact.member); });
  text += '}';
}

void append_links(std::string& text, std::string_view way, const LinkLoad& load) {
  std::vector<std::size_t> carried;
  for (std::size_t k = 0; k < load.busy.size(); ++k) {
    if (load.busy[k] > 0) carried.push_back(k);
  }
  append_name(text, way);
  text += '{';
  append_column(text, "link", carried, [](std::size_t k) { return k; });
  append_column(text, "busy", carried, [&](std::size_t k) { return load.busy[k]; });
  append_column(text, "largest_queue", carried, [&](std::size_t k) { return load.largest_queue[k]; });
  text += '}';
}

void append_links(std::string& text, const NetworkLoad& load) {
  fmt::format_to(std::back_inserter(text), ",\"links\":{{\"topology\":{}", quoted(load.topology));
  append_links(text, "forward", load.forward);
  append_links(text, "back", load.back);
  text += '}';
}

void append_frames(std::string& text, std::string_view name, const LoadFrames& frames) {
  append_name(text, name);
  fmt::format_to(std::back_inserter(text), "{{\"length\":{},\"entries\":{},\"frames\":[", frames.length,
                 frames.entries);
  for (std::size_t k = 0; k < frames.count(); ++k)
    fmt::format_to(std::back_inserter(text), "{}\"{}\"", k > 0 ? "," : "", fmt::join(frames.frame(k), " "));
  text += "]}";
}

void append_loads(std::string& text, const LoadsOverTime& loads) {
  text += ",\"loads_over_time\":{";
  append_frames(text, "received", loads.received);
  append_frames(text, "busy", loads.busy);
  append_frames(text, "busy_back", loads.busy_back);
  text += '}';
}

/// The options of the machine as JSON.
std::string record_of(const MachineOptions& options) {
  std::string text = "{";
  for (const auto& [name, value] : detail::recorded_options(options)) {
    append_name(text, name);
    std::visit([&text](const auto& one) { append_value(text, one); }, value);
  }
  return text + '}';
}

}  // namespace

bool write_record(const std::string& path, const Machine& machine, const RunFacts& facts) {
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "w"));
  if (file == nullptr) return false;
  const Ledger& ledger = machine.ledger();
  std::string text = fmt::format(
      "{{\"version\":{},\"program\":\"\",\"machine\":{},{},\"processes\":{},\"wall_seconds\":{},\"interrupted\":{}",
      detail::json_version, record_of(machine.options()), no_steps, facts.processes, facts.seconds, facts.interrupted);
  const auto append_all = [&](const char* key, const auto& all) {
    fmt::format_to(std::back_inserter(text), ",\"{}\":[", key);
    bool first = true;
    for (const auto& one : all) {
      if (!std::exchange(first, false)) text += ',';
      append(text, one);
      if (text.size() < written_from) continue;
      std::fwrite(text.data(), 1, text.size(), file.get());
      text.clear();
    }
    text += ']';
  };
  append_all("superstep_totals", ledger.superstep_totals());
  std::vector<NumberedTransfer> transfers;
  for (const TransferTotal& line : ledger.transfers()) transfers.push_back({line, transfers.size()});
  append_all("transfers", transfers);
  if (!ledger.unread_messages().empty()) append_all("unread_messages", ledger.unread_messages());
  append_all("superstep_records", ledger.superstep_records());
  if (ledger.has_profile()) {
    append_all("pardos", ledger.pardos());
    append_components(text, ledger.components());
    append_loads(text, ledger.loads_over_time());
    if (ledger.network_load()) append_links(text, *ledger.network_load());
  }
  text += "}\n";
  std::fwrite(text.data(), 1, text.size(), file.get());
  return std::fflush(file.get()) == 0 && std::ferror(file.get()) == 0;
}

}  // namespace pram::bsplib
