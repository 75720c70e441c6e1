#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <pram/error.hpp>
#include <pram/perf/finished_parts.hpp>
#include <pram/report/detail/value/field.hpp>
#include <pram/report/detail/value/read_json.hpp>
#include <pram/report/detail/value/value.hpp>

/// How results of parts become records, and are read again. What members a result has is said once, beside its type:
///
///     void kept_members(MaybeConst<Extent> auto& extent, const auto& member) {
///       member("width", extent.width);
///       member("height", extent.height);
///     }
///
/// A member is a truth value, a number, text, a report's value, a list or a pair of such, or has members itself. An
/// optional one that holds nothing is left out of the record.
namespace pram::perf {

/// The type, or the type to read from.
template <class Type, class Of>
concept MaybeConst = std::same_as<std::remove_const_t<Type>, Of>;

namespace detail {

struct AnyMember {
  void operator()(std::string_view, const auto&) const {}
};

template <class Content>
concept HasMembers = requires(const Content& content) {
  kept_members(content, AnyMember());
};

template <class Content>
inline constexpr bool is_list = false;
template <class Entry>
inline constexpr bool is_list<std::vector<Entry>> = true;

template <class Content>
inline constexpr bool is_pair = false;
template <class First, class Second>
inline constexpr bool is_pair<std::pair<First, Second>> = true;

template <class Content>
inline constexpr bool is_optional = false;
template <class Held>
inline constexpr bool is_optional<std::optional<Held>> = true;

template <class Content>
report::Value kept_value(const Content& content) {
  if constexpr (HasMembers<Content>) {
    report::Record record;
    kept_members(content, [&](std::string_view name, const auto& member) {
      if constexpr (is_optional<std::remove_cvref_t<decltype(member)>>) {
        if (member) record.emplace_back(std::string(name), kept_value(*member));
      } else {
        record.emplace_back(std::string(name), kept_value(member));
      }
    });
    return record;
  } else if constexpr (is_list<Content>) {
    report::List list;
    for (const auto& entry : content) list.push_back(kept_value(entry));
    return list;
  } else if constexpr (is_pair<Content>) {
    return report::List{kept_value(content.first), kept_value(content.second)};
  } else {
    return content;
  }
}

template <class Content>
void read_kept(const report::Field& from, Content& into) {
  if constexpr (HasMembers<Content>) {
    kept_members(into, [&](std::string_view name, auto& member) {
      if constexpr (is_optional<std::remove_cvref_t<decltype(member)>>) {
        member.reset();
        if (const auto kept = from.find(name)) read_kept(*kept, member.emplace());
      } else {
        read_kept(from.at(name), member);
      }
    });
  } else if constexpr (is_list<Content>) {
    into.clear();
    for (const report::Field& entry : from.entries()) read_kept(entry, into.emplace_back());
  } else if constexpr (is_pair<Content>) {
    const std::vector<report::Field> both = from.entries();
    if (both.size() != 2) from.refuse("a list of two");
    read_kept(both[0], into.first);
    read_kept(both[1], into.second);
  } else if constexpr (std::same_as<Content, report::Value>) {
    into = from.value();
  } else {
    from.to(into);
  }
}

/// A line of JSON, with the members of each record in the order of their names.
std::string record_of(report::Value value);

}  // namespace detail

/// The record of a result: a line of JSON. Names of files need not be UTF-8: such bytes are replaced, as in every
/// report.
template <class Result>
std::string record_of(const Result& result) {
  return detail::record_of(detail::kept_value(result));
}

/// The result of a part that is done already; nothing if it is not done. Numbers pass through the record unchanged:
/// JSON writes each double by the shortest digits that give it back.
/// @param parts  null: none is done
/// @param what   what the record should be: "run of a sweep"
/// @throws Error if it is something else, or has a number that does not fit: the error says where it stands
template <class Result>
std::optional<Result> kept_part(const FinishedParts* parts, const std::string& name, const char* what) {
  const std::optional<std::string> record = parts == nullptr ? std::nullopt : parts->find(name);
  if (!record) return std::nullopt;
  try {
    report::Value value = report::read_json(*record);
    Result result{};
    detail::read_kept(report::Field(value, ""), result);
    // What was read is written once more: 7 that was taken for 7.0, or a member that nobody reads, gives another
    // record.
    if (record_of(result) == detail::record_of(std::move(value))) return result;
  } catch (const Error&) {  // reported below
  }
  throw Error(parts->place_of(name) + " is no " + what);
}

}  // namespace pram::perf
