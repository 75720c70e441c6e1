#include <pram/programs/row.hpp>

#include <algorithm>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pram/network/poll.hpp>
#include <pram/ranks.hpp>

namespace pram::programs {

namespace {

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream in{std::string(text)};
  return {std::istream_iterator<std::string>(in), {}};
}

/// The oracle in words; "" where there is none.
std::string oracle_of(const UntypedRow& row) {
  if (!row.functions.oracle) return {};
  return row.against.empty() ? "the program's oracle" : std::string(row.against);
}

/// What the jobs of a row need of it.
struct JobsOfRow {
  UntypedFunctions functions;
  Sizes size;
  std::string against;
  std::vector<ProgramOption> options;
};

/// A program with its input.
class InputJob final : public Job {
 public:
  InputJob(std::shared_ptr<const JobsOfRow> row, const InputRequest& request)
      : row_(std::move(row)), options_(row_->options, request.options), unchecked_(request.unchecked) {
    const UntypedKind& kind = *row_->functions.kind;
    input_ = make_input(kind, request, row_->size);
    if (kind.take_options != nullptr) kind.take_options(input_.value.get(), options_);
    if (kind.begin_at != nullptr) kind.begin_at(input_.value.get(), request.source);
  }

  InputFacts input() const override {
    const UntypedKind& kind = *row_->functions.kind;
    InputFacts facts{input_.source, kind.sizes(input_.value.get())};
    if (kind.read_as != nullptr) facts.read_as = kind.read_as(input_.value.get());
    facts.options = options_.all();
    return facts;
  }

  Outcome run(Machine& machine) const override {
    const UntypedFunctions& row = row_->functions;
    const void* const value = input_.value.get();
    const std::shared_ptr<const void> shared_result(row.run(machine, value), row.destroy);
    const void* const result = shared_result.get();
    if (!unchecked_) poll("checking the result");
    // An oracle may need much memory, and its facts are for reports alone: of several ranks rank 0 asks it.
    Facts facts_of_oracle;
    const bool right = from_rank_0([&] {
      if (!row.oracle || unchecked_) return true;
      Verdict verdict = row.oracle(value, result);
      facts_of_oracle = std::move(verdict.facts);
      return verdict.right;
    });
    Facts facts = row.facts ? row.facts(value, result) : Facts();
    std::ranges::move(facts_of_oracle, std::back_inserter(facts));
    const std::uint64_t n = row.kind->sizes(value).front().second;
    return {right,
            unchecked_ ? "" : row_->against,
            std::move(facts),
            [of = row_, value = input_.value, shared_result](std::ostream& out) {
              of->functions.write(out, value.get(), shared_result.get());
            },
            {row.steps(n, value, result), row.steps_at_most(n, value, result), row.work_at_most(n, value, result),
             row.degree_at_most(n, value, result), row.cost(n, value, result, machine.options().components)}};
  }

 private:
  std::shared_ptr<const JobsOfRow> row_;
  OptionValues options_;
  bool unchecked_;
  UntypedInput input_;  // the value is shared with the functions that write results
};

}  // namespace

Program make_program(const UntypedRow& row) {
  const auto jobs = std::make_shared<const JobsOfRow>(
      JobsOfRow{row.functions, row.size, oracle_of(row), {row.options.begin(), row.options.end()}});
  const UntypedKind& kind = *row.functions.kind;
  const Letters letters = row.letters.letters();
  const auto growth = [&](std::string_view claim) {
    return row.model.is_bsp() ? std::nullopt : growth_of(claim, letters);
  };
  return {.name = std::string(row.name),
          .alias = std::string(row.alias),
          .family = {},
          .what = std::string(row.what),
          .columns = std::string(row.columns),
          .source = std::string(row.source),
          .time = std::string(row.time),
          .work = std::string(row.work),
          .time_growth = growth(row.time),
          .work_growth = growth(row.work),
          .random = is_of_random_choices(row.time) || is_of_random_choices(row.work),
          .model = row.model,
          .needs_more_than = row.needs_more_than,
          .placement = row.placement,
          .access = std::string(row.access),
          .components = row.components,
          .default_size = row.size.usual,
          .least_size = row.size.least,
          .most_size = row.size.most,
          .tested_size = row.size.tested != 0 ? row.size.tested : row.size.usual / 2,
          .power_of_two = row.size.power_of_two,
          .input = kind.file,
          .takes_source = kind.begin_at != nullptr && row.begins_at_source,
          .shapes = kind.shapes(),
          .pointers = words_of(row.pointers),
          .options = jobs->options,
          .takes_options = kind.take_options != nullptr,
          .prepare = [jobs](const InputRequest& request) -> std::unique_ptr<Job> {
            return std::make_unique<InputJob>(jobs, request);
          },
          .promised_of_size = [jobs](std::uint64_t n) -> Bounds {
            const UntypedFunctions& of = jobs->functions;
            return {of.steps.of_size(n), of.steps_at_most.of_size(n), of.work_at_most.of_size(n),
                    of.degree_at_most.of_size(n)};
          }};
}

}  // namespace pram::programs
