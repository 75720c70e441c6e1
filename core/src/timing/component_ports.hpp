#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include <pram/detail/memory_account.hpp>

#include <pram/network.hpp>
#include <pram/network/poll.hpp>

namespace pram::detail {

/// Simulates, event by event, messages between components with one port each. A message that is offered to a component
/// waits there, is sent, travels, waits at its receiver and is taken. The host's time goes by messages: the simulation
/// visits no time at which nothing happens, and no component that has nothing to do.
class ComponentPorts {
 public:
  /// @param port  its gap at least 1
  explicit ComponentPorts(Port port) : port_(port) {}

  /// @returns the time at which the simulation begins: the clock is never put back, so that no queue need be reset
  std::uint64_t begin(std::uint32_t components, std::size_t messages) {
    if (out_.size() < components) {
      out_.resize(components);
      in_.resize(components);
    }
    if (next_.size() < messages) next_.resize(messages);
    return clock_;
  }

  /// Offers a message that is ready at its component. A message may be offered again once it has been sent.
  void offer(std::uint32_t component, std::uint32_t message, std::uint64_t now) {
    Queue& queue = out_[component];
    next_[message] = none;
    (queue.first == none ? queue.first : next_[queue.last]) = message;
    queue.last = message;
    if (queue.waiting) return;
    queue.waiting = true;
    at(std::max(now, queue.free)).fresh.push_back(component);
  }

  /// Runs until no message is left. If poll() throws, none is left either.
  /// @param events  destination(message), send(message) giving the value that it carries, and
  ///                taken(message, value, now), which may offer more
  template <class Events>
  void run(Events& events) {
    try {
      run_all(events);
    } catch (...) {
      clear();
      throw;
    }
  }

 private:
  static constexpr std::uint32_t none = ~0U;

  template <class Events>
  void run_all(Events& events) {
    Poller poller;
    while (!moments_.empty()) {
      const std::uint64_t now = clock_ = moments_.begin()->first;
      Moment& moment = moments_.begin()->second;
      Moment* passed = nullptr;
      const auto after_gap = [&]() -> Moment& {
        if (passed == nullptr) passed = &at(now + port_.gap);
        return *passed;
      };
      for (const std::uint32_t k : moment.taken) {
        const Flight flight = flights_[k];
        spare_flights_.push_back(k);
        events.taken(flight.message, flight.value, now);
      }
      std::ranges::sort(moment.fresh);
      senders_.clear();
      std::ranges::merge(moment.again, moment.fresh, std::back_inserter(senders_));
      if (!senders_.empty()) {
        std::vector<std::uint32_t>& arrives = port_.latency == 0 ? moment.arrives : at(now + port_.latency).arrives;
        for (const std::uint32_t component : senders_) {
          Queue& queue = out_[component];
          const std::uint32_t message = std::exchange(queue.first, next_[queue.first]);
          arrives.push_back(new_flight({message, none, events.send(message)}));
          if (leave(queue, now)) after_gap().again.push_back(component);
        }
      }
      for (const std::uint32_t k : moment.arrives) {
        const std::uint32_t component = events.destination(flights_[k].message);
        Queue& queue = in_[component];
        (queue.first == none ? queue.first : flights_[queue.last].next) = k;
        queue.last = k;
        if (queue.waiting) continue;
        queue.waiting = true;
        (queue.free <= now ? moment : at(queue.free)).takes.push_back(component);
      }
      for (const std::uint32_t component : moment.takes) {
        Queue& queue = in_[component];
        const std::uint32_t k = std::exchange(queue.first, flights_[queue.first].next);
        after_gap().taken.push_back(k);
        if (leave(queue, now)) after_gap().takes.push_back(component);
      }
      poller.work(moment.taken.size() + moment.arrives.size() + 1);
      retire();
    }
  }

  /// A message between two ports.
  struct Flight {
    std::uint32_t message;
    std::uint32_t next;  ///< in its receiver's queue
    std::uint64_t value;
  };

  /// One side of a port.
  struct Queue {
    std::uint32_t first = none;
    std::uint32_t last = none;
    std::uint64_t free = 0;  ///< from when on
    bool waiting = false;    ///< its component stands in the list of some moment
  };

  struct Moment {
    std::vector<std::uint32_t> taken;    ///< flights that end
    std::vector<std::uint32_t> again;    ///< components that have sent and send the next message; ascending
    std::vector<std::uint32_t> fresh;    ///< components that begin to send
    std::vector<std::uint32_t> arrives;  ///< flights, by their sources
    std::vector<std::uint32_t> takes;    ///< components that take a message
  };
  using Moments = std::map<std::uint64_t, Moment>;  // few at a time: all within a gap and a latency of the first

  Moment& at(std::uint64_t time) {
    if (spare_.empty()) return moments_[time];
    const auto place = moments_.lower_bound(time);
    if (place != moments_.end() && place->first == time) return place->second;
    Moments::node_type node = std::move(spare_.back());
    spare_.pop_back();
    node.key() = time;
    return moments_.insert(place, std::move(node))->second;
  }

  /// Forgets the messages under way; the clock goes on.
  void clear() {
    std::ranges::fill(out_, Queue{});
    std::ranges::fill(in_, Queue{});
    flights_.clear();
    spare_flights_.clear();
    moments_.clear();
  }

  void retire() {
    Moments::node_type node = moments_.extract(moments_.begin());
    Moment& old = node.mapped();
    for (auto* const list : {&old.taken, &old.again, &old.fresh, &old.arrives, &old.takes}) list->clear();
    spare_.push_back(std::move(node));
  }

  std::uint32_t new_flight(const Flight& flight) {
    if (spare_flights_.empty()) {
      flights_.push_back(flight);
      return static_cast<std::uint32_t>(flights_.size() - 1);
    }
    const std::uint32_t k = spare_flights_.back();
    spare_flights_.pop_back();
    flights_[k] = flight;
    return k;
  }

  /// Notes that a message has gone through. @returns whether another waits
  bool leave(Queue& queue, std::uint64_t now) {
    queue.free = now + port_.gap;
    queue.waiting = queue.first != none;
    return queue.waiting;
  }

  Port port_;
  std::uint64_t clock_ = 0;
  std::vector<Queue> out_;
  std::vector<Queue> in_;
  CountedVector<std::uint32_t> next_;  // in a sender's queue, by message
  CountedVector<Flight> flights_;
  CountedVector<std::uint32_t> spare_flights_;
  Moments moments_;
  std::vector<Moments::node_type> spare_;
  std::vector<std::uint32_t> senders_;
};

}  // namespace pram::detail
