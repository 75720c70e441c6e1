#pragma once

#include <string_view>
#include <version>

#include <pram/detail/plugin_interface.hpp>  // made by the build: the version, and a number of all public headers

/// What stands in a plug-in, so that it can be read before any code of the plug-in runs.
namespace pram::plugin::detail {

#define PRAM_PLUGIN_MARK_BEGIN "pram plug-in\n"

#if defined(_LIBCPP_VERSION)
#define PRAM_PLUGIN_LIBRARY "libc++"
#elif defined(_GLIBCXX_DEBUG)
#define PRAM_PLUGIN_LIBRARY "libstdc++ in its debug mode"
#elif defined(_GLIBCXX_USE_CXX11_ABI) && !_GLIBCXX_USE_CXX11_ABI
#define PRAM_PLUGIN_LIBRARY "libstdc++ with the strings of C++98"
#else
#define PRAM_PLUGIN_LIBRARY "libstdc++"
#endif

/// What a mark begins with.
inline constexpr std::string_view mark_begin = PRAM_PLUGIN_MARK_BEGIN;

/// The interface that this code is compiled for, a line each: version, number of the headers, standard library.
inline constexpr char mark[] =
    PRAM_PLUGIN_MARK_BEGIN PRAM_PLUGIN_VERSION "\n" PRAM_PLUGIN_INTERFACE "\n" PRAM_PLUGIN_LIBRARY "\n";

}  // namespace pram::plugin::detail
