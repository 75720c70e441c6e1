#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../../routing/agreed_step.hpp"
#include "../../routing/delivery.hpp"
#include "data_parallel_delivery.hpp"

namespace pram::detail {

/// Carries data-parallel steps of several ranks by another delivery, and names them as one process would that serves
/// them in place (DataParallelDelivery).
class NamedDelivery final : public Delivery {
 public:
  /// @param team  of the processors that ask
  NamedDelivery(WorkerTeam& team, Delivery& inner) : team_(team), inner_(inner) {}

  /// Announces the next step.
  /// @param may_be_distinct  might one process serve it as a step that asks for no cell twice?
  /// @param own_cells        does each processor ask for the cell of its own number?
  void expect(std::uint32_t site, bool may_be_distinct, bool own_cells) {
    if (met_.size() <= site) met_.resize(site + std::size_t{1});
    site_ = site;
    tries_distinct_ = may_be_distinct && (met_[site] == 0 || own_cells);
  }
  /// Requests of a call site have asked for no cell twice, in a step that another delivery carries.
  void note_distinct(std::uint32_t site) {
    if (site < met_.size()) met_[site] = 0;
  }

  void begin(std::uint32_t w, const Step& step) override { inner_.begin(w, step); }
  void take(std::uint32_t w, Chunk& chunk) override { inner_.take(w, chunk); }
  void merge(Step& step) override { inner_.merge(step); }
  void carry(Step& step) override { inner_.carry(step); }
  void serve(Step& step) override {
    inner_.serve(step);
    if (team_.agreed->line.lines == AskedLine::Lines::none) return;
    const CallSiteFacts& facts = team_.workers.front()->facts_of(site_);  // of all ranks
    const bool once = facts.distinct == facts.requests;
    met_[site_] = once ? 0 : 1;
    if (depends_on_order(team_.agreed->line.operation)) return;
    step.served_by = tries_distinct_ && once ? ServedBy::distinct : ServedBy::marked;
  }
  void answer(Step& step) override { inner_.answer(step); }
  void undo() noexcept override { inner_.undo(); }
  void commit() noexcept override { inner_.commit(); }

 private:
  WorkerTeam& team_;
  Delivery& inner_;
  std::vector<std::uint8_t> met_;  // per call site: have requests met at a cell in its last step?
  // Of the step in progress:
  std::uint32_t site_ = 0;
  bool tries_distinct_ = false;
};

}  // namespace pram::detail
