#include "bsp/serving/messages.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "../../../contains.hpp"
#include "../../../support.hpp"
#include "../served_group.hpp"

namespace pram {

namespace {

using bsp::detail::Arrival;
using bsp::detail::MessageServer;

struct SentMessage {
  std::uint32_t source = 0;
  std::uint32_t target = 0;
  std::uint32_t queue = 0;
  std::uint64_t tag = 0;
  std::vector<std::uint64_t> values;

  friend bool operator==(const SentMessage&, const SentMessage&) = default;
};

SentMessage message_of(const Arrival& arrival, std::uint32_t target) {
  if (!arrival.wide()) return {arrival.source, target, arrival.queue(), 0, {arrival.word}};
  const bsp::detail::MessageHead head = arrival.wide_head();
  const auto* const values = reinterpret_cast<const std::uint64_t*>(arrival.head + sizeof(head));
  return {arrival.source, target, arrival.queue(), head.tag, {values, values + head.count}};
}

/// A group with two queues without a name and one with a name, and the messages of the last superstep.
struct Senders {
  Senders(std::mt19937_64& given, std::uint32_t processes)
      : random(given),
        group(Rule::priority, testing::random_layout(random, processes, 1 + random() % 4)),
        server(group.context()),
        queues{group.run.queue_number("", words, 0, "", 0), group.run.queue_number("rows", words, 0, "", 0),
               group.run.queue_number("", bsp::detail::element_type<std::int64_t>, 0, "", 0)} {}

  void send(const SentMessage& message) {
    // Words without a tag travel as such, or as one value among several.
    const bool wide = message.values.size() != 1 || message.tag != 0 || random() % 2 == 0;
    group.send(message.source, message.target, message.queue, message.tag, message.values, wide);
    sent.push_back(message);
  }
  void send_random() {
    for (std::uint32_t source = 0; source < group.members.count(); ++source) {
      for (std::uint64_t k = random() % 5; k > 0; --k) {
        SentMessage message = {source,
                               static_cast<std::uint32_t>(random() % group.members.count()),
                               queues[random() % queues.size()],
                               random() % 3,
                               {}};
        for (std::uint64_t at = random() % 4; at > 0; --at) message.values.push_back(random());
        send(message);
      }
    }
  }
  void serve(bool goes_on) {
    server.forget_unread();
    group.serve(random, [&](std::uint32_t w) { server.serve(w, group.boxes, goes_on); });
    server.keep_payloads(group.boxes, goes_on);
    group.clear();
  }
  /// What lies in a queue of a process, by plain search.
  std::vector<SentMessage> expected(std::uint32_t target, std::uint32_t queue) const {
    std::vector<SentMessage> found;
    for (const SentMessage& message : sent) {
      if (message.target == target && message.queue == queue) found.push_back(message);
    }
    return found;
  }
  std::vector<SentMessage> arrived(std::uint32_t target, std::uint32_t queue, bool goes_on = false) {
    std::vector<SentMessage> found;
    for (const Arrival& arrival : server.arrivals(target, queue, goes_on)) found.push_back(message_of(arrival, target));
    return found;
  }

  const bsp::detail::ElementType& words = bsp::detail::element_type<std::uint64_t>;
  std::mt19937_64& random;
  testing::ServedGroup group;
  MessageServer server;
  std::vector<std::uint32_t> queues;
  std::vector<SentMessage> sent;  ///< in the order of their senders
};

}  // namespace

TEST_CASE("messages: lie in the order of their senders, each sender's as sent, with tags and sizes") {
  std::mt19937_64 random(testing::seed());
  for (int round = 0; round < testing::random_cases(300); ++round) {
    CAPTURE(round);
    Senders senders(random, static_cast<std::uint32_t>(1 + random() % 7));
    const std::uint32_t processes = senders.group.members.count();
    for (int superstep = 0; superstep < 3; ++superstep) {
      senders.sent.clear();
      senders.send_random();
      std::vector<std::uint64_t> received(processes);
      for (const SentMessage& message : senders.sent) {
        if (!senders.group.members.same_component(message.source, message.target))
          received[message.target] += std::max<std::uint64_t>(message.values.size(), 1);
      }
      senders.group.serve(random, [&](std::uint32_t w) { senders.server.serve(w, senders.group.boxes, false); });
      for (std::uint32_t rank = 0; rank < processes; ++rank) CHECK(senders.group.received(rank) == received[rank]);
      senders.server.keep_payloads(senders.group.boxes, false);
      senders.group.clear();
      CHECK(senders.server.any() == !senders.sent.empty());
      for (std::uint32_t rank = 0; rank < processes; ++rank) {
        for (const std::uint32_t queue : senders.queues)
          CHECK(senders.arrived(rank, queue) == senders.expected(rank, queue));
      }
    }
  }
}

TEST_CASE("messages: those into whose queue nobody looks are counted as the next superstep replaces them") {
  std::mt19937_64 random(testing::seed());
  for (int round = 0; round < testing::random_cases(300); ++round) {
    CAPTURE(round);
    Senders senders(random, static_cast<std::uint32_t>(1 + random() % 7));
    senders.send_random();
    senders.serve(false);
    std::map<std::uint32_t, std::pair<std::uint64_t, std::uint64_t>> unread;  // messages, looked for
    for (std::uint32_t rank = 0; rank < senders.group.members.count(); ++rank) {
      std::vector<bool> looks;
      bool in_vain = false;
      bool any = false;
      for (const std::uint32_t queue : senders.queues) {
        looks.push_back(random() % 2 == 0);
        if (looks.back()) (void)senders.server.arrivals(rank, queue, false);
        any = any || !senders.expected(rank, queue).empty();
        in_vain = in_vain || (looks.back() && !bsp::detail::has_name(queue) && senders.expected(rank, queue).empty());
      }
      for (std::size_t k = 0; k < looks.size(); ++k) {
        const std::uint64_t messages = senders.expected(rank, senders.queues[k]).size();
        if (looks[k] || messages == 0) continue;
        unread[senders.queues[k]].first += messages;
        if (in_vain && !bsp::detail::has_name(senders.queues[k])) unread[senders.queues[k]].second += messages;
      }
    }
    random() % 2 == 0 ? senders.serve(false) : senders.server.end();
    std::map<std::uint32_t, std::pair<std::uint64_t, std::uint64_t>> counted;
    senders.server.visit_unread([&](const MessageServer::Unread& one) {
      counted[one.queue].first += one.messages;
      counted[one.queue].second += one.looked_for;
    });
    CHECK(counted == unread);
  }
}

TEST_CASE("messages: the program's stay while a collective goes on, and give way to the next sync's") {
  std::mt19937_64 random(testing::seed());
  for (int round = 0; round < testing::random_cases(100); ++round) {
    CAPTURE(round);
    Senders senders(random, static_cast<std::uint32_t>(2 + random() % 6));
    const std::uint32_t processes = senders.group.members.count();
    senders.send_random();
    senders.serve(false);
    for (int superstep = 0; superstep < 3; ++superstep) {
      const std::vector<SentMessage> program = senders.sent;
      senders.sent.clear();
      for (std::uint32_t source = 0; source < processes; ++source)
        senders.send({source, (source + 1) % processes, bsp::detail::collective_queue, 2, {random(), random()}});
      senders.serve(true);
      const std::vector<SentMessage> collective = std::exchange(senders.sent, program);
      for (std::uint32_t rank = 0; rank < processes; ++rank) {
        CHECK(senders.arrived(rank, bsp::detail::collective_queue, true) ==
              std::vector<SentMessage>{collective[(rank + processes - 1) % processes]});
        for (const std::uint32_t queue : senders.queues)
          CHECK(senders.arrived(rank, queue, true) == senders.expected(rank, queue));
      }
    }
    senders.serve(false);
    for (const std::uint32_t queue : senders.queues) CHECK(senders.arrived(0, queue).empty());
  }
}

TEST_CASE("messages: a program's that are sent within a collective are a breach") {
  std::mt19937_64 random(testing::seed());
  Senders senders(random, 4);
  senders.send({2, 1, senders.queues[0], 0, {5}});
  senders.serve(true);
  const bsp::detail::Breach* const found = senders.group.breaches.first();
  REQUIRE(found != nullptr);
  CHECK(testing::contains(found->sentence, "process 2 sends a message while a collective is under way"));
  CHECK(testing::contains(found->sentence, "program.cpp:12"));
}

}  // namespace pram
