#include "session/unbegun_run.h"

#include <exception>

#include "core/append_log.h"
#include "core/log.h"
#include "core/message.h"
#include "core/random_hex.h"
#include "run/lock.h"

namespace gan {

namespace fs = std::filesystem;

RunFolder UnbegunRun::make(const fs::path& path, const std::function<RunFolder()>& create) {
  std::error_code unknown;
  was_there_ = fs::exists(path, unknown) || unknown;
  RunFolder folder = create();
  journal_ = folder.journal();
  made_ = folder.path();
  return folder;
}

UnbegunRun::~UnbegunRun() {
  try {
    if (!made_.empty() && !hasBegun()) takeAway();
  } catch (const std::exception& error) {
    log::warning("the folder of the run, which did not begin, stays: " + messageOf(error).english());
  }
}

bool UnbegunRun::hasBegun() const { return fs::exists(journal_) && AppendLogReader(journal_).next().has_value(); }

void UnbegunRun::takeAway() const {
  fs::path rest = made_;
  {
    const RunLock lock(made_);
    if (hasBegun()) return;  // by another process meanwhile
    log::setFile({});        // on NFS an open file cannot go
    if (was_there_) {
      for (const auto& entry : fs::directory_iterator(made_)) fs::remove_all(entry.path());
      return;
    }
    // At once and as a whole: what another rank still writes finds no folder any more.
    rest.replace_filename("." + made_.filename().string() + "-" + randomHex(8));
    fs::rename(made_, rest);
  }
  fs::remove_all(rest);
}

}  // namespace gan
