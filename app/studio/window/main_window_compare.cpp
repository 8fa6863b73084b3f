// Runs beside one another, in a window of their own.
#include <algorithm>

#include "dialogs/compare_dialog.h"
#include "link/folder_run.h"
#include "window/comparison_window.h"
#include "window/main_window.h"
#include "window/manual_window.h"
#include "window/open_run.h"

namespace gan {

void MainWindow::chooseToCompare(const QString& run) {
  QVector<NamedRun> known;
  for (const RunRow& row : runs_.model().runs()) {
    if (row.state != RunRow::State::kUnreadable) known << NamedRun{row.path, displayName(row)};
  }
  QStringList checked;
  if (!run.isEmpty()) checked << run;
  if (open_ && !weights_) {
    checked << open_->path;
    // The list may not have been looked through yet.
    if (std::ranges::find(known, open_->path, &NamedRun::path) == known.end())
      known.prepend({open_->path, runs_.nameOf(open_->path)});
  }
  auto* dialog = new CompareDialog(known, checked, ComparisonStore::kMostRuns, this);
  offerManual(*dialog, QStringLiteral("comparing"));
  connect(dialog, &CompareDialog::chosen, this, [this](const QVector<NamedRun>& runs) {
    const auto opener = [](const QString& path) -> RunLink::Open {
      return [path] { return openFolderRun(path.toStdString()); };
    };
    (new ComparisonWindow(runs, opener, preferences_, this))->show();
  });
  dialog->open();
}

}  // namespace gan
