#pragma once

#include <pram/detail/ledger/fact.hpp>
#include <pram/ledger/data.hpp>

/// The rows of facts: each field of the ledger's records is said once, with how it adds up and where outputs have it.
/// The ledger's writer, differences of ledgers, JSON, CSV, columns and what reads them again go over these rows. Lists
/// have no row.
namespace pram::detail {

/// The version of the JSON that has these names. Version 1 had others (report/src/read/version_1.cpp).
inline constexpr unsigned json_version = 2;

/// The last value of an enumeration that a fact has. Outputs have its name, by to_string().
template <class Enumeration>
inline constexpr Enumeration last_value{};
template <>
inline constexpr PardoTotal::Form last_value<PardoTotal::Form> = PardoTotal::Form::processes;
template <>
inline constexpr ServedBy last_value<ServedBy> = ServedBy::marked;

constexpr void facts_of(Of<RequestCounts>, auto&& see) {
  see(Added<"reads", &RequestCounts::reads>("reads", {.csv = 1, .column = 11}));
  see(Added<"writes", &RequestCounts::writes>("writes", {.csv = 1, .column = 11}));
  see(Added<"updates", &RequestCounts::updates>("updates", {.csv = 1, .column = 11}));
  see(Added<"fetches", &RequestCounts::fetches>("fetches", {.csv = 1, .column = 11}));
}

constexpr void facts_of(Of<PhaseRecord>, auto&& see) {
  using R = PhaseRecord;
  see(Largest<"largest_sent", &R::largest_sent>({.csv = 2, .column = 2, .trace = "sent", .symbol = "q", .null = true}));
  see(Largest<"largest_received", &R::largest_received>(
      {.csv = 2, .column = 2, .trace = "received", .symbol = "r", .null = true}));
  see(Added<"messages", &R::messages>({.csv = 1, .column = 1, .trace = "count"}));
  see(Added<"combined", &R::combined>({.csv = 1, .column = 3, .trace = "combined"}));
  see(Added<"forward", &R::charge>({.csv = 3, .trace = "charge"}));
  see(Added<"back", &R::charge_back>({.csv = 3, .column = 3, .trace = "charge_back"}));
  see(Largest<"largest_replies", &R::largest_replies>({.csv = 2, .column = 3}));
  see(Apart<"busiest_sender", &R::busiest_sender>({.row = 0, .column = 2, .null = true}));
  see(Apart<"busiest_receiver", &R::busiest_receiver>({.row = 0, .column = 2, .null = true}));
  see(Largest<"largest_leaving", &R::largest_leaving>({.row = 2, .csv = 2, .column = 4, .optional = true}));
  see(Largest<"largest_leaving_back", &R::largest_leaving_back>({.row = 2, .csv = 2, .column = 4, .optional = true}));
}

constexpr void facts_of(Of<PhaseTotal>, auto&& see) {
  see(Added<"steps", &PhaseTotal::steps>("steps of a phase"));
  see(Added<"messages", &PhaseTotal::messages>("messages of a phase", {.row = 2}));
  see(Added<"combined", &PhaseTotal::combined>("messages of a phase after merging", {.row = 3}));
  see(Largest<"largest_sent", &PhaseTotal::largest_sent>({.row = 4, .heading = "most\nsent"}));
  see(Largest<"largest_received", &PhaseTotal::largest_received>({.row = 4, .heading = "most\nreceived"}));
  see(Added<"forward", &PhaseTotal::charge>("charge of a phase", {.row = 5, .heading = "charge\nforward"}));
  see(Added<"back", &PhaseTotal::charge_back>("charge back of a phase", {.row = 5, .heading = "charge\nback"}));
}

constexpr void facts_of(Of<StepRecord>, auto&& see) {
  see(Apart<"step", &StepRecord::step>({.csv = 1, .column = 1}));
  see(Added<"processors", &StepRecord::processors>({.csv = 1, .column = 3}));
  see(Added<"", &StepRecord::requests>({.csv = 1, .column = 11}));
  see(Added<"distinct", &StepRecord::distinct>({.csv = 1, .column = 5}));
  see(Largest<"largest_read_degree", &StepRecord::largest_read_degree>({.csv = 1, .column = 12}));
  see(Largest<"largest_write_degree", &StepRecord::largest_write_degree>({.csv = 1, .column = 12}));
  see(Added<"forward", &StepRecord::charge>({.csv = 1, .column = 7}));
  see(Added<"back", &StepRecord::charge_back>({.csv = 1, .column = 7}));
  see(Added<"distinct_charge", &StepRecord::distinct_charge>({.csv = 1, .column = 10}));
  see(Apart<"served_by", &StepRecord::served_by>({.csv = 1, .column = 12, .heading = "served by", .optional = true}));
  see(Apart<"line", &StepRecord::line>({.row = 0, .column = 2}));
  see(Apart<"pardo", &StepRecord::pardo>({.row = 0}));
  see(Apart<"pardo_number", &StepRecord::pardo_number>({.row = 0}));
}

constexpr void facts_of(Of<StepTotal>, auto&& see) {
  see(Added<"contention", &StepTotal::contention>("contention of steps"));
  see(Added<"relation", &StepTotal::relation>("relations of steps"));
  see(Added<"exchanges", &StepTotal::exchanges>("exchanges of steps"));
}

constexpr void facts_of(Of<StepLine>, auto&& see) {
  see(Apart<"line", &StepLine::line>({.column = 1}));
  see(Added<"requests", &StepLine::requests>({.column = 1}));
  see(Added<"distinct", &StepLine::distinct>({.column = 2}));
  see(Largest<"degree", &StepLine::largest_degree>({.column = 3}));
}

constexpr void facts_of(Of<LineTotal>, auto&& see) {
  see(Key<"", &LineTotal::where>({.csv = 1}));
  see(Key<"array", &LineTotal::array>({.csv = 1}));
  see(Key<"operation", &LineTotal::operation>({.csv = 1}));
  see(Added<"requests", &LineTotal::requests>("requests of a line", {.csv = 2}));
  see(Added<"distinct", &LineTotal::distinct>("distinct addresses of a line", {.csv = 2}));
  see(Largest<"largest_degree", &LineTotal::largest_degree>({.csv = 2}));
  see(Added<"steps", &LineTotal::steps>("steps of a line", {.csv = 2}));
  see(Added<"charge", &LineTotal::charge>("charge of a line", {.csv = 2}));
  see(Added<"forward", &LineTotal::charge_forward>({.row = 2}));
  see(Added<"distinct_charge", &LineTotal::distinct_charge>({.row = 2}));
}

constexpr void facts_of(Of<CellTotal>, auto&& see) {
  see(Key<"array", &CellTotal::array>({.csv = 1}));
  see(Key<"index", &CellTotal::index>({.csv = 1}));
  see(Largest<"largest_degree", &CellTotal::largest_degree>({.csv = 1}));
  see(Apart<"step", &CellTotal::step>({.csv = 1}));
  see(Added<"steps", &CellTotal::steps>({.csv = 1}));
}

constexpr void facts_of(Of<CollectiveTotal>, auto&& see) {
  see(Key<"", &CollectiveTotal::where>());
  see(Key<"array", &CollectiveTotal::array>());
  see(Key<"operation", &CollectiveTotal::operation>());
  see(Key<"algorithm", &CollectiveTotal::algorithm>());
  see(Added<"times", &CollectiveTotal::times>("collectives"));
  see(Added<"words", &CollectiveTotal::words>("words of a collective"));
  see(Added<"steps", &CollectiveTotal::steps>("steps of a collective"));
  see(Added<"charge", &CollectiveTotal::charge>("charge of a collective"));
  see(Added<"lower_bound", &CollectiveTotal::lower_bound>());
}

constexpr void facts_of(Of<SharedAccess>, auto&& see) {
  see(Added<"requests", &SharedAccess::requests>());
  see(Added<"distinct", &SharedAccess::distinct>());
  see(Largest<"largest_read_degree", &SharedAccess::largest_read_degree>());
  see(Largest<"largest_write_degree", &SharedAccess::largest_write_degree>());
  see(Largest<"largest_requests", &SharedAccess::largest_requests>({.row = 3}));
  see(Largest<"largest_reads", &SharedAccess::largest_reads>({.row = 3}));
  see(Largest<"largest_writes", &SharedAccess::largest_writes>({.row = 3}));
  see(Added<"forward", &SharedAccess::charge>({.row = 5}));
  see(Added<"back", &SharedAccess::charge_back>({.row = 5}));
  see(Added<"distinct_charge", &SharedAccess::distinct_charge>({.row = 5}));
}

constexpr void facts_of(Of<SuperstepRecord>, auto&& see) {
  see(Apart<"tag", &SuperstepRecord::tag>({.row = 2, .csv = 2}));
  see(Added<"work", &SuperstepRecord::work>({.row = 4, .csv = 4}));
  see(Largest<"largest_work", &SuperstepRecord::largest_work>({.row = 4, .csv = 4}));
  see(Added<"messages", &SuperstepRecord::messages>({.row = 7, .csv = 4}));
  see(Added<"words", &SuperstepRecord::words>({.row = 6, .csv = 4}));
  see(Largest<"largest_sent", &SuperstepRecord::largest_sent>({.row = 5, .csv = 4, .symbol = "q"}));
  see(Largest<"largest_received", &SuperstepRecord::largest_received>({.row = 5, .csv = 4, .symbol = "r"}));
  see(Largest<"pattern", &SuperstepRecord::pattern>({.row = 8}));
  see(Largest<"pattern_back", &SuperstepRecord::pattern_back>({.row = 8}));
  see(Added<"forward", &SuperstepRecord::charge>({.row = 8, .csv = 4}));
  see(Added<"back", &SuperstepRecord::charge_back>({.row = 8, .csv = 4}));
  see(Apart<"superstep", &SuperstepRecord::superstep>({.csv = 1}));
  see(Largest<"processes", &SuperstepRecord::processes>({.row = 3, .csv = 3}));
  see(Largest<"components", &SuperstepRecord::components>({.row = 3, .csv = 3}));
  see(Apart<"pardo", &SuperstepRecord::pardo>({.row = 9, .optional = true}));
  see(Apart<"pardo_number", &SuperstepRecord::pardo_number>({.row = 9, .optional = true}));
  see(Largest<"largest_operations", &SuperstepRecord::largest_operations>({.row = 0}));
}

constexpr void facts_of(Of<SuperstepTotal::Shared>, auto&& see) {
  see(Added<"supersteps", &SuperstepTotal::Shared::supersteps>("supersteps of a tag with shared arrays"));
  see(Added<"requests", &SuperstepTotal::Shared::requests>());
  see(Added<"distinct", &SuperstepTotal::Shared::distinct>("distinct addresses of a tag"));
  see(Largest<"largest_read_degree", &SuperstepTotal::Shared::largest_read_degree>({.row = 2}));
  see(Largest<"largest_write_degree", &SuperstepTotal::Shared::largest_write_degree>({.row = 2}));
  see(Added<"largest_operations", &SuperstepTotal::Shared::largest_operations>("operations of a tag", {.row = 2}));
  see(Added<"largest_accesses", &SuperstepTotal::Shared::largest_accesses>("accesses of a tag", {.row = 2}));
  see(Added<"contention", &SuperstepTotal::Shared::contention>("contention of a tag", {.row = 2}));
  see(Added<"forward", &SuperstepTotal::Shared::charge>("charge of shared arrays of a tag", {.row = 2}));
  see(Added<"back", &SuperstepTotal::Shared::charge_back>("charge back of shared arrays of a tag", {.row = 2}));
}

constexpr void facts_of(Of<SuperstepTotal>, auto&& see) {
  using R = SuperstepTotal;
  see(Key<"tag", &R::tag>());
  see(Added<"work", &R::work>("work of a tag", {.row = 3}));
  see(Added<"largest_work", &R::largest_work>("largest work of a tag", {.row = 3, .heading = "w\nlargest"}));
  see(Added<"messages", &R::messages>("messages of a tag", {.row = 9}));
  see(Added<"words", &R::words>("words of a tag", {.row = 8}));
  see(Added<"largest_sent", &R::largest_sent>("most words sent of a tag", {.row = 5, .heading = "h out\nlargest"}));
  see(Added<"largest_received", &R::largest_received>("most words got of a tag",
                                                      {.row = 5, .heading = "h in\nlargest"}));
  see(Added<"pattern", &R::pattern>("patterns of a tag", {.row = 10}));
  see(Added<"pattern_back", &R::pattern_back>("patterns back of a tag", {.row = 10}));
  see(Added<"forward", &R::charge>("charge of a tag", {.row = 10}));
  see(Added<"back", &R::charge_back>("charge back of a tag", {.row = 10}));
  see(Added<"supersteps", &R::supersteps>("supersteps of a tag", {.row = 2, .heading = "super-\nsteps"}));
  see(Added<"mean_work", &R::mean_work>({.row = 4, .heading = "w\nmean"}));
  see(Added<"mean_words", &R::mean_words>({.row = 6, .heading = "h\nmean"}));
  see(Added<"relation", &R::relation>("relations of a tag", {.row = 7}));
  see(Added<"shared", &R::shared>({.row = 0}));
}

constexpr void facts_of(Of<TransferTotal>, auto&& see) {
  see(Key<"", &TransferTotal::where>({.csv = 1}));
  see(Key<"subject", &TransferTotal::subject>({.csv = 1}));
  see(Key<"operation", &TransferTotal::operation>({.csv = 1}));
  see(Added<"messages", &TransferTotal::messages>("messages of a line", {.csv = 1}));
  see(Added<"words", &TransferTotal::words>("words of a line", {.csv = 1}));
  see(Added<"supersteps", &TransferTotal::supersteps>("supersteps of a line", {.csv = 1}));
  see(Added<"charge", &TransferTotal::charge>({.csv = 1}));
}

constexpr void facts_of(Of<UnreadMessages>, auto&& see) {
  see(Key<"queue", &UnreadMessages::queue>());
  see(Added<"messages", &UnreadMessages::messages>("unread messages"));
  see(Added<"of_another_type", &UnreadMessages::of_another_type>("messages of another type"));
}

constexpr void facts_of(Of<MixedLines>, auto&& see) {
  see(Added<"steps", &MixedLines::steps>("steps of mixed lines"));
  see(Apart<"first_step", &MixedLines::step>());
}

constexpr void facts_of(Of<RegionTotal>, auto&& see) {
  see(Key<"name", &RegionTotal::name>({.csv = 1}));
  see(Key<"depth", &RegionTotal::depth>({.csv = 1}));
  see(Added<"times", &RegionTotal::times>("times of a region", {.csv = 1}));
  see(Added<"steps", &RegionTotal::steps>("steps of a region", {.csv = 1}));
  see(Added<"work", &RegionTotal::work>("work of a region", {.csv = 1}));
  see(Added<"requests", &RegionTotal::requests>({.csv = 1}));
  see(Added<"forward", &RegionTotal::charge>("charge of a region", {.csv = 1}));
  see(Added<"back", &RegionTotal::charge_back>("charge back of a region", {.csv = 1}));
  see(Added<"collectives", &RegionTotal::collective_charge>("charge of collectives of a region", {.csv = 1}));
  see(Added<"supersteps", &RegionTotal::supersteps>("supersteps of a region", {.csv = 1}));
  see(Added<"superstep_charge", &RegionTotal::superstep_charge>("charge of supersteps of a region", {.csv = 1}));
  see(Added<"distinct_charge", &RegionTotal::distinct_charge>());
}

constexpr void facts_of(Of<PardoTotal>, auto&& see) {
  see(Key<"form", &PardoTotal::form>());
  see(Key<"", &PardoTotal::where>({.csv = 1}));
  see(Key<"name", &PardoTotal::name>({.csv = 1}));
  see(Added<"times", &PardoTotal::times>("times of a pardo", {.csv = 1}));
  see(Largest<"processors", &PardoTotal::processors>({.csv = 1}));
  see(Apart<"first_step", &PardoTotal::first_step>({.csv = 1}));
  see(Added<"steps", &PardoTotal::steps>("steps of a pardo", {.csv = 1}));
  see(Added<"supersteps", &PardoTotal::supersteps>("supersteps of a pardo", {.csv = 1}));
  see(Added<"work", &PardoTotal::work>("work of a pardo", {.csv = 1}));
  see(Added<"charge", &PardoTotal::charge>("charge of a pardo", {.csv = 1}));
}

constexpr void facts_of(Of<ComponentTotal>, auto&& see) {
  see(Added<"sent", &ComponentTotal::sent>("messages sent by a component", {.csv = 1}));
  see(Added<"received", &ComponentTotal::received>("messages received by a component", {.csv = 1}));
  see(Added<"served", &ComponentTotal::served>("requests served by a component", {.csv = 1}));
  see(Added<"times_busiest", &ComponentTotal::times_busiest>("phases in which a component was busiest", {.csv = 1}));
}

constexpr void facts_of(Of<ModelBreaches>, auto&& see) {
  see(Added<"concurrent_reads", &ModelBreaches::concurrent_reads>("steps that a model does not allow"));
  see(Added<"concurrent_writes", &ModelBreaches::concurrent_writes>("steps that a model does not allow"));
  see(Added<"read_with_write", &ModelBreaches::read_with_write>("steps that a model does not allow"));
  see(Added<"unequal_writes", &ModelBreaches::unequal_writes>("steps that a model does not allow"));
  see(Added<"combined_writes", &ModelBreaches::combined_writes>("steps that a model does not allow"));
}

/// The counts of a run.
constexpr void facts_of(Of<LedgerData>, auto&& see) {
  see(Added<"steps", &LedgerData::steps>("steps"));
  see(Added<"work", &LedgerData::work>("work"));
  see(Largest<"processors", &LedgerData::processors>());
  see(Added<"step_sums", &LedgerData::step_total>());
  see(Added<"requests", &LedgerData::requests>());
  see(Largest<"largest_read_degree", &LedgerData::largest_read_degree>());
  see(Largest<"largest_write_degree", &LedgerData::largest_write_degree>());
  see(Added<"mixed_steps", &LedgerData::mixed_steps>("mixed steps"));
  see(Largest<"processes", &LedgerData::processes>({.optional = true}));
  see(Added<"forward", &LedgerData::charge>("charge", {.row = 2}));
  see(Added<"back", &LedgerData::charge_back>("charge back", {.row = 2}));
  see(Added<"distinct_charge", &LedgerData::distinct_charge>({.row = 2}));
  see(Added<"collectives", &LedgerData::collective_charge>("charge of collectives", {.row = 2, .optional = true}));
  see(Added<"breaches", &LedgerData::breaches>({.row = 0}));
  see(Added<"supersteps", &LedgerData::supersteps>("supersteps", {.row = 0}));
  see(Added<"superstep_charge", &LedgerData::superstep_charge>("charge of supersteps", {.row = 0}));
}

}  // namespace pram::detail
