#include <pram/programs/search.hpp>

#include <algorithm>
#include <functional>
#include <string>

#include <pram/programs/input/sequence/sorted.hpp>
#include <pram/programs/row.hpp>
#include "oracle/search/dictionary.hpp"
#include "programs.hpp"
#include "search/dictionary/batch_deletion.hpp"
#include "search/dictionary/batch_insertion.hpp"
#include "search/dictionary/tree_nodes.hpp"

namespace pram::programs {

namespace {

void check_ascending(const char* what, std::span<const std::int64_t> keys) {
  const auto repeated = std::ranges::adjacent_find(keys, std::greater_equal());
  if (repeated != keys.end()) {
    throw ConfigError(what, std::to_string(repeated[0]) + ", then " + std::to_string(repeated[1]),
                      "ascending keys, each once");
  }
  if (!keys.empty() && keys.back() == TreeNodes::last_key)
    throw ConfigError(what, std::to_string(keys.back()), "keys below the largest number");
}

/// The steps of a batch, and its work.
struct DictionaryCost {
  explicit DictionaryCost(const DictionaryBatch& batch) {
    const std::uint64_t keys = batch.keys.size();
    const std::uint64_t all = keys + batch.inserted.size();
    const std::uint64_t sought = batch.sought.size();
    const std::uint64_t search = sought == 0 ? 0 : TreeNodes::descent_steps(all) + 3;
    steps = TreeNodes::build_steps(keys) + BatchInsertion::steps(keys, batch.inserted.size()) +
            BatchDeletion::steps(all, batch.deleted.size()) + search;
    work = TreeNodes::build_work(keys) + BatchInsertion::work(keys, batch.inserted.size()) +
           BatchDeletion::work(all, batch.deleted.size()) + search * sought;
  }

  std::uint64_t steps;
  std::uint64_t work;
};

}  // namespace

DictionaryAnswer two_three_tree(Machine& machine, const DictionaryBatch& batch) {
  check_ascending("keys", batch.keys);
  check_ascending("inserted", batch.inserted);
  check_ascending("deleted", batch.deleted);
  const auto inserted = machine.array(batch.inserted, "inserted");
  const auto deleted = machine.array(batch.deleted, "deleted");
  const auto sought = machine.array(batch.sought, "sought");
  const auto found = machine.array<bool>(batch.sought.size(), false, "found");
  const TreeNodes tree(machine, batch.keys.size(), batch.inserted.size());
  for (std::size_t i = 0; i < batch.keys.size(); ++i) tree.key.set(i, batch.keys[i]);
  tree.build();
  BatchInsertion(tree, inserted).insert();
  BatchDeletion(tree, deleted).erase();
  machine.pardo(sought.size(), [&](Processor self) -> Task<> {
    const std::int64_t mine = co_await sought[self.id()];
    const std::uint32_t leaf = co_await tree.leaf_of(mine);
    if (co_await tree.key[leaf] == mine) co_await (found[self.id()] = true);
  });
  DictionaryAnswer answer{tree.root.get(0), tree.key.host(), {}, {}};
  const std::vector<std::uint32_t> children = tree.child.host();
  for (std::size_t i = 0; i < children.size(); i += 3)
    answer.children.push_back({children[i], children[i + 1], children[i + 2]});
  for (const bool here : found.host()) answer.found.push_back(here ? 1 : 0);
  return answer;
}

Program two_three_tree_program() {
  return program<DictionaryBatches>(
      two_three_tree,
      {.name = "two-three-tree",
       .alias = "dictionary",
       .what = "a dictionary of n keys: k keys are inserted at once, k deleted and k looked up, in waves up a 2-3 tree",
       .columns = "key that is sought, 1 if it is there else 0",
       .source = "Paul, Vishkin, Wagener 1983; JáJá 2.5",
       .model = Rule::crew,
       .needs_more_than = Rule::erew,
       .time = "O(log n + log k)",
       .steps_at_most = [](const DictionaryBatch& batch) { return DictionaryCost(batch).steps; },
       .work = "O(n + k (log n + log k))",
       .work_at_most = [](const DictionaryBatch& batch) { return DictionaryCost(batch).work; },
       .degree_at_most =
           [](const DictionaryBatch& batch) {
             return std::max({std::size_t{3}, batch.inserted.size(), batch.deleted.size(), batch.sought.size()});
           },
       .size = {.usual = 1 << 12, .bytes_each = 32 * sizeof(std::int64_t) + processor_bytes, .most = most_items / 64},
       .pointers = "parent",
       .oracle = oracle::is_dictionary,
       .against = "sorted sequences, and a walk through the tree",
       .facts = [](const DictionaryBatch&, const DictionaryAnswer& answer) -> Facts {
         return {{"found", std::ranges::count(answer.found, 1)}};
       },
       .write =
           [](std::ostream& out, const DictionaryBatch& batch, const DictionaryAnswer& answer) {
             for (std::size_t i = 0; i < answer.found.size(); ++i)
               out << batch.sought[i] << ' ' << unsigned{answer.found[i]} << '\n';
           }});
}

}  // namespace pram::programs
