#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include <pram/machines/detail/ranade.hpp>

namespace pram::testing {

/// Ranade's emulation as its description has it: high bits are settled first, keys are (home, address), and every node
/// is an object with two queues. Slow and plain; only what it counts is of use.
class NaiveStreams {
 public:
  struct Asked {
    std::uint32_t row = 0;
    std::uint32_t home = 0;
    std::uint64_t address = 0;
  };

  NaiveStreams(std::uint32_t bits, const RanadeOptions& options)
      : bits_(bits), options_(options), nodes_(bits + 1, std::vector<Node>(std::size_t{1} << bits)) {}

  RanadeCounts run(const std::vector<Asked>& all) {
    std::vector<std::deque<Message>> streams(nodes_[0].size());
    for (const Asked& one : all) {
      // The emulation settles low bits first: the same with names of rows backwards.
      const std::uint32_t home = turned(one.home);
      streams[turned(one.row)].push_back({Kind::request, {keyed(home), one.address}});
    }
    for (std::deque<Message>& stream : streams) {
      std::ranges::stable_sort(stream, {}, &Message::key);
      if (merges()) {
        const auto behind = std::ranges::unique(stream, {}, &Message::key);
        stream.erase(behind.begin(), behind.end());
      }
      stream.push_back({Kind::end, largest_key});
    }
    for (std::size_t row = 0; row < streams.size(); ++row) nodes_[0][row].queue[0] = std::move(streams[row]);
    while (finished_ < nodes_[0].size()) {
      ++counts_.steps;
      std::vector<Sent> sent;
      for (std::size_t level = bits_ + 1; level-- > 0;) {
        for (std::uint32_t row = 0; row < nodes_[level].size(); ++row)
          act(static_cast<std::uint32_t>(level), row, sent);
      }
      for (const Sent& one : sent) arrive(*one.at, one.message);
    }
    return counts_;
  }

  /// Requests at each home by address, as modules take them.
  std::map<std::pair<std::uint32_t, std::uint64_t>, int> served;

 private:
  enum class Kind { request, ghost, end };
  using Key = std::pair<std::uint32_t, std::uint64_t>;
  static constexpr Key largest_key = {~0U, ~0ULL};

  struct Message {
    Kind kind = Kind::ghost;
    Key key;
  };
  using Queue = std::deque<Message>;
  struct Node {
    std::array<Queue, 2> queue;
    bool finished = false;
  };
  struct Sent {
    Queue* at;
    Message message;
  };

  bool merges() const { return options_.merge == RanadeOptions::Merge::yes; }

  std::uint32_t turned(std::uint32_t number) const {
    std::uint32_t made = 0;
    for (std::uint32_t k = 0; k < bits_; ++k) made = made * 2 + (number >> k) % 2;
    return made;
  }

  /// What a home counts as in the order of keys, and the home that counts so.
  std::uint32_t keyed(std::uint32_t home) const {
    return options_.keys == RanadeOptions::Keys::first ? home : turned(home);
  }

  /// The queue of the next level: 0 straight, 1 cross.
  Queue& next(std::uint32_t level, std::uint32_t row, bool upper) {
    const std::uint32_t bit = 1U << (bits_ - 1 - level);
    const std::uint32_t to = upper ? row | bit : row & ~bit;
    return nodes_[level + 1][to].queue[to == row ? 0 : 1];
  }
  bool room(const Queue& queue) const {
    return std::ranges::count_if(queue, [](const Message& one) { return one.kind != Kind::ghost; }) < options_.buffers;
  }

  void act(std::uint32_t level, std::uint32_t row, std::vector<Sent>& sent) {
    Node& node = nodes_[level][row];
    std::vector<Queue*> ways = {&node.queue[0]};
    if (level > 0) ways.push_back(&node.queue[1]);
    // Where nothing merges, the stream from the lower row goes first: across, to a row that has the bit settled last.
    if (level > 0 && (row >> (bits_ - level)) % 2 == 1) std::swap(ways[0], ways[1]);
    if (node.finished || std::ranges::any_of(ways, [](const Queue* way) { return way->empty(); })) return;
    const Key key =
        (*std::ranges::min_element(ways, {}, [](const Queue* way) { return way->front().key; }))->front().key;
    std::vector<Queue*> with_key;
    for (Queue* const way : ways) {
      if (way->front().key == key) with_key.push_back(way);
    }
    const Message message = with_key.front()->front();
    if (message.kind == Kind::request && !merges()) with_key.resize(1);
    if (level == bits_) {
      if (message.kind == Kind::end) {
        node.finished = true;
        ++finished_;
      }
      if (message.kind == Kind::request) ++served[{turned(row), key.second}];
    } else if (!leave(level, row, message, sent)) {
      return;
    }
    if (message.kind == Kind::request) counts_.merges += with_key.size() - 1;
    for (Queue* const way : with_key) way->pop_front();
  }

  bool leave(std::uint32_t level, std::uint32_t row, const Message& message, std::vector<Sent>& sent) {
    Queue& lower = next(level, row, false);
    Queue& upper = next(level, row, true);
    if (message.kind == Kind::end && (!room(lower) || !room(upper))) return false;
    if (message.kind != Kind::request) {
      sent.push_back({&lower, message});
      sent.push_back({&upper, message});
      if (message.kind == Kind::ghost) counts_.ghosts += 2;
      return true;
    }
    const bool up = (keyed(message.key.first) >> (bits_ - 1 - level)) % 2 == 1;
    sent.push_back({up ? &lower : &upper, {Kind::ghost, message.key}});
    ++counts_.ghosts;
    if (!room(up ? upper : lower)) return false;
    sent.push_back({up ? &upper : &lower, message});
    ++counts_.crossings;
    return true;
  }

  void arrive(Queue& queue, const Message& message) {
    if (!queue.empty() && queue.back().kind == Kind::ghost) queue.pop_back();
    queue.push_back(message);
    counts_.largest_queue = std::max<std::uint64_t>(counts_.largest_queue, queue.size());
  }

  std::uint32_t bits_;
  RanadeOptions options_;
  std::vector<std::vector<Node>> nodes_;  // by level and row
  std::size_t finished_ = 0;
  RanadeCounts counts_;
};

}  // namespace pram::testing
