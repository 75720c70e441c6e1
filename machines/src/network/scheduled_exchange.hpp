#pragma once

#include <memory>

#include <pram/data_exchange.hpp>
#include <pram/exchange.hpp>

namespace pram {

/// Data exchange by the algorithm of the table that the model's formulas say is fastest, executed step by step and
/// charged its time. Blocks travel padded to the largest; where that would more than double the words, or no algorithm
/// fits, the general exchange serves.
std::unique_ptr<DataExchange> make_scheduled_exchange(ExchangeModel model, std::unique_ptr<DataExchange> general);

}  // namespace pram
