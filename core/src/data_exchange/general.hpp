#pragma once

#include <span>

#include <pram/data_exchange.hpp>

namespace pram::detail {

/// Moves the words of a task to where they belong, on no network.
void deliver(const DataExchangeTask& task, std::span<const Word> in, std::span<Word> out);

}  // namespace pram::detail
