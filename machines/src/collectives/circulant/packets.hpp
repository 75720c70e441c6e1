#pragma once

#include <cstdint>

#include <pram/machines/collectives.hpp>

/// How many packets go on circulant graphs.
namespace pram {

/// Packets that a broadcast is cut into, which takes packets - 1 + ⌈log2 k⌉ rounds.
std::uint32_t packets_of_broadcast(const CollectiveModel& model, const CollectiveTask& task);

/// The same of all words of an all-gather that one node has gathered, up to 256.
std::uint32_t packets_of_gathered(const CollectiveModel& model, const CollectiveTask& task);

/// An all-gather in which every node cuts its words into as many packets.
struct CirculantGather {
  std::uint32_t packets = 1;
  CollectiveFormula formula;
};

/// The number of packets that takes the least time by formula, up to 256: n - 1 + ⌈log2 k⌉ rounds, of ⌈m / n⌉ words for
/// the m words of each node at the most (Träff, arXiv 2312.11236). One packet sends no word to who has it: then it is
/// what the rounds send. Nodes that have equally many words gain nothing by more.
CirculantGather circulant_gather(const CollectiveModel& model, const CollectiveTask& task);

}  // namespace pram
