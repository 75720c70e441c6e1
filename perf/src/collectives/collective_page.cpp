#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <pram/perf/collectives.hpp>
#include <pram/report/detail/page/page.hpp>
#include <pram/report/detail/page/space_time.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>
#include "algorithms_chart.hpp"
#include "items.hpp"
#include "links/link_pictures.hpp"

namespace pram::perf {

namespace {

constexpr std::size_t most_pictures = 12;  // of algorithms that are not the fastest
constexpr double other_height = 120;       // of their pictures

/// What the rows of a picture over time are.
std::string row_name(const CollectiveModel& model) {
  if (model.links()) return "links, by node and port";
  return model.is(Architecture::Kind::shared_memory) ? "senders, by number; the memory is the last"
                                                     : "senders, by number";
}

/// "64 links carried something. …"
std::string carried_sentence(const CollectiveModel& model, const LinkUse& use) {
  return utilisation_sentence(use, model.links() ? "link" : "sender");
}

/// The runs, the fastest first.
std::vector<const CollectiveRun*> by_time(const CollectiveResult& result) {
  std::vector<const CollectiveRun*> runs;
  for (const CollectiveRun& run : result.runs) runs.push_back(&run);
  std::ranges::stable_sort(runs, {}, &CollectiveRun::time);
  return runs;
}

std::vector<std::string> collective_sentences(const CollectiveResult& result,
                                              const std::vector<const CollectiveRun*>& runs) {
  const auto name = [&](const std::string& algorithm) {
    return short_name(algorithm, to_string(result.task.operation));
  };
  const CollectiveRun& fastest = *runs.front();
  std::string first = fmt::format("{} is the fastest: {} steps, time {}", name(fastest.algorithm),
                                  with_separators(fastest.cost.steps), time_text(fastest.time));
  first += result.lower_bound > 0
               ? fmt::format(", {} times the lower bound.", ratio_text(fastest.time, result.lower_bound))
               : ".";
  std::vector<std::string> sentences = {first};
  if (runs.size() > 1) {
    const CollectiveRun& slowest = *runs.back();
    sentences.push_back(fmt::format("{} is the slowest: time {}, {} times as long.", name(slowest.algorithm),
                                    time_text(slowest.time), ratio_text(slowest.time, fastest.time)));
  }
  const auto asked = std::ranges::find(result.runs, result.best, &CollectiveRun::algorithm);
  if (asked != result.runs.end() && asked->time > fastest.time)
    sentences.push_back(
        fmt::format("By formula {} is the fastest; it takes {}.", name(result.best), time_text(asked->time)));
  if (!result.sound()) sentences.emplace_back("WRONG data were delivered, see the table.");
  return sentences;
}

/// Pictures of the algorithms but the fastest, under each other; none if nothing was noted of them.
View others_view(const CollectiveResult& result, const std::vector<const CollectiveRun*>& runs) {
  View view{"others", "The other algorithms", "The fastest of them first; read as the picture above.", ""};
  std::size_t drawn = 0;
  for (std::size_t k = 1; k < runs.size(); ++k) {
    if (!runs[k]->carried || drawn == most_pictures) continue;
    ++drawn;
    const LinkUse& use = *runs[k]->carried;
    const std::string name = short_name(runs[k]->algorithm, to_string(result.task.operation));
    view.markup +=
        fmt::format("<h3>{}</h3>\n<p class=\"reading\">{}, time {}. {}</p>\n", escaped(name), plural(use.steps, "step"),
                    time_text(runs[k]->time), escaped(carried_sentence(result.model, use)));
    show(view,
         {"time-" + name, name + " over time", links_over_time(use, row_name(result.model), "word", other_height)});
  }
  return view;
}

void add_pictures(Page& page, const CollectiveResult& result, const std::vector<const CollectiveRun*>& runs) {
  const std::optional<LinkUse>& fastest = runs.front()->carried;
  if (!fastest) {
    page.sentences.emplace_back("There is no picture of the fastest algorithm's links: it has too many transfers.");
  } else {
    const std::string name = short_name(runs.front()->algorithm, to_string(result.task.operation));
    const std::string use = name + ": " + carried_sentence(result.model, *fastest);
    if (result.model.links()) page.views.push_back(network_view(*result.model.topology, *fastest, use));
    page.views.push_back(picture_view(
        "time", "Words over time",
        fmt::format(
            "{} A column for each step, or for several; a row for each {}, or for several; as strong as the words "
            "that it carried.",
            use, result.model.links() ? "link that carried something" : "node that sent something"),
        links_over_time(*fastest, row_name(result.model), "word")));
    page.views.back().script = report::space_time_script();
  }
  View others = others_view(result, runs);
  if (!others.pictures.empty()) page.views.push_back(std::move(others));
}

}  // namespace

Page collective_page(const CollectiveResult& result) {
  Report report = collective_report(result);
  Page page;
  page.title = fmt::format("{} of {} on {}", to_string(result.task.operation), plural(result.task.words, "word"),
                           result.model.network);
  const std::vector<const CollectiveRun*> runs = by_time(result);
  if (!runs.empty()) {
    page.sentences = collective_sentences(result, runs);
    page.views.push_back(picture_view(
        "algorithms", "Algorithms",
        "The time that each took: τ for each step, and its largest blocks over the bandwidth. A stroke "
        "stands at the time "
        "by formula, the broken line at what no algorithm can beat. A dot is a time, on a logarithmic scale.",
        algorithms_chart(result)));
    add_pictures(page, result, runs);
    replace_json(report, "carried", List{carried_value(*runs.front(), false)});
  }
  return with_tables(std::move(page), report);
}

}  // namespace pram::perf
