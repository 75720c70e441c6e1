#include <pram/report/detail/file/export.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <pram/report/detail/value/json_line.hpp>

#include "trace_slices.hpp"

namespace pram::report {

namespace {

std::string text_json(std::string_view text) { return json_text(text, Characters::ascii); }

class EventList {
 public:
  void name(const char* what, std::string_view text) {
    put(fmt::format(R"({{"name":"{}","ph":"M","pid":1,"tid":1,"args":{{"name":{}}}}})", what, text_json(text)));
  }

  void slice(const TraceSlice& slice, std::uint64_t begin) {
    put(fmt::format(
        R"({{"name":{},"cat":"{}","ph":"X","ts":{},"dur":{},"pid":1,"tid":1,"args":{{"first":{},"last":{},"processors":{},"requests":{},"degree":{}}}}})",
        text_json(slice.name), slice.kind, begin, slice.duration, slice.first, slice.last, slice.processors,
        slice.requests, slice.degree));
    for (const auto& [name, duration] : slice.parts) {
      put(fmt::format(R"({{"name":{},"cat":"phase","ph":"X","ts":{},"dur":{},"pid":1,"tid":1}})", text_json(name),
                      begin, duration));
      begin += duration;
    }
  }

  void pardo(const PardoSpan& pardo, std::uint64_t begin) {
    put(fmt::format(R"({{"name":{},"cat":"pardo","ph":"X","ts":{},"dur":{},"pid":1,"tid":1}})", text_json(pardo.name),
                    begin, pardo.duration));
  }

  void counter(std::string_view name, std::uint64_t value, std::uint64_t at) {
    put(fmt::format(R"({{"name":"{0}","ph":"C","ts":{1},"pid":1,"tid":1,"args":{{"{0}":{2}}}}})", name, at, value));
  }

  std::string text() && { return std::move(text_); }

 private:
  void put(const std::string& event) { text_ += (text_.empty() ? "" : ",\n") + event; }

  std::string text_;
};

}  // namespace

std::string trace_events(const RunSummary& run, std::size_t most) {
  pram::detail::refuse_processor("trace events are made");
  const TraceSlices trace = trace_slices(run.ledger, most);
  EventList events;
  events.name("process_name", trace_title(run.program));
  events.name("thread_name", "steps");
  std::uint64_t now = 0;
  auto components = trace.components.values.begin();
  for (std::size_t k = 0; k < trace.slices.size(); ++k) {
    const TraceSlice& slice = trace.slices[k];
    if (const std::optional<PardoSpan> pardo = pardo_at(trace, k, run.ledger)) events.pardo(*pardo, now);
    events.slice(slice, now);
    for (const auto& [name, value] : counters_of(slice)) events.counter(name, value, now);
    if (components != trace.components.values.end() && components->slice == k) {
      for (std::size_t at = 0; at < components->received.size(); ++at)
        events.counter(trace.components.names[at], components->received[at], now);
      ++components;
    }
    now += slice.duration;
  }
  const std::uint64_t without = run.ledger.steps_without_record() + run.ledger.supersteps_without_record();
  return fmt::format(
      "{{\"displayTimeUnit\":\"ms\",\"otherData\":{{\"program\":{},\"network\":{},\"access\":{},\"steps_put_together\":"
      "{}"
      ",\"without_record\":{}}},\"traceEvents\":[\n{}\n]}}\n",
      text_json(run.program), text_json(run.machine.network.text()), text_json(run.machine.access.text()),
      trace.put_together, without, std::move(events).text());
}

}  // namespace pram::report
