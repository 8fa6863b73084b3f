#include "service/curves.h"

#include "protocol/studio.pb.h"
#include "service/run_files.h"

namespace gan {

void Curves::query(const ganstudio::v1::SeriesRequest& request, ganstudio::v1::SeriesReply& reply) {
  if (!reader_) reader_.emplace(folder_);
  reader_->refresh();
  querySeries(*reader_, request, reply);
  if (!request.ancestors()) return;
  if (!ancestry_) ancestry_.emplace(folder_);
  queryAncestors(*ancestry_, request, reply);
}

}  // namespace gan
