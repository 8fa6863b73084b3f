#include "service/curves.h"

#include "service/run_files.h"

namespace gan {

void Curves::query(const ganstudio::v1::SeriesRequest& request, ganstudio::v1::SeriesReply& reply) {
  if (!reader_) reader_.emplace(folder_);
  reader_->refresh();
  querySeries(*reader_, request, reply);
}

}  // namespace gan
