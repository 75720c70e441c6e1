#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <pram/detail/function.hpp>
#include <pram/ledger.hpp>
#include <pram/report/detail/page/page.hpp>
#include <pram/report/detail/page/profile_page.hpp>

namespace pram::report {

/// The text of a source file by the path that the compiler knew; nothing if it cannot be read.
using SourceText = Function<std::optional<std::string>(std::string_view file)>;

/// The program's source beside what each line was charged: a bar in proportion, its share, requests and the largest
/// degree. For a long file the view has the lines around those that made requests. Where no text can be read, the line
/// stands without it, and a sentence says so.
/// @param baseline  of an earlier run, whose charge a frame around each bar shows; null: there is none
View source_view(const Ledger& ledger, const SourceText& text, const Ledger* baseline = nullptr);

}  // namespace pram::report
