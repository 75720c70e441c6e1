#include "counting_routing.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "../../request/line_memory.hpp"
#include "bin_blocks.hpp"
#include "scatter.hpp"
#include "sentinel.hpp"
#include "slot_blocks.hpp"

namespace pram::detail {

namespace {

// Like all numbers here these are measured, and lie in flat optima.

/// The first count's bins: about as many as there is room for in the messages that a count takes anyway.
std::uint32_t first_bins(std::uint32_t components) {
  if (components > 256) return BinBlocks::most_bins;
  return components > 64 ? 24 : 12;
}
std::uint32_t further_bins(std::uint32_t components) { return std::clamp(components / 4, 1U, 30U); }

// Scatters below which a sample goes ahead. Between the two, one bin must not be all that stands out: it would be a
// warm address, which costs less by count.
constexpr double low_scatter = 2.2;
constexpr double outlier = 1.8;
/// Few components are soon full of counts, and degree 8 still costs less straight home.
constexpr double most_scatter(std::uint32_t components) { return components > 256 ? 6 : 11; }

/// A sample, and how many of it for one address make its home announce it.
struct SampleSize {
  double below;  ///< for scatters below
  double share;
  std::uint32_t copies;
};
constexpr SampleSize sample_sizes[] = {{1.9, 0.025, 3}, {5, 0.04, 4}, {most_scatter(0), 0.04, 6}};

// A line is taken for quiet after so many quiet steps, or after twice as many as before if that was wrong.
constexpr std::uint32_t least_awaited = 3;
constexpr std::uint32_t most_awaited = 192;
/// Where nothing is counted, so many records of an address that all components ask for go ahead at least, in the mean.
constexpr double sample_of_group = 6;

/// An announced address with more copies makes a guess wrong. They are of about 700 requests in a sample of 0.025: 22
/// for each component around home.
constexpr std::uint32_t most_copies_of_guess = 17;

/// Where too many addresses are announced, but the copies tell that hardly any has more requests than these, all go
/// straight home: records that are shared out by a count take longer.
constexpr double largest_straight = 160;

PhaseRecord joined(PhaseRecord first, const PhaseRecord& second) {
  first.messages += second.messages;
  first.charge += second.charge;
  if (second.messages > 0) first.bound_relation(1);
  return first;
}

class CountingRouting : public AdaptiveRouting, public RemembersLines {
 public:
  CountingRouting(const ComponentOrder& order, bool remembers_lines)
      : components_(order.components()),
        remembers_lines_(remembers_lines),
        bins_(order),
        slots_(order, bins_),
        sentinel_(order) {}

  void begin(std::uint64_t step, std::uint64_t most_requests) override {
    stage_ = Stage::first_count;
    levels_left_ = components_ >= least_of_two_levels ? 2 : 1;
    line_ = nullptr;
    guesses_ = false;
    bins_.begin(step, most_requests, first_bins(components_));
  }

  void recall(RememberedLine& line) override {
    if (!remembers_lines_) return;
    line_ = &line;
    if (line.awaited == 0) line.awaited = least_awaited;
    if (line.quiet < line.awaited) return;
    guesses_ = true;
    stage_ = Stage::guess;
  }

  bool looks() const override {
    return stage_ == Stage::first_count || stage_ == Stage::sample || stage_ == Stage::level;
  }

  void look(const Moves& moves) override {
    if (stage_ == Stage::sample) {
      sentinel_.look(moves);
      // For the case that the guess was wrong.
      if (guesses_) bins_.add(moves);
      return;
    }
    counts_slots() ? slots_.add(moves) : bins_.add(moves);
  }

  bool unites() const override { return true; }

  void unite(const AddUp& add_up) override {
    if (!looks()) return;
    if (stage_ == Stage::sample) {
      sentinel_.unite(add_up);
      if (guesses_ && guess_fails()) bins_.unite(add_up);
      return;
    }
    counts_slots() ? slots_.unite(add_up) : bins_.unite(add_up);
  }

  PhaseRecord settle(Network& network) override {
    switch (stage_) {
      case Stage::guess:
        begin_sample(line_->scatter, sample_of_group / components_);
        stage_ = Stage::sample;
        return {};
      case Stage::first_count: return settle_first_count(network);
      case Stage::sample: return settle_sample(network);
      case Stage::straight: stage_ = sentinel_.has_news() ? Stage::around_home : Stage::end; return {};
      case Stage::level: return settle_level(network);
      case Stage::slots: stage_ = slots_.has_leaders() ? Stage::leaders : Stage::home; return {};
      case Stage::around_home:
      case Stage::leaders: stage_ = Stage::home; return {};
      default: stage_ = Stage::end; return {};
    }
  }

  bool ended() const override { return stage_ == Stage::end; }

  void route(const Moves& moves, std::span<std::uint32_t> destination) override {
    for (std::size_t k = 0; k < destination.size(); ++k) {
      destination[k] = moves.source[k] == moves.home[k] ? AccessPlan::stay : next(moves, k);
      if (destination[k] == moves.source[k]) destination[k] = AccessPlan::stay;
    }
  }

 private:
  /// What records do in the phase that comes; before it first_count, level and sample count or look. After a guess they
  /// do what they do in sample.
  enum class Stage { guess, first_count, sample, straight, around_home, level, slots, leaders, home, end };

  static constexpr std::uint32_t least_of_two_levels = 1U << 15;

  /// Are slots counted next, and not bins?
  bool counts_slots() const { return stage_ == Stage::level && levels_left_ == 0; }

  PhaseRecord settle_first_count(Network& network) {
    const PhaseRecord counted = bins_.count(network);
    if (sends_ahead()) {
      stage_ = Stage::sample;
      return counted;
    }
    note_step(false);
    return joined(counted, begin_level(network));
  }

  PhaseRecord settle_sample(Network& network) {
    const PhaseRecord announced = sentinel_.announce(network);
    note_step(!sentinel_.has_news());
    if (std::exchange(guesses_, false)) {
      if (guess_fails()) return joined(announced, settle_first_count(network));
    } else if (sentinel_.too_many()) {
      if (sentinel_.largest_copies() > sentinel_.share() * largest_straight)
        return joined(announced, begin_level(network));
      sentinel_.forget();
    }
    stage_ = Stage::straight;
    return announced;
  }

  /// Has a sample that went ahead without a count shown that a count is needed?
  bool guess_fails() const { return sentinel_.too_many() || sentinel_.largest_copies() > most_copies_of_guess; }

  /// Keeps what the step was like, for the line's next one: what it has shown first. A line whose guess was wrong must
  /// be quiet for twice as long before it is trusted again, so that no program loses by many guesses.
  void note_step(bool quiet) {
    if (line_ == nullptr) return;
    if (!quiet && line_->quiet >= line_->awaited) line_->awaited = std::min(2 * line_->awaited, most_awaited);
    line_->quiet = quiet ? std::min(line_->quiet + 1, most_awaited) : 0;
    line_ = nullptr;
  }

  /// Are degrees low, by the scatter of the first count? Prepares the sample.
  bool sends_ahead() {
    const double scatter = scatter_of(bins_.bins(), false);
    if (scatter >= most_scatter(components_)) return false;
    if (scatter >= low_scatter && scatter >= outlier * scatter_of(bins_.bins(), true)) return false;
    begin_sample(scatter);
    if (line_ != nullptr) line_->scatter = std::max(line_->quiet > 0 ? line_->scatter : 0, scatter);
    return true;
  }

  void begin_sample(double scatter, double least_share = 0) {
    const SampleSize& size =
        *std::ranges::find_if(sample_sizes, [&](const SampleSize& s) { return scatter < s.below; });
    sentinel_.begin(std::max(size.share, least_share), size.copies);
  }

  /// What has been counted goes on to numbers, by which records are shared out.
  PhaseRecord begin_level(Network& network) {
    const PhaseRecord numbered = bins_.number(network);
    bins_.divide();
    --levels_left_;
    stage_ = Stage::level;
    levels_left_ == 0 ? slots_.begin() : bins_.next_count(further_bins);
    return numbered;
  }

  PhaseRecord settle_level(Network& network) {
    if (levels_left_ == 0) {
      stage_ = Stage::slots;
      return slots_.count(network);
    }
    const PhaseRecord counted = bins_.count(network);
    return joined(counted, begin_level(network));
  }

  std::uint32_t next(const Moves& moves, std::size_t k) {
    switch (stage_) {
      case Stage::sample: return sentinel_.goes_ahead(moves, k) ? moves.home[k] : AccessPlan::stay;
      case Stage::straight: return sentinel_.first_stop(moves, k);
      case Stage::around_home: return sentinel_.second_stop(moves, k);
      case Stage::level: return bins_.destination(moves.source[k], moves.address[k]);
      case Stage::slots: return slots_.destination(moves, k);
      case Stage::leaders: return slots_.leader(moves, k);
      case Stage::home: return moves.home[k];
      default: return AccessPlan::stay;
    }
  }

  std::uint32_t components_;
  bool remembers_lines_;
  RememberedLine* line_ = nullptr;  ///< null: nothing is remembered of the step
  bool guesses_ = false;            ///< that the step is quiet as the line's last were: nothing has been counted
  Stage stage_ = Stage::end;
  std::uint32_t levels_left_ = 0;  ///< of bins, that have not been counted yet
  BinBlocks bins_;
  SlotBlocks slots_;
  Sentinel sentinel_;
};

}  // namespace

std::unique_ptr<AdaptiveRouting> make_counting_routing(const ComponentOrder& order, bool remembers_lines) {
  return std::make_unique<CountingRouting>(order, remembers_lines);
}

}  // namespace pram::detail
