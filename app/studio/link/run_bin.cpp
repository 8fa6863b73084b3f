#include "link/run_bin.h"

#include <QFile>
#include <optional>
#include <string>

#include "core/error.h"
#include "run/lock.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

void requireUnused(const fs::path& run) {
  const std::optional<LockHolder> holder = RunLock::holder(run);
  if (!holder || RunLock::isStale(*holder)) return;
  if (holder->host.empty()) {  // its lock cannot be read
    throw Error(ErrorCode::kFailedPrecondition, "run_in_use_by_somebody",
                "{path} stays where it is: its lock was renewed within the last minutes, so that somebody trains it. "
                "Stop that first.",
                {{"path", run.string()}});
  }
  throw Error(ErrorCode::kFailedPrecondition, "run_in_use",
              "{path} stays where it is: process {pid} on {host} trains it. Stop that first.",
              {{"path", run.string()}, {"pid", std::to_string(holder->pid)}, {"host", holder->host}});
}

}  // namespace

void moveRunToBin(const fs::path& run) {
  std::error_code unknown;
  if (!fs::is_regular_file(run / "run.yaml", unknown)) {
    throw Error(ErrorCode::kNotFound, "run_gone", "{path} is no run any more: it has no run.yaml.",
                {{"path", run.string()}});
  }
  requireUnused(run);
  if (QFile::moveToTrash(QString::fromStdString(run.string()))) return;
  throw Error(ErrorCode::kPermissionDenied, "run_not_binned",
              "{path} stays where it is: it cannot be moved to the bin, because its disk has none or the folder around "
              "it may not be changed. Change its rights, or remove it yourself.",
              {{"path", run.string()}});
}

}  // namespace gan
