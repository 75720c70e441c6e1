#include "sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include <pram/pram.hpp>
#include <pram/programs/list.hpp>

#include "../workload/limits.hpp"
#include "../workload/lists.hpp"
#include "../workload/reductions.hpp"
#include "../workload/steps.hpp"
#include "../workload/supersteps.hpp"
#include "../workload/traffic.hpp"

namespace pram::bench {

namespace {

constexpr std::uint32_t large = 10'000'000;
constexpr std::uint64_t least_size = 256;

std::uint64_t sized(std::uint64_t size, const SummaryRequest& request) {
  return std::max(size >> request.smaller, least_size);
}

/// What a size is called: "2^20", "10 M", "4096".
std::string name_of(std::uint64_t size) {
  if (size % 1'000'000 == 0) return fmt::format("{} M", size / 1'000'000);
  unsigned bits = 0;
  while ((std::uint64_t{2} << bits) <= size) ++bits;
  return size == std::uint64_t{1} << bits && bits > 16 ? fmt::format("2^{}", bits) : std::to_string(size);
}

template <class Work>
double seconds_of(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Millions of what the work says that it did, a second.
template <class Work>
std::function<double()> millions(Work work) {
  return [work = std::move(work)]() mutable {
    double done = 0;
    const double seconds = seconds_of([&] { done = static_cast<double>(work()); });
    return done / seconds / 1e6;
  };
}

template <class Workload>
std::function<void()> check_of(const std::shared_ptr<Workload>& workload) {
  return [workload] { workload->check(); };
}

/// The thread counts of figures that have both: one, and those asked for.
std::vector<unsigned> thread_counts(const SummaryRequest& request) {
  if (request.threads == 1) return {1};
  return {1, request.threads};
}

std::vector<Figure> limit_figures(const SummaryRequest& request) {
  std::vector<Figure> figures;
  const auto triad = std::make_shared<Triad>(sized(large, request));
  const auto words = std::make_shared<RandomWords>(sized(large, request));
  for (const unsigned threads : thread_counts(request)) {
    figures.push_back(
        {"triad a = b + 3 c", "GB/s", threads, "",
         [triad, run = millions([triad, threads] { return triad->run(threads); })] { return run() / 1e3; },
         check_of(triad)});
    figures.push_back({"gather of random words of 80 MB", "M words/s", threads, "",
                       millions([words, threads] { return words->gather(threads); }), check_of(words)});
  }
  return figures;
}

/// Both forms of a program beside the loop by hand.
std::vector<Figure> list_figures(std::uint64_t size, bool coroutines, const std::vector<unsigned>& counts,
                                 const SummaryRequest& request) {
  struct Lists {
    std::vector<std::uint32_t> next;
    std::uint64_t requests = 0;
    std::unique_ptr<RankingByHand> by_hand;
  };
  const auto lists = std::make_shared<Lists>();
  lists->next = list_of(static_cast<std::uint32_t>(sized(size, request)));
  lists->by_hand = std::make_unique<RankingByHand>(lists->next);
  std::vector<Figure> figures;
  for (const unsigned threads : counts) {
    const std::string loop = counts.size() > 1 ? fmt::format("loop by hand, {} T", threads) : "loop by hand";
    const auto program = [&](const char* name, Ranking ranking) {
      const auto machine = std::make_shared<Machine>(MachineOptions{.network = "ideal",
                                                                    .access = "direct",
                                                                    .rule = Rule::erew,
                                                                    .threads = threads,
                                                                    .ledger = LedgerDetail::totals});
      figures.push_back(
          {name,
           "M requests/s",
           threads,
           loop,
           millions([lists, machine, ranking] { return lists->requests = rank_list(*machine, ranking, lists->next); }),
           {}});
    };
    if (coroutines) program("coroutines", programs::list_ranking_wyllie);
    program("data-parallel", programs::list_ranking_wyllie_data_parallel);
    figures.push_back({loop, "M requests/s", threads, "", millions([lists, threads] {
                         lists->by_hand->run(threads);
                         return lists->requests;
                       }),
                       [lists] { lists->by_hand->check(); }});
  }
  return figures;
}

struct NamedPattern {
  const char* name;
  Pattern pattern;
};

std::vector<Figure> step_figures(const char* network, const char* access, const std::vector<NamedPattern>& patterns,
                                 const SummaryRequest& request) {
  const std::uint64_t n = sized(std::uint64_t{1} << 20, request);
  const auto components = static_cast<std::uint32_t>(std::min<std::uint64_t>(n, 4096));
  std::vector<Figure> figures;
  const std::string gather = "gather of as many random words";
  for (const NamedPattern& one : patterns) {
    for (const unsigned threads : thread_counts(request)) {
      const auto steps = std::make_shared<Steps>(network, access, one.pattern, n, components, threads);
      figures.push_back(
          {one.name, "M requests/s", threads, gather, millions([steps] { return steps->run(); }), check_of(steps)});
    }
  }
  const auto words = std::make_shared<RandomWords>(n);
  figures.push_back({gather, "M words/s", 1, "", millions([words] {
                       std::uint64_t all = 0;
                       for (int k = 0; k < 8; ++k) all += words->gather(1);
                       return all;
                     }),
                     check_of(words)});
  return figures;
}

/// Steps of a ledger that is kept as a profile beside those of one that keeps records of steps alone.
std::vector<Figure> profile_figures(const SummaryRequest& request) {
  struct Kind {
    const char* network;
    const char* small_network;
    const char* access;
    std::uint64_t processors;
    std::vector<NamedPattern> patterns;
  };
  const std::vector<NamedPattern> all = {
      {"own reads", Pattern::own_read},           {"own writes", Pattern::own_write},
      {"random reads", Pattern::random_read},     {"all add to one cell", Pattern::hot_add},
      {"own fetch-and-adds", Pattern::own_fetch}, {"two lines read", Pattern::two_lines}};
  const std::vector<NamedPattern> some = {{"own writes", Pattern::own_write}, {"random reads", Pattern::random_read}};
  const std::vector<Kind> kinds = {{"router", "router", "direct", std::uint64_t{1} << 17, all},
                                   {"router", "router", "combining", std::uint64_t{1} << 17, all},
                                   {"torus:32x32", "torus:4x4", "direct", 4096, some},
                                   {"omega:1024", "omega:16", "direct", 4096, some}};
  std::vector<Figure> figures;
  for (const Kind& kind : kinds) {
    const std::uint64_t n = sized(kind.processors, request);
    const bool small = request.smaller > 4;
    for (const NamedPattern& one : kind.patterns) {
      for (const bool profile : {true, false}) {
        const std::string steps_name = fmt::format("{}, {}, {}", kind.network, kind.access, one.name);
        const auto steps =
            std::make_shared<Steps>(small ? kind.small_network : kind.network, kind.access, one.pattern, n,
                                    small                     ? 16
                                    : kind.processors == 4096 ? 1024
                                                              : 4096,
                                    1, profile ? LedgerDetail::profile : LedgerDetail::steps);
        figures.push_back({profile ? steps_name + ", profile" : steps_name, "M requests/s", 1,
                           profile ? steps_name : "", millions([steps] { return steps->run(); }), check_of(steps)});
      }
    }
  }
  return figures;
}

std::vector<Figure> idle_figures(const SummaryRequest& request) {
  std::vector<Figure> figures;
  for (const std::uint64_t asked : {2U, 4096U, 65536U}) {
    const std::uint64_t n = asked == 2 ? 2 : sized(asked, request);
    const std::uint64_t steps = std::max<std::uint64_t>(20'000'000 / n >> request.smaller, 10);
    const std::string limit = fmt::format("{} bare coroutines resumed", asked);
    const auto microseconds = [steps](const auto& work) {
      return [steps, work] { return seconds_of(work) / static_cast<double>(steps) * 1e6; };
    };
    for (const unsigned threads : asked < 65536 ? std::vector<unsigned>{1} : thread_counts(request)) {
      const auto idle = std::make_shared<IdleSteps>(n, threads);
      figures.push_back({fmt::format("{} processors", asked),
                         "µs",
                         threads,
                         limit,
                         microseconds([idle, steps] { idle->run(steps); }),
                         {}});
    }
    const auto bare = std::make_shared<BareCoroutines>(n);
    figures.push_back({limit,
                       "µs",
                       1,
                       "",
                       microseconds([bare, steps] {
                         for (std::uint64_t step = 0; step < steps; ++step) bare->resume();
                       }),
                       {}});
  }
  return figures;
}

std::vector<Figure> reduction_figures(std::uint64_t distinct, const SummaryRequest& request) {
  const std::uint64_t pairs = sized(large, request);
  if (distinct > pairs) distinct = pairs;
  const auto input = std::make_shared<Pairs>(make_pairs(pairs, distinct));
  const unsigned threads = request.threads;
  const std::string loop = "radix reduction by hand, oneTBB";
  std::vector<Figure> figures;
  const auto milliseconds = [](const auto& work) { return [work] { return seconds_of(work) * 1e3; }; };
  for (const char* const access : {"direct", "combining"}) {
    const auto step = std::make_shared<ReducingStep>(*input, distinct, access, threads);
    figures.push_back({fmt::format("data-parallel step, {}", access), "ms", threads, loop,
                       milliseconds([input, step] { step->run(); }), check_of(step)});
  }
  const auto radix = std::make_shared<RadixReduction>(*input, distinct);
  figures.push_back(
      {loop, "ms", threads, "", milliseconds([input, radix, threads] { radix->run(threads); }), check_of(radix)});
  return figures;
}

std::vector<Figure> traffic_figures(const SummaryRequest& request) {
  const bool tiny = request.smaller > 4;
  std::vector<Figure> figures;
  for (const auto& [network, small] :
       {std::pair("torus:64x64", "torus:8x8"), {"hypercube:12", "hypercube:6"}, {"omega:4096", "omega:64"}}) {
    for (const std::uint32_t each : {1U, 16U}) {
      for (const unsigned threads : each == 1 ? std::vector<unsigned>{1} : thread_counts(request)) {
        const auto traffic = std::make_shared<RandomTraffic>(tiny ? small : network, each, 1, threads);
        figures.push_back({fmt::format("{}, {} a node", network, each), "M messages/s", threads, "",
                           millions([traffic, rounds = tiny ? 1 : 32 / each] {
                             for (std::uint32_t k = 0; k < rounds; ++k) traffic->carry();
                             return rounds * traffic->messages();
                           }),
                           check_of(traffic)});
      }
    }
  }
  return figures;
}

std::vector<Figure> superstep_figures(const SummaryRequest& request) {
  constexpr std::uint32_t processes = 64;
  const std::uint64_t words = sized(std::uint64_t{1} << 20, request);
  const std::string loop = "puts by hand, a bucket a pair";
  const auto supersteps = std::make_shared<Supersteps>("ideal", processes, 1);
  std::vector<Figure> figures;
  for (const auto& [name, transfer] :
       {std::pair("puts of a word", Transfer::put), {"gets", Transfer::get}, {"messages", Transfer::message}}) {
    figures.push_back({name,
                       "M words/s",
                       1,
                       loop,
                       [supersteps, words, transfer = transfer] {
                         const Supersteps::Timed timed = supersteps->transfer(transfer, words);
                         return static_cast<double>(timed.words) / timed.seconds / 1e6;
                       },
                       {}});
  }
  const auto by_hand = std::make_shared<PutsByHand>(processes, words);
  figures.push_back({loop,
                     "M words/s",
                     1,
                     "",
                     millions([by_hand] {
                       std::uint64_t all = 0;
                       for (int k = 0; k < 5; ++k) all += by_hand->run();
                       return all;
                     }),
                     {}});
  for (const std::uint32_t all : {2U, 4096U}) {
    const auto syncing = std::make_shared<Supersteps>("ideal", all, 1);
    const std::uint64_t syncs = std::max<std::uint64_t>(4'000'000 / all >> request.smaller, 10);
    figures.push_back(
        {fmt::format("empty sync of {} processes", all),
         "µs",
         1,
         "",
         [syncing, syncs] { return seconds_of([&] { syncing->sync(syncs); }) / static_cast<double>(syncs) * 1e6; },
         {}});
  }
  return figures;
}

}  // namespace

std::vector<Section> summary_sections() {
  constexpr unsigned any = 1000;
  std::vector<Section> sections;
  sections.push_back({"This computer", any, limit_figures});
  const auto lists = [&sections](std::uint64_t size, bool coroutines, unsigned most_rounds, const auto& counts) {
    sections.push_back(
        {fmt::format("List ranking (Wyllie), {} nodes, ideal network", name_of(size)), most_rounds,
         [=](const SummaryRequest& request) { return list_figures(size, coroutines, counts(request), request); }});
  };
  // Seconds a round are enough of them soon.
  constexpr unsigned few = 2;
  const auto one = [](const SummaryRequest&) { return std::vector<unsigned>{1}; };
  const auto all = [](const SummaryRequest& request) { return std::vector<unsigned>{request.threads}; };
  lists(1 << 16, true, any, one);
  lists(1 << 20, true, any, thread_counts);
  lists(1 << 22, true, few, one);
  lists(large, false, few, all);
  sections.push_back({"Steps of 2^20 requests, router, direct", any, [](const SummaryRequest& request) {
                        return step_figures("router", "direct",
                                            {{"own reads", Pattern::own_read},
                                             {"own writes", Pattern::own_write},
                                             {"own fetch-and-adds", Pattern::own_fetch}},
                                            request);
                      }});
  sections.push_back({"Steps of 2^20 requests, router, combining:32,16,8", any, [](const SummaryRequest& request) {
                        return step_figures("router", request.smaller == 0 ? "combining:32,16,8" : "combining",
                                            {{"own reads", Pattern::own_read},
                                             {"random reads", Pattern::random_read},
                                             {"all add to one cell", Pattern::hot_add}},
                                            request);
                      }});
  sections.push_back({"Steps of 2^20 requests, ideal network", any, [](const SummaryRequest& request) {
                        return step_figures("ideal", "direct", {{"all add to one cell", Pattern::hot_add}}, request);
                      }});
  sections.push_back({"A ledger kept as a profile, beside one of steps", any, profile_figures});
  sections.push_back({"Steps in which nobody asks", any, idle_figures});
  for (const std::uint64_t distinct : {std::uint64_t{large}, std::uint64_t{4096}, std::uint64_t{1}}) {
    sections.push_back({fmt::format("10 M values added up in a step, {}", distinct == large ? "all keys distinct"
                                                                          : distinct == 1   ? "one key"
                                                                                            : "4096 keys"),
                        any,
                        [distinct](const SummaryRequest& request) { return reduction_figures(distinct, request); }});
  }
  sections.push_back({"Messages carried link by link, random destinations", any, traffic_figures});
  sections.push_back({"BSP: 64 processes, a word to random places", any, superstep_figures});
  return sections;
}

}  // namespace pram::bench
