#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <pram/ledger.hpp>
#include <pram/report/detail/page.hpp>

namespace pram::report {

/// The text of a source file by the path that the compiler knew; nothing if it cannot be read.
using SourceText = std::function<std::optional<std::string>(std::string_view file)>;

/// The text of a file on the disk; nothing if it is not there or larger than 4 MB.
std::optional<std::string> source_on_disk(std::string_view file);

/// The program's source beside what each line was charged: a bar in proportion, its share, requests and the largest
/// degree. Of a long file it shows the lines around those that made requests. Where no text can be read, the line
/// stands without it, and a sentence says so.
View source_view(const Ledger& ledger, const SourceText& text);

}  // namespace pram::report
