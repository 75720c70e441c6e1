#include "record.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <iterator>
#include <memory>
#include <string_view>

#include <pram/detail/printable.hpp>

namespace pram::bsplib {

namespace {

/// A JSON string. Bytes that are not UTF-8, and control characters, are escaped as errors have them.
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

}  // namespace

bool write_record(const std::string& path, const Machine& machine, const RunFacts& facts) {
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "w"));
  if (file == nullptr) return false;
  const MachineOptions& options = machine.options();
  const Ledger& ledger = machine.ledger();
  std::string text = fmt::format(
      "{{\"machine\":{{\"components\":{},\"network\":{},\"rule\":{},\"threads\":{},\"seed\":{}}},\"processes\":{},"
      "\"host_seconds\":{},\"interrupted\":{},\"supersteps\":{},\"charge\":{},\"records\":[",
      options.components, quoted(options.network.text()), quoted(to_string(options.rule)), options.threads,
      options.seed, facts.processes, facts.seconds, facts.interrupted, ledger.supersteps(), ledger.superstep_charge());
  const auto drain = [&](std::size_t from) {
    if (text.size() < from) return;
    std::fwrite(text.data(), 1, text.size(), file.get());
    text.clear();
  };
  const auto out = std::back_inserter(text);
  const char* between = "";
  for (const SuperstepRecord& record : ledger.superstep_records()) {
    fmt::format_to(out,
                   "{}\n{{\"superstep\":{},\"tag\":{},\"processes\":{},\"work\":{},\"largest_work\":{},\"messages\":{},"
                   "\"words\":{},\"largest_sent\":{},\"largest_received\":{},\"charge\":{},\"charge_back\":{}}}",
                   between, record.superstep, quoted(record.tag), record.processes, record.work, record.largest_work,
                   record.messages, record.words, record.largest_sent, record.largest_received, record.charge,
                   record.charge_back);
    between = ",";
    drain(1 << 16);
  }
  text += "],\"transfers\":[";
  between = "";
  for (const TransferTotal& total : ledger.transfers()) {
    fmt::format_to(out,
                   "{}\n{{\"line\":{},\"subject\":{},\"operation\":{},\"messages\":{},\"words\":{},\"supersteps\":{}}}",
                   between, quoted(to_string(total.where)), quoted(total.subject), quoted(total.operation),
                   total.messages, total.words, total.supersteps);
    between = ",";
  }
  text += "]}\n";
  drain(0);
  return std::fflush(file.get()) == 0 && std::ferror(file.get()) == 0;
}

}  // namespace pram::bsplib
