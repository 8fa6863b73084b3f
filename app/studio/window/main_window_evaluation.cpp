// What stands beside the scores of the open run.
#include "evaluation/evaluation_panel.h"
#include "window/main_window.h"
#include "window/open_run.h"
#include "window/run_page.h"

namespace gan {

void MainWindow::offerOtherRuns() {
  QVector<std::pair<QString, QString>> runs;
  for (const RunRow& run : runs_.model().runs()) {
    if (run.place != runPlace()) runs << std::pair(displayName(run), run.place.target);
  }
  open_->page->evaluation().setOtherRuns(runs);
}

}  // namespace gan
