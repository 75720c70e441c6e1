#include "exchange.hpp"

/// What an observer gets of the phases. An observed step has one worker.
namespace pram::detail {

/// Notes the messages of the phase that has just ended.
/// @param number  of the phase in Step::phases
template <class Record>
void Exchange<Record>::note_messages(MessageLog& log, std::uint32_t number) {
  const PhasedWorkerState<Record>& mine = workers_.front();
  const PhaseTrace<Record>& trace = mine.phases[phases_];
  first_noted_.resize(phases_);
  first_noted_.push_back(log.size());
  std::size_t stayed = 0;
  for (std::uint32_t k = 0; k < trace.sent; ++k) {
    const Record& record = mine.merged[k];  // receive() has put the records that were sent there
    NotedMessage noted;
    noted.address = record.address;
    if constexpr (Record::carries_operand) noted.value = record.operand;
    noted.phase = number;
    noted.number = k;
    noted.from = mine.merged_component[k];
    noted.to = trace.destination[k];
    noted.weight = record.weight;
    noted.merged = trace.merged_into[trace.landed[k]];
    noted.stays = stayed < mine.stayed.size() && mine.stayed[stayed] == k;
    stayed += noted.stays ? 1 : 0;
    log.push_back(noted);
  }
}

/// Notes the replies that a phase takes back.
template <class Record>
void Exchange<Record>::note_replies(MessageLog& log, std::uint32_t phase) const {
  const PhaseTrace<Record>& trace = workers_.front().phases[phase];
  for (std::uint32_t k = 0; k < trace.sent; ++k) {
    const NotedMessage message = log[first_noted_[phase] + k];
    const std::uint32_t species = species_of(message.address);
    if (!team_.workers.front()->sites.species(species).operation.replies()) continue;
    log.push_back(reply_to(message, trace.reply[trace.landed[k]]));
  }
}

// The members defined here; exchange.cpp has the others.
#define PRAM_NOTES(Record)                                                   \
  template void Exchange<Record>::note_messages(MessageLog&, std::uint32_t); \
  template void Exchange<Record>::note_replies(MessageLog&, std::uint32_t) const;
PRAM_NOTES(ReadRecord)
PRAM_NOTES(UpdateRecord)
#undef PRAM_NOTES

}  // namespace pram::detail
