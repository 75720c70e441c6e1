#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

/// How much memory and how many addresses the host leaves to this process.
namespace pram::detail {

/// The least limit that a control group of this process has, or one that it lies in, up to the root: memory.max and
/// memory.high of version 2, memory.limit_in_bytes of version 1. Nothing where none is set, or none can be read.
/// @param root  the folder in which proc and sys are looked for; tests lay out one of their own
std::optional<std::uint64_t> cgroup_limit(const std::filesystem::path& root = "/");

/// Bytes that this process may take, at least 1: the least of the host's memory, its control groups' limits, and
/// RLIMIT_AS and RLIMIT_DATA.
std::uint64_t memory_of_process(const std::filesystem::path& root = "/");

/// Bytes of addresses that this process may still map under RLIMIT_AS, RLIMIT_DATA and strict overcommitment (Linux,
/// vm.overcommit_memory = 2); nothing if none of them is in force.
std::optional<std::uint64_t> address_room(const std::filesystem::path& root = "/");

}  // namespace pram::detail
