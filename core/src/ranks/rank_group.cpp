#include "rank_group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

#include <pram/error.hpp>

#include "../hash.hpp"
#include "bytes.hpp"
#include "failure_text.hpp"
#include "start.hpp"

namespace pram::detail {

namespace {

/// Of the innermost scope; null: there is none.
thread_local const std::shared_ptr<RankGroup>* group_of_thread = nullptr;

}  // namespace

const std::shared_ptr<RankGroup>& ranks_here() noexcept {
  return group_of_thread != nullptr ? *group_of_thread : group_of_process();
}

std::uint32_t ranks_of_program() noexcept {
  const auto& group = ranks_here();
  return group == nullptr ? 1 : group->ranks();
}

std::uint32_t this_rank() noexcept {
  const auto& group = ranks_here();
  return group == nullptr ? 0 : group->rank();
}

FailureOfRanks agree_on_failure(const std::string& text, int code) noexcept {
  const auto& group = ranks_here();
  if (group == nullptr) return {true, code};
  try {
    BytesWriter mine;
    mine.number(static_cast<std::uint64_t>(code));
    const GatheredBytes all = group->gather(mine.bytes());
    return {true, static_cast<int>(BytesReader(all.front()).number())};
  } catch (const std::exception& error) {
    // Ranks that have parted all say so.
    return {text.find(error.what()) != std::string::npos, code};
  }
}

bool any_rank(bool mine) {
  const auto& group = ranks_here();
  return group == nullptr ? mine : group->any(mine);
}

std::string bytes_from_rank_0(const Function<std::string()>& f, const std::source_location& where) {
  const auto& group = ranks_here();
  if (group == nullptr) return f();
  group->call(fmt::format("from_rank_0() at {}:{}", where.file_name(), where.line()), where.line());
  std::string bytes;
  group->together([&] {
    if (group->rank() == 0) bytes = f();
  });
  bytes.resize(group->sum(bytes.size()));
  if (!bytes.empty()) group->broadcast(0, std::as_writable_bytes(std::span(bytes)));
  return bytes;
}

RankScope::RankScope(std::unique_ptr<Transport> transport)
    : group_(transport->ranks() > 1 ? std::make_shared<RankGroup>(std::move(transport)) : nullptr),
      before_(group_of_thread) {
  group_of_thread = &group_;
}

RankScope::~RankScope() {
  group_of_thread = before_;
  if (group_ != nullptr) group_->end();
}

}  // namespace pram::detail

namespace pram {

std::uint32_t ranks() noexcept { return detail::ranks_of_program(); }

std::uint32_t rank() noexcept { return detail::this_rank(); }

RankTraffic rank_traffic() noexcept {
  const auto& group = detail::ranks_here();
  return group == nullptr ? RankTraffic() : group->traffic();
}

}  // namespace pram

namespace pram::detail {

void RankGroup::call(std::string what, std::uint64_t value) {
  agreed_ = false;  // what was thrown has been caught
  ++calls_;
  hash_ = hash64(hash_, value);
  last_call_ = std::move(what);
}

void RankGroup::meet_headers(Kind kind, std::uint64_t size, std::span<const std::byte> mine) {
  Header header{calls_, hash_, size, messages_, bytes_, kind, 0, {}};
  if (mine.size() <= most_with_header) std::ranges::copy(mine, header.gathered.begin());
  headers_.resize(ranks());
  const std::uint64_t others = ranks() - 1;
  count_sent(others, others * sizeof header);
  transport_->meet(std::as_bytes(std::span(&header, 1)), std::as_writable_bytes(std::span(headers_)));
}

/// Ranks that have parted do nothing together any more.
void RankGroup::check_together(const std::exception_ptr& error) {
  if (parted_.empty()) [[likely]]
    return;
  agreed_ = true;
  if (error != nullptr) std::rethrow_exception(error);
  throw Error(parted_);
}

void RankGroup::begin(Kind kind, std::uint64_t size, std::span<const std::byte> brought) {
  check_together(nullptr);
  meet_headers(kind, size, brought);
  const Header& mine = headers_[rank()];
  bool failed = false;
  bool alike = true;
  for (const Header& other : headers_) {
    failed |= other.kind == Kind::failure;
    alike &= other.kind == mine.kind && other.calls == mine.calls && other.hash == mine.hash;
  }
  if (alike) [[likely]]
    return;
  if (failed && !some_have_ended()) throw_failure(nullptr, first_of_rank);
  part(kind, nullptr);
}

bool RankGroup::some_have_ended() const {
  return std::ranges::any_of(headers_, [](const Header& other) { return other.kind == Kind::end; });
}

bool RankGroup::any(bool mine) {
  begin(Kind::any, mine ? 1 : 0);
  return std::ranges::any_of(headers_, [](const Header& other) { return other.size != 0; });
}

std::uint64_t RankGroup::sum(std::uint64_t mine) {
  begin(Kind::sum, mine);
  std::uint64_t all = 0;
  for (const Header& other : headers_) all += other.size;
  return all;
}

std::uint64_t RankGroup::least(std::uint64_t mine) {
  begin(Kind::least, mine);
  for (const Header& other : headers_) mine = std::min(mine, other.size);
  return mine;
}

void RankGroup::add(std::span<std::uint64_t> numbers) {
  begin(Kind::add, numbers.size());
  if (numbers.empty()) return;
  count_sent(1, numbers.size_bytes());
  transport_->add(numbers);
}

void RankGroup::carry(std::span<const std::span<const std::byte>> out, std::span<const std::span<std::byte>> in) {
  for (std::uint32_t r = 0; r < ranks(); ++r) {
    if (r != rank() && !out[r].empty()) count_sent(1, out[r].size());
  }
  transport_->exchange(out, in);
}

void RankGroup::count_sent(std::uint64_t messages, std::uint64_t bytes) {
  messages_ += messages;
  bytes_ += bytes;
}

RankTraffic RankGroup::traffic() const {
  RankTraffic all{.ranks = ranks(), .steps = crossings_};
  for (const Header& one : headers_) {
    all.messages += one.messages;
    all.bytes += one.bytes;
  }
  return all;
}

GatheredBytes RankGroup::gathered(std::span<const std::byte> mine) {
  GatheredBytes all(ranks());
  const auto fits = [](const Header& header) { return header.size <= most_with_header; };
  if (std::ranges::all_of(headers_, fits)) {
    for (std::uint32_t r = 0; r < ranks(); ++r) {
      const auto first = headers_[r].gathered.begin();
      all[r].assign(first, first + static_cast<std::ptrdiff_t>(headers_[r].size));
    }
    return all;
  }
  const std::vector<std::span<const std::byte>> out(ranks(), mine);
  std::vector<std::span<std::byte>> in;
  for (std::uint32_t r = 0; r < ranks(); ++r) {
    all[r].resize(headers_[r].size);
    in.emplace_back(all[r]);
  }
  carry(out, in);
  return all;
}

GatheredBytes RankGroup::gather(std::span<const std::byte> mine) {
  begin(Kind::gather, mine.size(), mine);
  return gathered(mine);
}

void RankGroup::exchange(std::span<const std::span<const std::byte>> out, std::span<const std::span<std::byte>> in) {
  begin(Kind::exchange, 0);
  carry(out, in);
}

void RankGroup::exchange_nothing(std::span<const std::size_t> out, std::span<const std::size_t> in) {
  std::vector<std::span<const std::byte>> sent;
  std::vector<std::span<std::byte>> received;
  for (std::uint32_t r = 0; r < ranks(); ++r) {
    sent.emplace_back(static_cast<const std::byte*>(nullptr), out[r]);
    received.emplace_back(static_cast<std::byte*>(nullptr), in[r]);
  }
  carry(sent, received);
}

void RankGroup::broadcast(std::uint32_t from, std::span<std::byte> bytes) {
  begin(Kind::broadcast, from);
  std::vector<std::span<const std::byte>> out(ranks());
  std::vector<std::span<std::byte>> in(ranks());
  if (rank() == from) {
    std::ranges::fill(out, std::span<const std::byte>(bytes));
    out[from] = {};
  } else {
    in[from] = bytes;
  }
  carry(out, in);
}

void RankGroup::fail(const std::exception_ptr& error, std::uint64_t number) {
  check_together(error);
  meet_headers(Kind::failure, 0);
  if (some_have_ended()) part(Kind::failure, error);  // which have nothing more to throw
  throw_failure(error, number);
}

/// All ranks are here: those that have failed say with what.
void RankGroup::throw_failure(const std::exception_ptr& mine, std::uint64_t number) {
  BytesWriter text;
  text.number(number);
  text.number(mine != nullptr ? 1 : 0);
  if (mine != nullptr) write_failure(text, mine);
  meet_headers(Kind::gather, text.bytes().size(), text.bytes());
  const GatheredBytes all = gathered(text.bytes());
  agreed_ = true;
  std::uint32_t first = ranks();
  std::uint64_t least = 0;
  for (std::uint32_t r = 0; r < ranks(); ++r) {
    BytesReader reader(all[r]);
    const std::uint64_t its = reader.number();
    if (reader.number() == 0) continue;
    if (first < ranks() && its >= least) continue;
    first = r;
    least = its;
  }
  // The same failure on this rank has all facts, and what is nested in it.
  if (mine != nullptr && (first == rank() || all[first] == all[rank()])) std::rethrow_exception(mine);
  BytesReader reader(all[first]);
  reader.number();
  reader.number();
  throw_written(reader);
}

/// All ranks know that they do not do the same.
void RankGroup::part(Kind kind, const std::exception_ptr& error) {
  const bool ended = kind == Kind::end;
  const std::string text = ended ? "the end of its program" : fmt::format("call {}, {}", calls_, last_call_);
  const auto bytes = std::as_bytes(std::span(text));
  const std::vector<Header> met = headers_;
  meet_headers(Kind::gather, bytes.size(), bytes);
  const GatheredBytes all = gathered(bytes);
  const auto text_of = [&](std::uint32_t r) {
    return std::string(reinterpret_cast<const char*>(all[r].data()), all[r].size());
  };
  const auto other = std::ranges::find_if(met, [&](const Header& one) {
    return one.kind != met[0].kind || one.calls != met[0].calls || one.hash != met[0].hash;
  });
  const auto r = static_cast<std::uint32_t>(other - met.begin());
  const bool same_call = text_of(r) == text_of(0);
  parted_ = same_call ? fmt::format(
                            "ranks part ways: up to {} ranks 0 and {} have not made the same calls with the same "
                            "values; host code must do the same on every rank",
                            text_of(0), r)
                      : fmt::format(
                            "ranks part ways: rank {} is at {}, rank 0 at {}; host code must do the same on "
                            "every rank",
                            r, text_of(r), text_of(0));
  check_together(error);
  __builtin_unreachable();
}

void RankGroup::end() noexcept {
  if (!parted_.empty()) return;  // which has been said
  try {
    begin(Kind::end, 0);
  } catch (const std::exception& error) {
    if (rank() == 0) std::fprintf(stderr, "pram: %s\n", error.what());
  }
}

}  // namespace pram::detail
