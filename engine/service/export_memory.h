#pragma once

#include <cstdint>

#include "config/run_config.h"
#include "service/export_worker.h"

namespace gan {

/// Bytes that the process which makes an export takes: as sampler_memory.h has it for the one that makes pictures
/// (sampler.memory_mib says another number), and a sheet, which is made whole before it is written, a film's pictures,
/// with those that ffmpeg holds, or the pictures that go into an archive at once; of an evaluation that of all
/// processes which share it, of a test as for pictures of so large a network. Of a task that only tries the export out
/// it is what all of it will take.
std::uint64_t exportNeed(const ExportTask& task, const RunConfig& config);

/// In that process, before it begins: what it holds already counts. Throws requireMemory()'s and, of a film,
/// requireFilmSide()'s error.
void requireExportMemory(const ExportTask& task, const RunConfig& config);

}  // namespace gan
