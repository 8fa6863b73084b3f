#pragma once

#include <string>
#include <vector>

#include "config/schema.h"
#include "run/command.h"
#include "run/event.h"
#include "run/metrics.h"
#include "run/series.h"

namespace ganstudio::v1 {
class CommandRequest;
class HostLoad;
class RanksMeasured;
class ScalarBlock;
class SeriesColumns;
}  // namespace ganstudio::v1

namespace gan {

/// What runs are made of, as messages.

/// Checks shape and sizes, and the values against the schema; values come back as the fields store them. Whether a
/// field may change in a running training is the session's to say. Throws Error(kInvalidArgument): "command_unknown",
/// "command_malformed", and the errors of checkCommand(), Schema::at(),
/// checkValue().
Command commandFromMessage(const ganstudio::v1::CommandRequest& message, const Schema& schema);

void toMessage(const LoadMeasured& load, ganstudio::v1::HostLoad& message);
void toMessage(const RanksMeasured& measured, ganstudio::v1::RanksMeasured& message);
void toMessage(const MetricsBlock& block, ganstudio::v1::ScalarBlock& message);
void toMessage(const std::vector<Column>& columns, ganstudio::v1::SeriesColumns& message);
void toMessage(const Series::Values& values, ganstudio::v1::SeriesColumns& message);

}  // namespace gan
