#include "engine.hpp"

#include <fmt/format.h>

#include <utility>

#include <pram/detail/processors/outbox.hpp>
#include <pram/error.hpp>

#include "../hash.hpp"
#include "unite_elements.hpp"

namespace pram::detail {

const Network& Engine::network() {
  if (!context_.control.runs()) context_.machinery.restore();
  return context_.machinery.network();
}

const AccessProtocol& Engine::protocol() {
  if (!context_.control.runs()) context_.machinery.restore();
  return context_.machinery.protocol();
}

std::shared_ptr<std::atomic<bool>> Engine::open_region(std::string name) {
  if (current_outbox != nullptr) throw Error("a region is opened by host code, around pardos, not by a processor");
  if (name.empty()) throw ConfigError("region", name, "a name for the ledger");
  return context_.writer.open_region(std::move(name));
}

std::shared_ptr<ObserverLink> Engine::observe(Observer& observer) {
  if (current_outbox != nullptr) throw Error("a machine is observed by host code, not by a processor");
  context_.control.refuse_while_running("a machine is observed");
  context_.refuse_ranks("a machine is observed");
  const AccountScope counted(context_.account.get());
  return context_.observed.observe(observer);
}

void Engine::unite(std::span<std::byte> elements, std::uint64_t count, const ElementOwners& owners,
                   const std::source_location& where) {
  if (current_outbox != nullptr) throw Error("a host vector is made whole by host code, not by a processor");
  context_.control.refuse_while_running("a host vector is made whole");
  if (context_.ranks == nullptr) return;
  RankGroup& ranks = *context_.ranks;
  ranks.call(fmt::format("unite() of {} elements at {}", count, to_string(SourceLine{where.file_name(), where.line()})),
             hash64(hash64(count, elements.size()), owners.processors));
  ranks.together([&] { unite_elements(ranks, context_.options.components, elements, count, owners); });
}

void Engine::collective(const CollectiveCall& call, const ArrayHandle& from, const ArrayHandle& to) {
  if (current_outbox != nullptr) throw Error("data can only be exchanged between pardos, not by a processor");
  context_.control.refuse_while_running("data are exchanged");
  if (context_.ranks != nullptr) {
    const auto [rows, columns] = call.transposed.value_or(MatrixSides{});
    context_.ranks->call(
        fmt::format("{} of {} to {} at {}", call.transposed ? "transpose" : to_string(call.operation), from.name(),
                    to.name(), to_string(SourceLine{call.where.file_name(), call.where.line()})),
        hash64(hash64(static_cast<std::uint64_t>(call.operation), call.root), hash64(from.size(), to.size()),
               hash64(rows, columns)));
  }
  together(context_.ranks, [&] { exchange(call, from, to); });
}

void Engine::exchange(const CollectiveCall& call, const ArrayHandle& from, const ArrayHandle& to) {
  context_.control.check_stop();
  context_.machinery.restore();
  const PollScope watched = context_.control.watch();
  const AccountScope counted(context_.account.get());
  context_.writer.expect_collective();
  CollectiveTotal made;
  context_.machinery.in_transit([&] { made = context_.machinery.collectives().run(call, from, to); });
  context_.writer.enter(std::move(made));
}

}  // namespace pram::detail
