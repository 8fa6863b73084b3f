#pragma once

#include <cstdint>
#include <string>

#include "run/ancestry.h"
#include "run/run_reader.h"

namespace ganstudio::v1 {
class CheckpointList;
class EvaluationList;
class GetSampleRequest;
class SampleData;
class SampleList;
class SeriesReply;
class SeriesRequest;
}  // namespace ganstudio::v1

namespace gan {

/// What a run's files say, in answer to a client's question.

/// Throws Error(kInvalidArgument, "series_bad_request"), Error(kNotFound, "series_not_found").
void querySeries(const RunReader& reader, const ganstudio::v1::SeriesRequest& request,
                 ganstudio::v1::SeriesReply& reply);
/// Of the series in the reply, which querySeries() has filled, what the runs recorded that this one descends from.
void queryAncestors(const Ancestry& ancestry, const ganstudio::v1::SeriesRequest& request,
                    ganstudio::v1::SeriesReply& reply);
/// Pictures at steps after after_step that are still there, oldest first.
void listSamples(const RunReader& reader, std::int64_t after_step, ganstudio::v1::SampleList& reply);
/// Throws Error(kInvalidArgument, "sample_bad_name" | "sample_bad_side"), Error(kNotFound), for more than 64 MiB
/// Error(kInvalidArgument), and of a small picture what thumbnailOf() does.
void readSample(const RunReader& reader, const ganstudio::v1::GetSampleRequest& request,
                ganstudio::v1::SampleData& reply);
void listCheckpoints(const RunReader& reader, ganstudio::v1::CheckpointList& reply);
/// known: the mark of the list that the client has.
void listEvaluations(const RunReader& reader, const std::string& known, ganstudio::v1::EvaluationList& reply);

}  // namespace gan
