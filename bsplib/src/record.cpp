#include "record.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>

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

/// Writes the fields that a total and a record share, under the names of the profile's JSON.
template <class Supersteps>
void append_counts(std::string& text, const Supersteps& of) {
  fmt::format_to(std::back_inserter(text),
                 "\"tag\":{},\"work\":{},\"largest_work\":{},\"messages\":{},\"words\":{},\"largest_sent\":{},"
                 "\"largest_received\":{},\"pattern\":{},\"pattern_back\":{},\"forward\":{},\"back\":{}",
                 quoted(of.tag), of.work, of.largest_work, of.messages, of.words, of.largest_sent, of.largest_received,
                 of.pattern, of.pattern_back, of.charge, of.charge_back);
}

void append(std::string& text, const SuperstepTotal& total) {
  text += "\n{";
  append_counts(text, total);
  fmt::format_to(std::back_inserter(text), ",\"supersteps\":{},\"mean_work\":{},\"mean_words\":{},\"relation\":{}}}",
                 total.supersteps, total.mean_work, total.mean_words, total.relation);
}

void append(std::string& text, const SuperstepRecord& record) {
  text += "\n{";
  append_counts(text, record);
  fmt::format_to(std::back_inserter(text), ",\"superstep\":{},\"processes\":{},\"components\":{}}}", record.superstep,
                 record.processes, record.components);
}

void append(std::string& text, const TransferTotal& line) {
  fmt::format_to(std::back_inserter(text),
                 "\n{{\"file\":{},\"line\":{},\"subject\":{},\"operation\":{},\"messages\":{},\"words\":{},"
                 "\"supersteps\":{},\"charge\":{}}}",
                 quoted(line.where.file), line.where.line, quoted(line.subject), quoted(line.operation), line.messages,
                 line.words, line.supersteps, line.charge);
}

}  // namespace

bool write_record(const std::string& path, const Machine& machine, const RunFacts& facts) {
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "w"));
  if (file == nullptr) return false;
  const MachineOptions& options = machine.options();
  const Ledger& ledger = machine.ledger();
  std::string text = fmt::format(
      "{{\"machine\":{{\"components\":{},\"network\":{},\"access\":{},\"rule\":{},\"threads\":{},\"seed\":{},"
      "\"max_steps\":{}}},\"processes\":{},\"wall_seconds\":{},\"interrupted\":{}",
      options.components, quoted(options.network.text()), quoted(options.access.text()),
      quoted(to_string(options.rule)), options.threads, options.seed, options.max_steps, facts.processes, facts.seconds,
      facts.interrupted);
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
  append_all("transfers", ledger.transfers());
  append_all("superstep_records", ledger.superstep_records());
  text += "}\n";
  std::fwrite(text.data(), 1, text.size(), file.get());
  return std::fflush(file.get()) == 0 && std::ferror(file.get()) == 0;
}

}  // namespace pram::bsplib
