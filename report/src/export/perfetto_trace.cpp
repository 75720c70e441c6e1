#include <pram/report/detail/file/export.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <pram/report/detail/value/text.hpp>

#include "protobuf_message.hpp"
#include "trace_slices.hpp"

namespace pram::report {

namespace {

// Numbers of fields and values, by the .proto files of Perfetto.
namespace field {
constexpr std::uint32_t trace_packet = 1;
constexpr std::uint32_t packet_timestamp = 8;
constexpr std::uint32_t packet_sequence = 10;
constexpr std::uint32_t packet_track_event = 11;
constexpr std::uint32_t packet_track_descriptor = 60;
constexpr std::uint32_t track_uuid = 1;
constexpr std::uint32_t track_name = 2;
constexpr std::uint32_t track_process = 3;
constexpr std::uint32_t track_thread = 4;
constexpr std::uint32_t track_parent = 5;
constexpr std::uint32_t track_counter = 8;
constexpr std::uint32_t process_pid = 1;
constexpr std::uint32_t process_name = 6;
constexpr std::uint32_t thread_pid = 1;
constexpr std::uint32_t thread_tid = 2;
constexpr std::uint32_t thread_name = 5;
constexpr std::uint32_t event_annotation = 4;
constexpr std::uint32_t event_type = 9;
constexpr std::uint32_t event_track = 11;
constexpr std::uint32_t event_category = 22;
constexpr std::uint32_t event_name = 23;
constexpr std::uint32_t event_counter_value = 30;
constexpr std::uint32_t annotation_number = 3;
constexpr std::uint32_t annotation_name = 10;
}  // namespace field

enum EventType : std::uint64_t { slice_begin = 1, slice_end = 2, counter_set = 4 };

// Tracks: the process, its steps, then a counter each.
constexpr std::uint64_t process_track = 1;
constexpr std::uint64_t steps_track = 2;
constexpr std::uint64_t first_counter_track = 3;

constexpr std::uint64_t nanoseconds = 1000;  // a unit of the network's time, which is shown as 1 µs

class PacketList {
 public:
  /// @param track  its description, but for its uuid
  void describe(std::uint64_t uuid, ProtobufMessage track) {
    track.number(field::track_uuid, uuid);
    put(ProtobufMessage().message(field::packet_track_descriptor, track));
  }

  void begin(std::uint64_t at, const char* category, const std::string& name, const ProtobufMessage& annotations = {}) {
    ProtobufMessage event;
    event.number(field::event_type, slice_begin)
        .number(field::event_track, steps_track)
        .text(field::event_category, category)
        .text(field::event_name, printable(name))
        .append(annotations);
    put_event(at, event);
  }

  void end(std::uint64_t at) {
    put_event(at, ProtobufMessage().number(field::event_type, slice_end).number(field::event_track, steps_track));
  }

  void counter(std::uint64_t at, std::uint64_t track, std::uint64_t value) {
    put_event(at, ProtobufMessage()
                      .number(field::event_type, counter_set)
                      .number(field::event_track, track)
                      .number(field::event_counter_value, value));
  }

  const std::string& bytes() const { return packets_.bytes(); }

 private:
  void put_event(std::uint64_t at, const ProtobufMessage& event) {
    put(ProtobufMessage().number(field::packet_timestamp, at * nanoseconds).message(field::packet_track_event, event));
  }

  void put(ProtobufMessage packet) {
    constexpr std::uint64_t only_sequence = 1;
    packet.number(field::packet_sequence, only_sequence);
    packets_.message(field::trace_packet, packet);
  }

  ProtobufMessage packets_;
};

void describe_tracks(PacketList& packets, const std::string& program, const ComponentCounters& components) {
  constexpr std::uint64_t pid = 1;
  packets.describe(
      process_track,
      ProtobufMessage().message(field::track_process, ProtobufMessage()
                                                          .number(field::process_pid, pid)
                                                          .text(field::process_name, printable(trace_title(program)))));
  packets.describe(steps_track, ProtobufMessage()
                                    .number(field::track_parent, process_track)
                                    .message(field::track_thread, ProtobufMessage()
                                                                      .number(field::thread_pid, pid)
                                                                      .number(field::thread_tid, pid)
                                                                      .text(field::thread_name, "steps")));
  std::uint64_t track = first_counter_track;
  const auto describe_counter = [&](std::string_view name) {
    packets.describe(track++, ProtobufMessage()
                                  .text(field::track_name, name)
                                  .number(field::track_parent, process_track)
                                  .message(field::track_counter, ProtobufMessage()));
  };
  for (const auto& [name, value] : counters_of({})) describe_counter(name);
  for (const std::string& name : components.names) describe_counter(name);
}

ProtobufMessage annotations_of(const TraceSlice& slice) {
  ProtobufMessage annotations;
  for (const auto& [name, value] :
       {std::pair("first", slice.first), std::pair("last", slice.last), std::pair("processors", slice.processors),
        std::pair("requests", slice.requests), std::pair("degree", slice.degree)}) {
    annotations.message(field::event_annotation,
                        ProtobufMessage().text(field::annotation_name, name).number(field::annotation_number, value));
  }
  return annotations;
}

}  // namespace

std::string perfetto_trace(const RunSummary& run, std::size_t most) {
  pram::detail::refuse_processor("trace events are made");
  const TraceSlices trace = trace_slices(run.ledger, most);
  PacketList packets;
  describe_tracks(packets, run.program, trace.components);
  std::uint64_t now = 0;
  bool in_pardo = false;
  auto components = trace.components.values.begin();
  for (std::size_t k = 0; k < trace.slices.size(); ++k) {
    const TraceSlice& slice = trace.slices[k];
    if (const std::optional<PardoSpan> pardo = pardo_at(trace, k, run.ledger)) {
      packets.begin(now, "pardo", pardo->name);
      in_pardo = true;
    }
    std::uint64_t track = first_counter_track;
    for (const auto& [name, value] : counters_of(slice)) packets.counter(now, track++, value);
    if (components != trace.components.values.end() && components->slice == k) {
      for (const std::uint64_t received : components->received) packets.counter(now, track++, received);
      ++components;
    }
    packets.begin(now, slice.kind, slice.name, annotations_of(slice));
    std::uint64_t part_begin = now;
    for (const auto& [name, duration] : slice.parts) {
      packets.begin(part_begin, "phase", name);
      packets.end(part_begin += duration);
    }
    packets.end(now += slice.duration);
    const bool last = k + 1 == trace.slices.size() || trace.slices[k + 1].pardo_number != slice.pardo_number;
    if (in_pardo && last) packets.end(now);
    in_pardo = in_pardo && !last;
  }
  return packets.bytes();
}

std::string trace_file(const RunSummary& run, const std::filesystem::path& name) {
  return name.extension() == ".pftrace" ? perfetto_trace(run) : trace_events(run);
}

}  // namespace pram::report
