#include "printed_formulas.hpp"

#include <algorithm>
#include <cmath>

namespace pram {

namespace {

double squared(double value) { return value * value; }
double level(const CollectiveModel& model) { return std::log2(model.nodes); }
double side(const CollectiveModel& model) { return std::sqrt(model.nodes); }
double load(const CollectiveModel& model) { return std::max(1.0, static_cast<double>(model.nodes) / model.modules); }

}  // namespace

const std::vector<PrintedFormula>& printed_formulas() {
  using Model = CollectiveModel;
  static const std::vector<PrintedFormula> all = {
      {"(3.3)", "one-to-one-store-and-forward", "i (τ + N) / b, a misplaced fraction; here for i = 1",
       [](const Model& model, double words) { return (model.startup + words) / model.bandwidth; }},
      {"(3.15)", "broadcast-shared-memory", "without rounding k / k* up",
       [](const Model& model, double words) { return (words / model.bandwidth + model.startup) * (1 + load(model)); }},
      {"(3.19)", "broadcast-torus-halves",
       "half-duplex links permit it for no more than s / 2 packets a half only; handed over it is right",
       [](const Model& model, double words) {
         const double links = 2 * std::floor(side(model) / 2);
         return squared(std::sqrt(words / (2 * model.bandwidth)) + std::sqrt((links - 1) * model.startup));
       }},
      {"(3.25)", "broadcast-switch-binary-tree", "one step too few where k is a power of two",
       [](const Model& model, double words) {
         return 2 * squared(std::sqrt(words / model.bandwidth) + std::sqrt((level(model) - 2) * model.startup));
       }},
      {"(3.29)", "all-gather-torus-broadcasts", "the factor k is missing",
       [](const Model& model, double words) {
         const double links = 2 * std::floor(side(model) / 2);
         return squared(std::sqrt(words / (model.nodes * model.bandwidth)) + std::sqrt((links - 1) * model.startup));
       }},
      {"(3.32)", "all-gather-torus-alternating", "for large k",
       [](const Model& model, double words) { return words / model.bandwidth + 2 * side(model) * model.startup; }},
      {"(3.33)", "all-gather-hypercube-pieces", "for large k: a factor (k - 1) / k less is exact",
       [](const Model& model, double words) {
         return 2 * level(model) * model.startup + 2 * words / (level(model) * model.bandwidth);
       }},
      {"(3.35)", "all-gather-switch-doubling", "for large k: a factor (k - 1) / k less is exact",
       [](const Model& model, double words) { return words / model.bandwidth + level(model) * model.startup; }},
      {"(3.36)", "scatter-bus", "k - 1 messages suffice",
       [](const Model& model, double words) { return words / model.bandwidth + model.nodes * model.startup; }},
      {"(3.37)", "scatter-shared-memory", "a node reads N / k words, not N",
       [](const Model& model, double words) { return (words / model.bandwidth + model.startup) * (1 + load(model)); }},
      {"(3.38)", "scatter-ring", "for large k",
       [](const Model& model, double words) {
         return words / (2 * model.bandwidth) + std::ceil(model.nodes / 2.0) * model.startup;
       }},
      {"(3.39)", "scatter-torus", "its last form; √(k / 2) τ should be √k τ",
       [](const Model& model, double words) {
         return words / (2 * model.bandwidth) + std::sqrt(model.nodes / 2.0) * model.startup;
       }},
      {"(3.40)", "scatter-hypercube", "for large k: a factor (k - 1) / k less is exact",
       [](const Model& model, double words) { return words / model.bandwidth + level(model) * model.startup; }},
      {"(3.41)", "scatter-switch", "for large k: a factor (k - 1) / k less is exact",
       [](const Model& model, double words) { return words / model.bandwidth + level(model) * model.startup; }},
      {"(3.43)", "all-to-all-ring", "its last form; k - 1 stops of half the words exactly",
       [](const Model& model, double words) { return words / (2 * model.bandwidth) + model.nodes * model.startup; }},
      {"(3.44)", "all-to-all-torus",
       "the algorithm by way of the diagonal delivers one pair in √k only; rotating costs less",
       [](const Model& model, double words) {
         return 2 * (words / (side(model) * model.bandwidth) + side(model) * model.startup);
       }},
      {"Section 3.5 (f)", "all-to-all-switch", "an exchange is one permutation: half of it",
       [](const Model& model, double words) {
         return level(model) * (words / (model.nodes * model.bandwidth) + 2 * model.startup);
       }},
  };
  return all;
}

}  // namespace pram
