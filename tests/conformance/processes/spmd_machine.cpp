#include "spmd_machine.hpp"

#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <variant>

#include <pram/pram.hpp>

namespace pram::conformance::spmd {

namespace {

using Ending = Stretch::Ending;
using Kind = Deed::Kind;
using Log = std::vector<std::uint64_t>;

/// The coarray and the queue of one type.
template <class T>
struct Channel {
  Channel(const bsp::Process& self, std::uint64_t size, bool has_cells, const char* name, const char* queue_name)
      : queue(self.queue<T>(queue_name)) {
    if (has_cells) cells.emplace(self.coarray<T>(size, element_of<T>(self.id()), name));
  }

  std::optional<bsp::Coarray<T>> cells;
  bsp::Queue<T> queue;
};

/// What a get brings, or has laid into a place.
using Got = std::variant<bsp::Future<std::uint64_t>, bsp::Future<std::int16_t>, bsp::Future<Triple>,
                         std::vector<std::uint64_t>, std::vector<std::int16_t>, std::vector<Triple>>;

/// A group as one of its processes has it.
struct Held {
  Held(const bsp::Process& process, const SpmdCase& one)
      : self(process),
        word(self, one.block_size(self.id()), true, coarray_names[0], one.queue_name(0)),
        narrow(self, one.block_size(self.id()), true, coarray_names[1], one.queue_name(1)),
        wide(self, one.block_size(self.id()), has_coarray(one.rule, Element::wide), coarray_names[2],
             one.queue_name(2)) {}

  template <class T>
  Channel<T>& channel() {
    if constexpr (std::is_same_v<T, std::uint64_t>) return word;
    if constexpr (std::is_same_v<T, std::int16_t>) return narrow;
    if constexpr (std::is_same_v<T, Triple>) return wide;
  }

  bsp::Process self;
  Channel<std::uint64_t> word;
  Channel<std::int16_t> narrow;
  Channel<Triple> wide;
  std::vector<Got> got;
};

/// One process on its way through a program.
class Player {
 public:
  Player(const SpmdCase& one, const std::vector<Array<std::uint64_t>>& arrays, const bsp::Process& self)
      : case_(one), arrays_(arrays), all_(self) {
    enter(0, self);
  }

  Held& group(std::uint32_t number) { return *groups_.at(number); }
  void enter(std::uint32_t number, const bsp::Process& self) {
    groups_.emplace(number, std::make_unique<Held>(self, case_));
  }

  void play(const Stretch& stretch) {
    const std::uint64_t rank = group(stretch.group).self.id();
    if (rank >= stretch.deeds.size()) return;
    for (const Deed& deed : stretch.deeds[rank]) play(deed);
  }

  /// After the sync.
  void note(const Stretch& stretch, Log& log) {
    for (const auto& future : replies_) log.push_back(future.value());
    replies_.clear();
    Held& held = group(stretch.group);
    for (const Got& got : held.got) std::visit([&](const auto& values) { note(values, log); }, got);
    held.got.clear();
    for (std::size_t k = 0; k < elements; ++k) {
      with_element(static_cast<Element>(k), [&]<class T>() {
        const Channel<T>& channel = held.channel<T>();
        if (stretch.looks(held.self.id(), k)) note(channel.queue, log);
        if (!channel.cells) return;
        for (const T& value : *channel.cells) log.push_back(number_of(value));
      });
    }
  }

 private:
  template <class T>
  static void note(const bsp::Future<T>& future, Log& log) {
    for (const T& value : future.values()) log.push_back(number_of(value));
  }
  template <class T>
  static void note(const std::vector<T>& place, Log& log) {
    for (const T& value : place) log.push_back(number_of(value));
  }

  template <class T>
  static void note(const bsp::Queue<T>& queue, Log& log) {
    for (const auto message : queue) {
      log.push_back(message.source());
      log.push_back(message.tag());
      log.push_back(message.values().size());
      for (const T& value : message.values()) log.push_back(number_of(value));
    }
  }

  void play(const Deed& deed) {
    switch (deed.kind) {
      case Kind::work: all_.work(deed.value); return;
      case Kind::raise: throw std::runtime_error("process " + std::to_string(all_.id()) + " is unhappy");
      case Kind::unread: (void)all_.read(arrays_[deed.target][deed.index]); return;
      case Kind::stray_cell: all_.write(arrays_[deed.target][deed.index], deed.value); return;
      default: break;
    }
    if (!deed.shared()) {
      with_element(deed.element, [&]<class T>() { play<T>(deed, group(deed.group)); });
      return;
    }
    const auto& cell = arrays_[deed.target][deed.index];
    switch (deed.kind) {
      case Kind::read: replies_.push_back(all_.read(cell)); break;
      case Kind::write: all_.write(cell, deed.value); break;
      case Kind::add: all_.update(cell, Sum{}, deed.value); break;
      case Kind::fetch_add: replies_.push_back(all_.fetch(cell, Sum{}, deed.value)); break;
      case Kind::maximum: all_.update(cell, Maximum{}, deed.value); break;
      default: replies_.push_back(all_.multiprefix(cell, Sum{}, deed.value)); break;
    }
  }

  template <class T>
  void play(const Deed& deed, Held& held) {
    Channel<T>& channel = held.channel<T>();
    std::vector<T> values;
    for (std::uint64_t k = 0; k < deed.count; ++k) values.push_back(element_of<T>(deed.value + deed.index + k));
    switch (deed.kind) {
      case Kind::put:
        if (deed.count == 1) (*channel.cells)(deed.target)[deed.index] = values[0];
        if (deed.count > 1) (*channel.cells)(deed.target).put(deed.index, values);
        break;
      case Kind::get:
        if (deed.count == 1) held.got.emplace_back((*channel.cells)(deed.target)[deed.index].get());
        if (deed.count > 1) held.got.emplace_back((*channel.cells)(deed.target).get(deed.index, deed.count));
        break;
      case Kind::get_in_place:
        (*channel.cells)(deed.target).get(deed.index, std::span<T>(values));
        held.got.emplace_back(std::move(values));  // values stay where they lie
        break;
      case Kind::send: channel.queue.send(deed.target, deed.tag, values); break;
      case Kind::stray_get: held.got.emplace_back((*channel.cells)(deed.target)[deed.index].get()); break;
      default: (*channel.cells)(deed.target)[deed.index] = element_of<T>(1); break;  // strays
    }
  }

  const SpmdCase& case_;
  const std::vector<Array<std::uint64_t>>& arrays_;
  bsp::Process all_;
  std::map<std::uint32_t, std::unique_ptr<Held>> groups_;
  std::vector<bsp::Future<std::uint64_t>> replies_;
};

/// @returns what the process gets
Task<Log> collect(const Stretch& stretch, bsp::Process self) {
  bsp::CollectiveOptions by = {stretch.algorithm};
  if (!stretch.as_network) by.parameters = Stretch::parameters;
  const auto op = [composes = stretch.composes](std::uint64_t a, std::uint64_t b) { return combined(composes, a, b); };
  const std::uint64_t none = stretch.composes ? std::uint64_t{1} << 32 : 0;
  Log values = stretch.values_of(self.id());
  switch (stretch.ending) {
    case Ending::broadcast: co_await bsp::broadcast(self, values, stretch.root, by); break;
    case Ending::reduce: co_await bsp::reduce(self, values, op, stretch.root, by); break;
    case Ending::all_reduce: co_await bsp::all_reduce(self, values, op, by); break;
    case Ending::scan: co_await bsp::scan(self, values, op, by); break;
    case Ending::exclusive_scan: co_await bsp::exclusive_scan(self, values, op, none, by); break;
    default: {
      std::vector<std::uint64_t> counts;
      Log given;
      for (std::uint64_t target = 0; target < self.count(); ++target) {
        counts.push_back(stretch.count_for(self.id(), target));
        if (target > 0 && stretch.ending != Ending::all_to_all) continue;
        for (std::uint64_t k = 0; k < counts.back(); ++k) given.push_back(self.id() * 1000 + target * 10 + k);
      }
      bsp::Blocks<std::uint64_t> blocks;
      if (stretch.ending == Ending::gather) {
        blocks = co_await bsp::gather(self, given, stretch.root);
      } else if (stretch.ending == Ending::all_gather) {
        blocks = co_await bsp::all_gather(self, given);
      } else {
        blocks = co_await bsp::all_to_all(self, given, counts);
      }
      values.assign(1, blocks.count());
      for (std::uint64_t source = 0; source < blocks.count(); ++source) values.push_back(blocks[source].size());
      values.insert(values.end(), blocks.values().begin(), blocks.values().end());
    }
  }
  co_return values;
}

}  // namespace

SpmdMachine::SpmdMachine(const SpmdCase& one, const MachineOptions& options) : case_(one), machine_(options) {
  const auto memory = one.memory();
  for (std::size_t a = 0; a < memory.size(); ++a) {
    arrays_.push_back(machine_.array(memory[a], array_names[a]));
    if ((options.seed >> a) % 2 == 0) arrays_.back().hot();
  }
}

SpmdSeen SpmdMachine::run(const SpmdProgram& program) {
  SpmdSeen seen;
  seen.logs.resize(program.processes);
  try {
    machine_.spmd(program.processes, [&](bsp::Process self) -> Task<> {
      Player player(case_, arrays_, self);
      auto& logs = seen.logs[self.id()];
      for (const std::size_t number : program.stretches_of(static_cast<std::uint32_t>(self.id()))) {
        const Stretch& stretch = program.stretches[number];
        player.play(stretch);
        const bsp::Process group = player.group(stretch.group).self;
        Log given;
        if (stretch.ending == Ending::sync) {
          co_await group.sync(stretch.tag);
        } else if (stretch.ending == Ending::split) {
          const bsp::Process part = co_await group.split(stretch.colours[group.id()]);
          given = {part.id(), part.count()};
          player.enter(stretch.parts[group.id()], part);
        } else {
          given = co_await collect(stretch, group);
        }
        Log& log = logs.emplace_back();
        player.note(stretch, log);
        log.insert(log.end(), given.begin(), given.end());
      }
    });
  } catch (const ConflictError& error) {
    seen.error_type = "ConflictError";
    seen.error = error.what();
  } catch (const ProgramError& error) {
    seen.error_type = "ProgramError";
    seen.error = error.what();
  } catch (const AddressError& error) {
    seen.error_type = "AddressError";
    seen.error = error.what();
  } catch (const Error& error) {
    seen.error_type = "Error";
    seen.error = error.what();
  }
  for (std::size_t a = 0; a < arrays_.size(); ++a) seen.memory[a] = arrays_[a].host();
  return seen;
}

}  // namespace pram::conformance::spmd
