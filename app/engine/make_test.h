#pragma once

#include "service/export_worker.h"

namespace gan::app {

/// Tests a classifier's checkpoint as `gan-engine test` would, on evaluation.device: a file test.json, as that prints
/// it with --json, comes into the task's folder, and the test joins those that the run's folder keeps, under the
/// export's id. Throws as testRun().
ExportMade makeTest(const ExportTask& task, ProgressMonitor& monitor);

}  // namespace gan::app
