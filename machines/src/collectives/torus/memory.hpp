#pragma once

#include <cstdint>
#include <vector>

#include <pram/machines/detail/torus_exchange.hpp>

namespace pram {

/// Numbers of messages on a torus: the origin, and below it the coordinates of the target.
class TorusNumbering {
 public:
  explicit TorusNumbering(const TorusExchange& schedule);

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(code_.size()); }
  std::uint32_t message(std::uint32_t origin, std::uint32_t target) const { return origin << bits_ | code_[target]; }
  std::uint32_t origin(std::uint32_t message) const { return message >> bits_; }
  std::uint32_t target(std::uint32_t message) const { return node_[message & mask_]; }
  bool is_for(std::uint32_t node, std::uint32_t message) const { return (message & mask_) == code_[node]; }

  std::uint32_t place(std::uint32_t dimension) const { return places_[dimension]; }
  std::uint32_t mask(std::uint32_t dimension) const { return masks_[dimension]; }

 private:
  std::vector<std::uint32_t> places_;  // by dimension: the lowest bit of its coordinate
  std::vector<std::uint32_t> masks_;
  std::vector<std::uint32_t> code_;  // by target
  std::vector<std::uint32_t> node_;  // by code
  std::uint32_t bits_ = 0;
  std::uint32_t mask_ = 0;
};

/// Tells the messages of a worm from the others of its node.
class TorusChoice {
 public:
  TorusChoice(const TorusSend& send, const TorusNumbering& numbering)
      : place_(numbering.place(send.dimension) + send.shift),
        mask_((numbering.mask(send.dimension) >> send.shift) & send.mask),
        first_(send.first),
        count_(send.count),
        inside_(send.inside) {}

  std::uint32_t coordinate(std::uint32_t message) const { return message >> place_ & mask_; }
  bool operator()(std::uint32_t message) const { return (coordinate(message) - first_ < count_) == inside_; }

 private:
  std::uint32_t place_;
  std::uint32_t mask_;
  std::uint32_t first_;
  std::uint32_t count_;
  bool inside_;
};

/// The memories of all nodes. Each is an array of messages from which a block leaves in one piece.
class TorusMemories {
 public:
  TorusMemories(const TorusExchange& schedule, const TorusNumbering& numbering);

  const TorusHoldings& held() const { return held_; }

  /// Whether the messages of a worm stand side by side.
  bool in_one_piece(const TorusSend& send) const;

  /// Lays out a node's messages so that those of the worm stand side by side.
  /// @param next  what the node sends in the following step; null: nothing
  /// @returns the messages copied; 0 in the node's first step
  std::uint64_t lay_out(const TorusSend& send, const TorusSend* next);

  /// Takes the messages of a worm out of its node's memory, where they stand in one piece.
  /// @param taken  gets them
  void take(const TorusSend& send, std::vector<std::uint32_t>& taken);

  /// Puts what arrived where a block left, or behind all others.
  void put(std::uint32_t node, const std::vector<std::uint32_t>& arrived);

  void begin_step() { gaps_.assign(held_.size(), none); }

 private:
  static constexpr std::size_t none = ~std::size_t{0};

  const TorusExchange& schedule_;
  const TorusNumbering& numbering_;
  TorusHoldings held_;
  std::vector<std::size_t> gaps_;  // by node: where a block left in this step
  std::vector<bool> has_sent_;     // by node
  std::vector<std::uint32_t> sorted_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint32_t> keys_;
};

}  // namespace pram
